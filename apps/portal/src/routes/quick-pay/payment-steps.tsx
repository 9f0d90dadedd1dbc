import { getPayment } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { readBasket } from '../../features/payments/basket.ts';
import { driverOf } from '../../features/payments/drivers/registry.ts';
import { type PaymentPlaces, type Place, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import {
  canGoTo,
  enterStep,
  isPaidByReader,
  keepProgress,
  type Progress,
  readProgress,
  type Step,
  steps,
} from '../../features/quick-pay/steps.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useInBrowser } from '../../lib/first-screen/in-browser.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Steps } from '../../ui/page/steps.tsx';

interface Props {
  order: QuickPayOrder;
  /** The page of the current step. */
  children: ReactNode;
}

/**
 * The progress of a page between the last two steps: it returns from a provider, waits for an attempt, or shows a
 * failure.
 */
const onTheWay: Progress = { visited: [1, 2], current: 2 };

/** Shows the progress and redirects a reader who opens a step too early. */
export function PaymentSteps({ order, children }: Props) {
  const { t } = useTranslation();
  // Both belong to the page that the reader is going to. The current route match may still be the page that they
  // leave.
  const { pathname, search } = useLocation();
  const { reference } = search;
  const places = usePaymentPlaces();
  const isPaid = useIsPaid(order, reference);
  const pathStep = stepOf(pathname);
  const isResult = (reference !== undefined || isReturn(pathname)) && !isPaid;
  const isInBrowser = useInBrowser();
  const before = isInBrowser ? readProgress(order.guid) : null;
  const progress = isResult ? onTheWay : enterStep(before, pathStep, isPaid);
  useEffect(() => {
    if (isInBrowser) keepProgress(order.guid, progress);
  });

  const isSentBack = !isPaid && !isResult && progress.current !== pathStep;
  const place = (step: Step) => (step === 2 ? checkoutOf(places) : places.orders);
  const isDone = (step: Step) => step < progress.current && progress.visited.includes(step);
  const nameOf = (step: Step) => {
    const name = t(`quickPay.step.${step}`);
    const to = canGoTo(step, progress) && place(step);
    // Only a checkout's document may load a provider's scripts.
    return to ? (
      <Link {...to} reloadDocument={step === 2}>
        {name}
      </Link>
    ) : (
      name
    );
  };
  return (
    <>
      <nav aria-label={t('quickPay.steps')}>
        <Steps
          current={steps.indexOf(progress.current)}
          steps={steps.map((step) => ({ name: nameOf(step), isDone: isDone(step) }))}
        />
      </nav>
      {isSentBack ? <Navigate {...(place(progress.current) ?? places.orders)} replace /> : children}
    </>
  );
}

/** Returns the page where the basket is paid. Null if that is the provider's own page. */
function checkoutOf(places: PaymentPlaces): Place | null {
  const basket = readBasket();
  const driver = basket && driverOf({ kind: basket.providerKind });
  return driver ? places[driver.place] : null;
}

/** Checks if a provider's page has just led here. What the payer agreed to there counts in any tab. */
const isReturn = (pathname: string) => /\/success\/?$/i.test(pathname);

function stepOf(pathname: string): Step {
  if (/\/confirmation\/?$/i.test(pathname)) return 3;
  return /\/(checkout|cvv|error)\/?$/i.test(pathname) ? 2 : 1;
}

/** Checks if this session's payment has settled, by the server's answer (decision P4.24). */
function useIsPaid(order: QuickPayOrder, reference: string | undefined): boolean {
  // The result page makes the call. This only reads its answer.
  const { data } = useQuery({
    ...callQuery(getPayment, { params: { merchantRefNum: reference ?? '' } }),
    enabled: false,
    // Else a failure of that call would also be a toast over the page that shows it.
    meta: { showsFailure: true },
  });
  if (reference !== undefined) return data?.cardPaymentStatus === 'COMPLETED';
  return isPaidByReader(order);
}
