import type { ProcessedPayment } from '@quayside/contract/payments.ts';

export type ResultPage = 'confirmation' | 'error';

/** Returns the page that a payment's status belongs to. Null while the result is unknown. */
export function resultPageOf({ paymentStatus }: Pick<ProcessedPayment, 'paymentStatus'>): ResultPage | null {
  if (paymentStatus === 'Incomplete') return null;
  return paymentStatus === 'Declined' || paymentStatus === 'Cancelled' ? 'error' : 'confirmation';
}
