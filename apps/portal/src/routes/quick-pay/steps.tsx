import { getPayment } from '@quayside/contract/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { StepTracker } from '../../features/quick-pay/step-tracker.tsx';
import { enterStep, keepProgress, type Progress, readProgress, type Step } from '../../features/quick-pay/steps.ts';
import { callQuery } from '../../lib/call-query.ts';

interface Props {
  order: QuickPayOrder;
  /** The page of the step. */
  children: ReactNode;
}

/** A page that waits for an attempt to settle, or says that it failed: on the way from the second step to the third. */
const onTheWay: Progress = { visited: [1, 2], current: 2 };

/** Shows how far one is, and lets nobody into a step whose turn it isn't (P§4). */
export function Steps({ order, children }: Props) {
  // Both of where the reader is going: what is matched yet may still be the page that they leave.
  const { pathname, search } = useLocation();
  const { reference } = search;
  const { orders, cardCheckout } = usePaymentPlaces();
  const isPaid = useIsPaid(order, reference);
  const wanted = stepOf(pathname);
  const isResult = reference !== undefined && !isPaid;
  const progress = isResult ? onTheWay : enterStep(readProgress(order.guid), wanted, isPaid);
  useEffect(() => keepProgress(order.guid, progress));

  const isSentBack = !isPaid && !isResult && progress.current !== wanted;
  const place = (step: Step) => (step === 2 ? cardCheckout : orders);
  return (
    <>
      <StepTracker
        progress={progress}
        linkTo={(step, name) => (
          // The document of a checkout alone may load a provider's scripts.
          <Link {...place(step)} reloadDocument={step === 2}>
            {name}
          </Link>
        )}
      />
      {isSentBack ? <Navigate {...place(progress.current)} replace /> : children}
    </>
  );
}

function stepOf(pathname: string): Step {
  if (/\/confirmation\/?$/.test(pathname)) return 3;
  return /\/(checkout|cvv|error)\/?$/.test(pathname) ? 2 : 1;
}

/** Whether this session's payment has settled, by the server's word (decision P4.24). */
function useIsPaid({ payment, outstandingAmount }: QuickPayOrder, reference: string | undefined): boolean {
  // The page of the result asks; here it is only looked at.
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: reference ?? '' } }),
    enabled: false,
  });
  if (reference !== undefined) return data?.cardPaymentStatus === 'COMPLETED';
  return outstandingAmount <= 0 && payment?.cardPaymentStatus === 'COMPLETED';
}
