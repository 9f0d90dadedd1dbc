import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentFailure, PaymentResult } from '../../../features/payments/result/result.exports.ts';
import type { ResultPage } from '../../../features/payments/payment-places.ts';
import { StillDue } from './still-due.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** A failed card payment. Without a reference it can only offer another try. */
export function CardPaymentErrorPage() {
  const { reference = '' } = useSearch({ from: '/secure/paysafe/error' });
  const { toPage } = usePaymentResult();
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
