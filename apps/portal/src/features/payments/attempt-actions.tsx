import { cancelPayment, getPayment, type ProcessedPayment } from '@quayside/contract/payments.ts';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { readBasket, startAfresh } from './basket.ts';
import styles from './checkout-problem-alert.module.css';
import { tellOtherTabs } from './other-tabs.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

interface Props {
  reference: string;
  mayContinue: boolean;
  mayCancel: boolean;
  /** Is told what the payment has come to, where it was not given up. */
  onEnd: (payment: ProcessedPayment) => void;
}

/** What a reader may do about a payment that is not over: go on with it, or give it up (decision P4.8). */
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

/** To the provider's page where that is open, or to what the payment has come to. */
async function goOn(merchantRefNum: string, onEnd: Props['onEnd']): Promise<void> {
  const payment = await api(getPayment, { params: { merchantRefNum } });
  if (payment.redirectUrl === null) onEnd(payment);
  else location.assign(payment.redirectUrl);
}

/** A wish: what was paid all the same is said (decision P4.6). */
async function giveUp(ref: string, onEnd: Props['onEnd']): Promise<void> {
  const payment = await api(cancelPayment, { params: { ref } });
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  const basket = readBasket();
  if (tookNothing && basket?.merchantRefNumber === ref) startAfresh(basket);
  await refreshAfterPayment();
  tellOtherTabs({ paidOrderIds: [] });
  if (!tookNothing) onEnd(payment);
}
