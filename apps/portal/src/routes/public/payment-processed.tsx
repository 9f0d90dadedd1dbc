import { useParams, useSearch } from '@tanstack/react-router';
import { PaymentReturn } from '../../features/payments/payment-return.tsx';

/** Where a provider's page sends its customer back to. */
export function PaymentProcessedPage() {
  const { paymentRef } = useParams({ from: '/auth/payment-processed/$paymentRef' });
  const { cancelled } = useSearch({ from: '/auth/payment-processed/$paymentRef' });
  return <PaymentReturn key={paymentRef} merchantRefNum={paymentRef} isCancelled={cancelled === true} />;
}
