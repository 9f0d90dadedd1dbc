import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PaymentEnd } from '../../features/payments/card-payment.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { type ResultPage, resultPageOf } from '../../features/payments/result-page.ts';

/**
 * Leads to the page that says what a payment has come to, or waits for it. Going back never leads here again.
 * @param of whose checkout's pages: the one's around, or those of any provider
 */
export function usePaymentResult(of: 'checkout' | 'anyProvider' = 'checkout') {
  const navigate = useNavigate();
  const around = usePaymentPlaces();
  const places = of === 'checkout' ? around : around.anyProvider;

  const toPage = useCallback(
    (page: ResultPage, reference: string) => {
      const { search, ...place } = places[page];
      void navigate({ ...place, search: { ...(search as object), reference }, replace: true } as NavigateOptions);
    },
    [navigate, places],
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
