import { cancelPayment, getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { api } from '../../../../lib/calls/api.ts';
import { useTabValue } from '../../../../lib/first-screen/in-browser.ts';
import { useTranslation } from '../../../../lib/texts/texts.ts';
import { Alert } from '../../../../ui/message/alert.tsx';
import { LoadingSkeleton } from '../../../../ui/loading/loading-skeleton.tsx';
import { isOfAnotherTab } from '../../attempt-owner.ts';
import { startAfresh } from '../../basket-attempt.ts';
import { readBasket } from '../../basket.ts';
import { driverOf } from '../../drivers/registry.ts';
import { giveUpEarlierAttempt, noticeStyles as styles } from '../checkout.exports.ts';
import { usePaymentPlaces } from '../../payment-places.ts';
import { isDecided } from '../../result/result.exports.ts';
import { refreshAfterPayment } from '../../refresh-after-payment.ts';

interface Props {
  /** The customer has just cancelled on the provider's page. */
  isCancelled: boolean;
  onEnd: (payment: ProcessedPayment) => void;
  /** The orders. After a cancellation they are shown once the attempt that held them was closed. */
  children?: ReactNode;
}

/**
 * Handles an earlier payment of this tab whose end the tab does not know. On a provider's page it was cancelled or
 * paid, or is still open and holds the orders: their notices tell so. A checkout of ours that was left, as by Back
 * from the bank's question, is given up.
 */
export function UnfinishedPayment({ isCancelled, onEnd, children }: Props) {
  const { t } = useTranslation();
  const { texts } = usePaymentPlaces();
  const known = useTabValue(() => readBasket()?.merchantRefNumber ?? null);
  const reference = known ?? null;
  const { data, isPending } = useQuery({
    queryKey: ['unfinishedPayment', reference, isCancelled],
    queryFn: () => lookAt(reference ?? '', isCancelled),
    enabled: reference !== null,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsFailure: true },
  });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (data?.payment.paymentStatus === 'Completed') end(data.payment);
  }, [data]);

  // The server doesn't know the attempt (`known` is undefined).
  if (isCancelled && known !== null && isPending) return <LoadingSkeleton heights={[44, 108, 108]} />;
  return (
    <>
      {isCancelled && (data == null || isDecided(data.payment.paymentStatus)) && (
        <div className={styles.above}>
          <Alert kind="info">{t(texts.cancelled)}</Alert>
        </div>
      )}
      {data?.wasLeft && (
        <div className={styles.above}>
          <Alert kind="info" title={t('payments.unsentTitle')}>
            <p>{t('payments.nothingCharged')}</p>
          </Alert>
        </div>
      )}
      {children}
    </>
  );
}

interface Found {
  payment: ProcessedPayment;
  /** True if it was left in a checkout of ours, and charged nothing. */
  wasLeft: boolean;
}

async function lookAt(reference: string, isCancelled: boolean): Promise<Found | null> {
  if (isCancelled) {
    const given = await giveUp();
    await refreshAfterPayment();
    return given;
  }
  let payment = await api(getPayment, { params: { merchantRefNum: reference } });
  const isLeft = payment.progress === 'unsent' && isOnOurPage() && !(await isOfAnotherTab(reference));
  // The server asks the provider first. So nothing is charged later, also by a call that is still on its way.
  if (isLeft) payment = await api(cancelPayment, { params: { ref: reference } });
  const basket = readBasket();
  // The reader did not wait for this answer and has started another attempt.
  if (basket?.merchantRefNumber !== reference) return null;
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  if (tookNothing) startAfresh(basket);
  return { payment, wasLeft: isLeft && tookNothing };
}

function isOnOurPage(): boolean {
  const basket = readBasket();
  return basket !== undefined && driverOf({ kind: basket.providerKind }) !== null;
}

/** @returns the attempt's state; null if it was cancelled */
async function giveUp(): Promise<Found | null> {
  const basket = readBasket();
  if (!basket) return null;
  const given = await giveUpEarlierAttempt(basket);
  return 'end' in given ? { payment: given.payment, wasLeft: false } : null;
}
