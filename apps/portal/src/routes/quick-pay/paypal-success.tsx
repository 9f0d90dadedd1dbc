import { Navigate, useSearch } from '@tanstack/react-router';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { PaypalReturn } from '../checkout/paypal-success.tsx';

/** The page that PayPal sends a payer to who has agreed to pay an order by its link. */
export function QuickPayPaypalSuccessPage() {
  const { token, PayerID } = useSearch({ from: '/quickPay/quick-pay/$orderGuid/paypal/success' });
  const { orders } = usePaymentPlaces();
  return token === '' ? <Navigate {...orders} replace /> : <PaypalReturn token={token} PayerID={PayerID} />;
}
