import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type ResultPage, resultPageOf } from '../../features/payments/payment-result.tsx';
import type { PaymentEnd } from '../../features/payments/use-card-checkout.ts';

const cardPages = { confirmation: '/secure/paysafe/checkout/confirmation', error: '/secure/paysafe/error' } as const;

/** Of providers without pages of their own (decision P2.3). */
export const componentPages = { confirmation: '/secure/payment/confirmation', error: '/secure/payment/error' } as const;

export type ResultPages = typeof cardPages | typeof componentPages;

/** Leads to the page that says what a payment has come to, or waits for it. Going back never leads here again. */
export function usePaymentResult(pages: ResultPages = cardPages) {
  const navigate = useNavigate();

  const toPage = useCallback(
    (page: ResultPage, reference: string) => void navigate({ to: pages[page], search: { reference }, replace: true }),
    [navigate, pages],
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
