/** The parts of a payment's result page that others may use. */
export { PaymentFailure } from './payment-failure.tsx';
export { isDecided } from './payment-outcome.ts';
export { default as resultStyles } from './payment-result.module.css';
export { PaymentOutcome, PaymentResult } from './payment-result.tsx';
export { PaymentReturn } from './payment-return.tsx';
export { PaymentStatusBadge } from './payment-status-badge.tsx';
export { ReceiptButtons } from './receipt-buttons.tsx';
export { usePayment } from './use-payment.ts';
export { UnknownPayment, WaitingForPayment } from './waiting-for-payment.tsx';
