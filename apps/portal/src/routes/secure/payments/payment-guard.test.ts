import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgePaymentRoute } from './payment-guard.ts';
import type { PaymentSituation } from './payment-guard.ts';

const fine: PaymentSituation = {
  isAuthenticated: true,
  isAccountUser: true,
  invoicingEnabled: true,
  providers: [{ kind: 'vault' }],
  routeKind: 'vault',
  basketAmount: 12.5,
};

test('a customer with a basket and the provider of the route may pay', () => {
  expect(judgePaymentRoute(fine)).toEqual({ verdict: 'allow' });
});

test.each<[string, Partial<PaymentSituation>, object]>([
  ['nobody is signed in', { isAuthenticated: false }, { verdict: 'sign-in' }],
  ['staff look on', { isAccountUser: false }, { verdict: 'dashboard', because: 'staff' }],
  ['invoicing is off', { invoicingEnabled: false }, { verdict: 'dashboard', because: 'permission' }],
  ['the site has no provider', { providers: [] }, { verdict: 'outstanding-orders', because: 'no-provider' }],
  [
    'the provider of the route is not among them',
    { providers: [{ kind: 'components' }] },
    { verdict: 'outstanding-orders', because: 'no-provider' },
  ],
  ['the basket is empty', { basketAmount: 0 }, { verdict: 'outstanding-orders', because: 'empty-basket' }],
])('the verdict if %s', (_, change, verdict) => {
  expect(judgePaymentRoute({ ...fine, ...change })).toEqual(verdict);
});

test('a route of any provider needs one of them', () => {
  const { routeKind: _, ...anyProvider } = fine;
  expect(judgePaymentRoute(anyProvider)).toEqual({ verdict: 'allow' });
  expect(judgePaymentRoute({ ...anyProvider, providers: [{ kind: 'components' }] })).toEqual({ verdict: 'allow' });
  expect(judgePaymentRoute({ ...anyProvider, providers: [] })).toEqual({
    verdict: 'outstanding-orders',
    because: 'no-provider',
  });
});

test('[ORD-9] a page that shows a payment’s result asks for no provider', () => {
  const result: PaymentSituation = { ...fine, providers: [], namesPayment: true };
  expect(judgePaymentRoute(result)).toEqual({ verdict: 'allow' });
  expect(judgePaymentRoute({ ...result, isAccountUser: false })).toEqual({ verdict: 'dashboard', because: 'staff' });
});

test('only a checkout asks for a basket', () => {
  const { basketAmount: _, ...noBasket } = fine;
  expect(judgePaymentRoute(noBasket)).toEqual({ verdict: 'allow' });
});

test('a customer who fails any one condition is not let in', () => {
  const situation = fc.record({
    isAuthenticated: fc.boolean(),
    isAccountUser: fc.boolean(),
    invoicingEnabled: fc.boolean(),
    providers: fc.subarray<{ kind: 'vault' | 'components' }>([{ kind: 'vault' }, { kind: 'components' }]),
    routeKind: fc.constantFrom('vault' as const, 'components' as const),
    basketAmount: fc.constantFrom(-1, 0, 0.01, 100),
  });
  fc.assert(
    fc.property(situation, (candidate) => {
      const allowed = judgePaymentRoute(candidate).verdict === 'allow';
      const holds =
        candidate.isAuthenticated &&
        candidate.isAccountUser &&
        candidate.invoicingEnabled &&
        candidate.providers.some((provider) => provider.kind === candidate.routeKind) &&
        candidate.basketAmount > 0;
      expect(allowed).toBe(holds);
    }),
  );
});
