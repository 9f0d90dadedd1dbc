import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentResult } from '../../../features/payments/result/result.exports.ts';
import type { ResultPage } from '../../../features/payments/payment-places.ts';
import { StillDue } from './still-due.tsx';
import { usePaymentResult } from '../../checkout/use-payment-result.ts';

/** The result of a card payment, read from the server by its reference. */
export function CardConfirmationPage() {
  const { reference } = useSearch({ from: '/secure/paysafe/checkout/confirmation' });
  const { toPage } = usePaymentResult();
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
