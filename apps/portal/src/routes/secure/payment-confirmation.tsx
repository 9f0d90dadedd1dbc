import { useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PaymentResult, type ResultPage } from '../../features/payments/payment-result.tsx';
import { ComponentPlaces } from './component-places.tsx';
import { usePaymentResult } from './use-payment-result.ts';

/** What a payment has come to, read from the server by its reference. */
export function PaymentConfirmationPage() {
  return (
    <ComponentPlaces>
      <Content />
    </ComponentPlaces>
  );
}

function Content() {
  const { reference } = useSearch({ from: '/secure/payment/confirmation' });
  const { toPage } = usePaymentResult();
  const onOtherPage = useCallback((page: ResultPage) => toPage(page, reference), [toPage, reference]);
  return <PaymentResult key={reference} merchantRefNum={reference} page="confirmation" onOtherPage={onOtherPage} />;
}
