import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentResult } from '../../../features/payments/result/result.exports.ts';
import type { ResultPage } from '../../../features/payments/payment-places.ts';
import { StillDue } from './still-due.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** The result of a payment on a provider's page, read from the server by its reference. */
export function PaymentConfirmationPage() {
  const { reference } = useSearch({ from: '/secure/payment/confirmation' });
  const { toPage } = usePaymentResult('anyProvider');
  const onOtherPage = useCallback((page: ResultPage) => toPage(page, reference), [toPage, reference]);
  return (
    <PaymentResult
      key={reference}
      merchantRefNum={reference}
      page="confirmation"
      onOtherPage={onOtherPage}
      stillDue={<StillDue />}
    />
  );
}
