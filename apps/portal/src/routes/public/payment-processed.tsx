import { useParams, useSearch } from '@tanstack/react-router';
import { PaymentPlacesProvider, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { PaymentReturn } from '../../features/payments/result/result.exports.ts';
import { linkPaymentPlaces } from '../checkout/link-payment-places.ts';

/**
 * The page that a provider's page returns to. For an order that is paid by its link, it continues with that link's
 * pages.
 */
export function PaymentProcessedPage() {
  const { paymentRef } = useParams({ from: '/auth/payment-processed/$paymentRef' });
  const { cancelled, orderGuid, referrer } = useSearch({ from: '/auth/payment-processed/$paymentRef' });
  const around = usePaymentPlaces();
  return (
    <PaymentPlacesProvider value={orderGuid === undefined ? around : linkPaymentPlaces(orderGuid, referrer)}>
      <PaymentReturn key={paymentRef} merchantRefNum={paymentRef} isCancelled={cancelled === true} />
    </PaymentPlacesProvider>
  );
}
