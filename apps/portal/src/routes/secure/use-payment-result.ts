import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ResultPage, resultPageOf } from '../../features/payments/payment-result.tsx';
import type { PaymentEnd } from '../../features/payments/use-card-checkout.ts';

const cardPaths = {
  confirmation: '/secure/paysafe/checkout/confirmation',
  error: '/secure/paysafe/error',
} as const;

/** Of payments on pages of providers. */
export const pagePaths = { confirmation: '/secure/payment/confirmation', error: '/secure/payment/error' } as const;

/** Leads to the page that says what a payment has come to, or waits for it. Going back never leads here again. */
export function usePaymentResult(paths: typeof cardPaths | typeof pagePaths = cardPaths) {
  const navigate = useNavigate();

  const toPage = useCallback(
    (page: ResultPage, reference: string) => void navigate({ to: paths[page], search: { reference }, replace: true }),
    [navigate, paths],
  );
  const toEnd = useCallback(
    (end: PaymentEnd) => {
      if (end.end === 'unknown') toPage('confirmation', end.merchantRefNumber);
      else toPage(resultPageOf(end.payment) ?? 'confirmation', end.payment.merchantRefNumber);
    },
    [toPage],
  );
  return { toPage, toEnd };
}
