import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentFailure, PaymentResult } from '../../../features/payments/result/result.exports.ts';
import type { ResultPage } from '../../../features/payments/payment-places.ts';
import { StillDue } from './still-due.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** A failed payment on a provider's page. Without a reference it can only offer another try. */
export function PaymentErrorPage() {
  const { reference = '' } = useSearch({ from: '/secure/payment/error' });
  const { toPage } = usePaymentResult('anyProvider');
  const onOtherPage = useCallback((page: ResultPage) => toPage(page, reference), [toPage, reference]);
  if (reference === '') return <PaymentFailure payment={undefined} />;
  return (
    <PaymentResult
      key={reference}
      merchantRefNum={reference}
      page="error"
      onOtherPage={onOtherPage}
      stillDue={<StillDue />}
    />
  );
}
