/** The parts of the history of payments that others may use. */
export { AvailableBalance } from './available-balance.tsx';
export { PaymentHistory } from './payment-history.tsx';
export { PaymentView } from './payment-view.tsx';
export { ClaimNotices, PaymentsOfOrder } from './payments-of-order.tsx';
export { useAccountPayment } from './use-account-payment.ts';
