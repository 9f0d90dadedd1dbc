import type { ProcessedPayment } from '@quayside/contract/payments.ts';

export type ResultPage = 'confirmation' | 'error';

/** The page that a payment's status belongs to, or null while nobody knows. */
export function resultPageOf({ paymentStatus }: Pick<ProcessedPayment, 'paymentStatus'>): ResultPage | null {
  if (paymentStatus === 'Incomplete') return null;
  return paymentStatus === 'Declined' || paymentStatus === 'Cancelled' ? 'error' : 'confirmation';
}
