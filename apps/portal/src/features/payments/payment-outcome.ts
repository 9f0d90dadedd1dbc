import type { PaymentStatus, ProcessedPayment } from '@quayside/contract/payments.ts';
import type { TFunction } from 'i18next';

/** What a payment that was made, or is under way, is called at the head of its page (decision P3.8). */
export function outcomeTitle(t: TFunction, { paymentStatus, reference }: ProcessedPayment): string {
  if (paymentStatus === 'Completed') return t('payments.received');
  return paymentStatus === 'Pending' ? t('payments.onItsWay') : t('payments.payment', { reference });
}

/** Nothing more comes of it by itself: neither the bank nor the provider is at work. */
export const isDecided = (status: PaymentStatus): boolean => status !== 'Incomplete' && status !== 'Pending';
