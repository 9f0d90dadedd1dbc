import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ResultPage } from '../../../features/payments/payment-places.ts';
import { PaymentFailure, PaymentResult } from '../../../features/payments/result/result.exports.ts';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';
import { StillDue } from './still-due.tsx';

/** The result of a card payment. */
export const CardConfirmationPage = () => <Result page="confirmation" of="checkout" />;

/** A failed card payment. */
export const CardPaymentErrorPage = () => <Result page="error" of="checkout" />;

/** The result of a payment on a provider's page. */
export const PaymentConfirmationPage = () => <Result page="confirmation" of="anyProvider" />;

/** A failed payment on a provider's page. */
export const PaymentErrorPage = () => <Result page="error" of="anyProvider" />;

/** Reads the result from the server by its reference. Without a reference it can only offer another try. */
function Result({ page, of }: { page: ResultPage; of: 'checkout' | 'anyProvider' }) {
  const { reference = '' } = useSearch({ strict: false });
  const { toPage } = usePaymentResult(of);
  const onOtherPage = useCallback((other: ResultPage) => toPage(other, reference), [toPage, reference]);
  if (reference === '') return <PaymentFailure payment={undefined} />;
  return (
    <PaymentResult
      key={reference}
      merchantRefNum={reference}
      page={page}
      onOtherPage={onOtherPage}
      stillDue={<StillDue />}
    />
  );
}
