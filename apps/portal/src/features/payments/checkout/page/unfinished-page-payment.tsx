import { getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { api } from '../../../../lib/calls/api.ts';
import { useTabValue } from '../../../../lib/first-screen/in-browser.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { Alert } from '../../../../ui/message/alert.tsx';
import { LoadingSkeleton } from '../../../../ui/loading/loading-skeleton.tsx';
import { startAfresh } from '../../basket-attempt.ts';
import { readBasket } from '../../basket.ts';
import { giveUpEarlierAttempt } from '../checkout.exports.ts';
import { referenceOfPage } from './page-attempt.ts';
import { usePaymentPlaces } from '../../payment-places.ts';
import { isDecided } from '../../result/result.exports.ts';
import { refreshAfterPayment } from '../../refresh-after-payment.ts';
import styles from './unfinished-page-payment.module.css';

interface Props {
  /** The customer has just cancelled on the provider's page. */
  isCancelled: boolean;
  onEnd: (payment: ProcessedPayment) => void;
  /** The orders. After a cancellation they are shown once the attempt that held them was closed. */
  children?: ReactNode;
}

/**
 * Handles an earlier payment of this tab on a provider's page that was cancelled there, or paid. If it is still
 * open there, it holds the orders, and their notices tell so.
 */
export function UnfinishedPagePayment({ isCancelled, onEnd, children }: Props) {
  const { t } = useTranslation();
  const { texts } = usePaymentPlaces();
  const known = useTabValue(referenceOfPage);
  const reference = known ?? null;
  const { data, isPending } = useQuery({
    queryKey: ['unfinishedPagePayment', reference, isCancelled],
    queryFn: () => lookAt(reference ?? '', isCancelled),
    enabled: reference !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsFailure: true },
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (data?.paymentStatus === 'Completed') end(data);
  }, [data]);

  // The server doesn't know the attempt (`known` is undefined).
  if (isCancelled && known !== null && isPending) return <LoadingSkeleton heights={[44, 108, 108]} />;
  return (
    <>
      {isCancelled && (data == null || isDecided(data.paymentStatus)) && (
        <div className={styles.above}>
          <Alert kind="info">{t(texts.cancelled)}</Alert>
        </div>
      )}
      {children}
    </>
  );
}

async function lookAt(reference: string, isCancelled: boolean): Promise<ProcessedPayment | null> {
  if (isCancelled) {
    const given = await giveUp();
    await refreshAfterPayment();
    return given;
  }
  const payment = await api(getPayment, { params: { merchantRefNum: reference } });
  const basket = readBasket();
  // The reader did not wait for this answer and has started another attempt.
  if (basket?.merchantRefNumber !== reference) return null;
  if (payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined') startAfresh(basket);
  return payment;
}

/** @returns the attempt's state; null if it was cancelled */
async function giveUp(): Promise<ProcessedPayment | null> {
  const basket = readBasket();
  if (!basket) return null;
  const given = await giveUpEarlierAttempt(basket);
  return 'end' in given ? given.payment : null;
}
