import type { PaymentStatus, ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { Translate } from '../../../lib/texts/texts.ts';

/** Returns the title of a payment that succeeded or is under way (decision P3.8). */
export function outcomeTitle(t: Translate, { paymentStatus, reference }: ProcessedPayment): string {
  if (paymentStatus === 'Completed') return t('payments.received');
  return paymentStatus === 'Pending' ? t('payments.onItsWay') : t('payments.payment', { reference });
}

/** Checks if a status is final. Then neither the bank nor the provider is still at work. */
export const isDecided = (status: PaymentStatus): boolean => status !== 'Incomplete' && status !== 'Pending';
