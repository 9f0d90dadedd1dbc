import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PaymentEnd } from '../../features/payments/card-payment.ts';
import { type PaymentPlaces, usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { type ResultPage, resultPageOf } from '../../features/payments/payment-result.tsx';

/** The pages about payments by whichever provider (P2.3). */
export const pagePlaces: ResultPlaces = {
  confirmation: { to: '/secure/payment/confirmation' },
  error: { to: '/secure/payment/error' },
};

type ResultPlaces = Pick<PaymentPlaces, ResultPage>;

/**
 * Leads to the page that says what a payment has come to, or waits for it. Going back never leads here again.
 * @param elsewhere where these pages are not those of the checkout around
 */
export function usePaymentResult(elsewhere?: ResultPlaces) {
  const navigate = useNavigate();
  const around = usePaymentPlaces();
  const places = elsewhere ?? around;

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
