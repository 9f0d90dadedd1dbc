import { Navigate, useSearch } from '@tanstack/react-router';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { ExpressReturn } from '../checkout/express-return.tsx';

/** An express provider sends payers here after they have agreed to pay an order by its link. */
export function QuickPayExpressReturnPage() {
  const { token, PayerID } = useSearch({ from: '/quickPay/quick-pay/$orderGuid/paypal/success' });
  const { orders } = usePaymentPlaces();
  return token === '' ? <Navigate {...orders} replace /> : <ExpressReturn token={token} PayerID={PayerID} />;
}
