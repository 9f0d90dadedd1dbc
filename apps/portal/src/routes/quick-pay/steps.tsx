import { getPayment } from '@quayside/contract/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { readBasket } from '../../features/payments/basket.ts';
import { driverOf } from '../../features/payments/drivers/registry.ts';
import { type PaymentPlaces, type Place, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { StepTracker } from '../../features/quick-pay/step-tracker.tsx';
import { enterStep, keepProgress, type Progress, readProgress, type Step } from '../../features/quick-pay/steps.ts';
import { callQuery } from '../../lib/call-query.ts';

interface Props {
  order: QuickPayOrder;
  /** The page of the step. */
  children: ReactNode;
}

/** A page that comes from a provider's, waits for an attempt to settle or says that it failed: between the last two steps. */
const onTheWay: Progress = { visited: [1, 2], current: 2 };

/** Shows how far one is, and lets nobody into a step whose turn it isn't. */
export function Steps({ order, children }: Props) {
  // Both of where the reader is going: what is matched yet may still be the page that they leave.
  const { pathname, search } = useLocation();
  const { reference } = search;
  const places = usePaymentPlaces();
  const isPaid = useIsPaid(order, reference);
  const wanted = stepOf(pathname);
  const isResult = (reference !== undefined || isReturn(pathname)) && !isPaid;
  const progress = isResult ? onTheWay : enterStep(readProgress(order.guid), wanted, isPaid);
  useEffect(() => keepProgress(order.guid, progress));

  const isSentBack = !isPaid && !isResult && progress.current !== wanted;
  const place = (step: Step) => (step === 2 ? checkoutOf(places) : places.orders);
  return (
    <>
      <StepTracker
        progress={progress}
        linkTo={(step, name) => {
          const to = place(step);
          // The document of a checkout alone may load a provider's scripts.
          return to ? (
            <Link {...to} reloadDocument={step === 2}>
              {name}
            </Link>
          ) : (
            name
          );
        }}
      />
      {isSentBack ? <Navigate {...(place(progress.current) ?? places.orders)} replace /> : children}
    </>
  );
}

/** The page where the basket is paid; null where that is one of the provider's own. */
function checkoutOf(places: PaymentPlaces): Place | null {
  const driver = driverOf({ key: readBasket()?.providerKey ?? '' });
  return driver ? places[driver.place] : null;
}

/** Whether a provider's page has just led here. What was agreed there counts in whichever tab it ends. */
const isReturn = (pathname: string) => /\/paypal\/success\/?$/.test(pathname);

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
