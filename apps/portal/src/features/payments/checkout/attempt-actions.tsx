import { cancelPayment, getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { waitToLeave } from '../../../lib/browser/wait-to-leave.ts';
import { api } from '../../../lib/calls/api.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { startAfresh } from '../basket-attempt.ts';
import { readBasket } from '../basket.ts';
import styles from './notices.module.css';
import { tellOtherTabs } from '../other-tabs.ts';
import { refreshAfterPayment } from '../refresh-after-payment.ts';

interface Props {
  reference: string;
  mayContinue: boolean;
  mayCancel: boolean;
  /** Gets the payment's state, unless it was cancelled. */
  onEnd: (payment: ProcessedPayment) => unknown;
}

/** The actions for a payment that is not over: continue it, or cancel it (decision P4.8). */
export function AttemptActions({ reference, mayContinue, mayCancel, onEnd }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      {mayContinue && (
        <ActionButton processing={t('payments.opening')} onAction={async () => goOn(reference, onEnd)}>
          {t('payments.continueThat')}
        </ActionButton>
      )}
      {mayCancel && (
        <ActionButton
          variant="default"
          processing={t('payments.cancelling')}
          onAction={async () => giveUp(reference, onEnd)}
        >
          {t('payments.cancelThat')}
        </ActionButton>
      )}
    </div>
  );
}

/** Opens the provider's page if it is still open, or else the payment's result. */
async function goOn(merchantRefNum: string, onEnd: Props['onEnd']): Promise<unknown> {
  const payment = await api(getPayment, { params: { merchantRefNum } });
  if (payment.redirectUrl === null) return onEnd(payment);
  location.assign(payment.redirectUrl);
  return waitToLeave();
}

/** Requests the cancellation. If the payment succeeded anyway, its result is shown (decision P4.6). */
async function giveUp(ref: string, onEnd: Props['onEnd']): Promise<void> {
  const payment = await api(cancelPayment, { params: { ref } });
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  const basket = readBasket();
  if (tookNothing && basket?.merchantRefNumber === ref) startAfresh(basket);
  await refreshAfterPayment();
  tellOtherTabs({ paidOrderIds: [] });
  if (!tookNothing) await onEnd(payment);
}
