import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readResult } from './card-payment-route.ts';
import { root } from './layout-routes.ts';
import {
  type PlainPaymentSearch,
  readCancelled,
  readExpressNames,
  readPlainPayment,
  readReturn,
} from './address/payment-search.ts';

const readReview = (search: Record<string, unknown>) => ({ ...readCancelled(search), ...readPlainPayment(search) });

/**
 * Asks for the payment that the address names before the order, because the answer may settle the order. Only the
 * server does, for a page without scripts.
 */
async function settleNamed({ search }: { search: PlainPaymentSearch }): Promise<void> {
  if (import.meta.env.SSR) await (await import('./quick-pay/use-plain-payment.ts')).fetchNamedPayments(search);
}

/** The layout of a pay link's pages: one order, without signing in. */
export const quickPay = createRoute({
  getParentRoute: () => root,
  id: 'quickPay',
  staticData: { document: ['key'] },
  validateSearch: readReturn,
  component: lazyRouteComponent(() => import('./quick-pay/layout.tsx'), 'QuickPayLayout'),
});

const review = lazyRouteComponent(() => import('./quick-pay/review.tsx'), 'ReviewPage');
const confirmation = lazyRouteComponent(() => import('./quick-pay/result.tsx'), 'QuickPayConfirmationPage');
const failure = lazyRouteComponent(() => import('./quick-pay/result.tsx'), 'QuickPayErrorPage');

const firstStep = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid',
  staticData: { document: ['wallets', 'drawnForLink'] },
  validateSearch: readReview,
  beforeLoad: settleNamed,
  component: review,
});

const reviewStep = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/review',
  staticData: { document: ['wallets', 'drawnForLink'] },
  validateSearch: readReview,
  beforeLoad: settleNamed,
  component: review,
});

const checkoutStep = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/checkout',
  staticData: { document: ['payment'] },
  component: lazyRouteComponent(() => import('./quick-pay/checkout.tsx'), 'QuickPayCheckoutPage'),
});

const securityCode = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/cvv',
  staticData: { document: ['payment'] },
  component: lazyRouteComponent(() => import('./quick-pay/security-code.tsx'), 'QuickPaySecurityCodePage'),
});

const componentCheckout = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/clear-accept/checkout',
  staticData: { document: ['payment'] },
  component: lazyRouteComponent(() => import('./quick-pay/component-checkout.tsx'), 'QuickPayComponentCheckoutPage'),
});

const expressReturn = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/paypal/success',
  validateSearch: readExpressNames,
  component: lazyRouteComponent(() => import('./quick-pay/express-return.tsx'), 'QuickPayExpressReturnPage'),
});

const expressCancelled = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/paypal/cancel',
  staticData: { leadsTo: '/quick-pay/:orderGuid' },
  beforeLoad: ({ params, search: { referrer } }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    throw redirect({ to: '/quick-pay/$orderGuid', params, search: { referrer, cancelled: true }, replace: true });
  },
});

const result = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/confirmation',
  validateSearch: readResult,
  component: confirmation,
});

const error = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/error',
  validateSearch: readResult,
  component: failure,
});

const cardResult = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/paysafe/confirmation',
  validateSearch: readResult,
  component: confirmation,
});

const cardError = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/paysafe/error',
  validateSearch: readResult,
  component: failure,
});

/** The steps of a pay link. */
export const quickPaySteps = [
  firstStep,
  reviewStep,
  checkoutStep,
  securityCode,
  componentCheckout,
  expressReturn,
  expressCancelled,
  result,
  error,
  cardResult,
  cardError,
] as const;
