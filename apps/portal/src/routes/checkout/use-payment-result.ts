import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PaymentEnd } from '../../features/payments/checkout/checkout.exports.ts';
import { connected } from '../../lib/browser/connected.ts';
import { waitToLeave } from '../../lib/browser/wait-to-leave.ts';
import { usePaymentPlaces, type ResultPage, resultPageOf } from '../../features/payments/payment-places.ts';

/**
 * Returns functions that open the page with a payment's result, or the page that waits for it. The browser's Back
 * button never returns to the current page. Their promise ends when the other page is on the screen. `preload` loads
 * the code of these pages while the payment runs.
 * @param of the result pages to use: those of the current checkout, or those of any provider
 */
export function usePaymentResult(of: 'checkout' | 'anyProvider' = 'checkout') {
  const router = useRouter();
  const navigate = useNavigate();
  const around = usePaymentPlaces();
  const places = of === 'checkout' ? around : around.anyProvider;

  const toPage = useCallback(
    async (page: ResultPage, reference: string) => {
      const { search, ...place } = places[page];
      const to = { ...place, search: { ...(search as object), reference }, replace: true } as NavigateOptions;
      // Without a connection nothing leaves this page, and nobody here would try again.
      await connected();
      return Promise.race([navigate(to), waitToLeave()]);
    },
    [navigate, places],
  );
  const toEnd = useCallback(
    (end: PaymentEnd) => {
      if (end.end === 'unknown') return toPage('confirmation', end.merchantRefNumber);
      return toPage(resultPageOf(end.payment) ?? 'confirmation', end.payment.merchantRefNumber);
    },
    [toPage],
  );
  const preload = useCallback(() => {
    for (const { to } of [places.confirmation, places.error])
      router.loadRouteChunk(router.routesByPath[to as keyof typeof router.routesByPath])?.catch(() => undefined);
  }, [router, places]);
  return { toPage, toEnd, preload };
}
