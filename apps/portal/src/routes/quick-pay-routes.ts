import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readReference } from './card-payment-route.ts';
import { root } from './layout-routes.ts';

/** Where somebody came from who is to be led back there after paying; whether they are is decided where it is shown. */
const readReturn = ({ referrer }: Record<string, unknown>): { referrer?: string | undefined } => ({
  referrer: typeof referrer === 'string' ? referrer : undefined,
});

const readResult = (search: Record<string, unknown>): { reference?: string | undefined } => ({
  reference: readReference(search) || undefined,
});

/** The pages of a pay link: one order, without signing in (P§2). */
export const quickPay = createRoute({
  getParentRoute: () => root,
  id: 'quickPay',
  validateSearch: readReturn,
  component: lazyRouteComponent(() => import('./quick-pay/layout.tsx'), 'QuickPayLayout'),
});

const review = lazyRouteComponent(() => import('./quick-pay/review.tsx'), 'ReviewPage');
const confirmation = lazyRouteComponent(() => import('./quick-pay/result.tsx'), 'QuickPayConfirmationPage');
const failure = lazyRouteComponent(() => import('./quick-pay/result.tsx'), 'QuickPayErrorPage');

const firstStep = createRoute({ getParentRoute: () => quickPay, path: '/quick-pay/$orderGuid', component: review });

const reviewStep = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/review',
  component: review,
});

const checkoutStep = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/checkout',
  component: lazyRouteComponent(() => import('./quick-pay/checkout.tsx'), 'QuickPayCheckoutPage'),
});

const securityCode = createRoute({
  getParentRoute: () => quickPay,
  path: '/quick-pay/$orderGuid/cvv',
  component: lazyRouteComponent(() => import('./quick-pay/security-code.tsx'), 'QuickPaySecurityCodePage'),
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

export const quickPaySteps = [
  firstStep,
  reviewStep,
  checkoutStep,
  securityCode,
  result,
  error,
  cardResult,
  cardError,
] as const;
