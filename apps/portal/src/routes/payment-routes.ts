import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { isGuid } from '../lib/guid.ts';
import { leaveFor } from '../lib/session/guards.ts';
import {
  readReference,
  readResult,
  requireCardPayment,
  requireCardVault,
  requireComponentCards,
  requireComponentPayment,
  requireNamedPayment,
} from './card-payment-route.ts';
import { auth, root, secure } from './layout-routes.ts';
import { readCancelled, readExpressNames, readReturn } from './address/payment-search.ts';

const cardCheckout = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout',
  staticData: { document: ['payment'] },
  beforeLoad: requireCardPayment,
  component: lazyRouteComponent(() => import('./checkout/card-checkout.tsx'), 'CardCheckoutPage'),
});

const cardSecurityCode = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout/cvv',
  staticData: { document: ['payment'] },
  beforeLoad: requireCardPayment,
  component: lazyRouteComponent(() => import('./checkout/card-security-code.tsx'), 'CardSecurityCodePage'),
});

const cardConfirmation = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout/confirmation',
  staticData: { document: ['payment'] },
  validateSearch: (search) => ({ reference: readReference(search) }),
  beforeLoad: async (route) => {
    await requireNamedPayment(route, route.search.reference);
    if (route.search.reference === '') leaveFor('/secure/orders/outstanding');
  },
  component: lazyRouteComponent(() => import('./secure/payments/payment-results.tsx'), 'CardConfirmationPage'),
});

const cardPaymentError = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/error',
  staticData: { document: ['payment'] },
  validateSearch: readResult,
  beforeLoad: (route) => requireNamedPayment(route, route.search.reference),
  component: lazyRouteComponent(() => import('./secure/payments/payment-results.tsx'), 'CardPaymentErrorPage'),
});

const paymentConfirmation = createRoute({
  getParentRoute: () => secure,
  path: 'payment/confirmation',
  validateSearch: (search) => ({ reference: readReference(search) }),
  beforeLoad: async (route) => {
    await requireNamedPayment(route, route.search.reference);
    if (route.search.reference === '') leaveFor('/secure/orders/outstanding');
  },
  component: lazyRouteComponent(() => import('./secure/payments/payment-results.tsx'), 'PaymentConfirmationPage'),
});

const paymentError = createRoute({
  getParentRoute: () => secure,
  path: 'payment/error',
  validateSearch: readResult,
  beforeLoad: (route) => requireNamedPayment(route, route.search.reference),
  component: lazyRouteComponent(() => import('./secure/payments/payment-results.tsx'), 'PaymentErrorPage'),
});

const expressReturn = createRoute({
  getParentRoute: () => secure,
  path: 'paypal-success',
  validateSearch: readExpressNames,
  beforeLoad: async (route) => {
    await requireNamedPayment(route, route.search.token);
    if (route.search.token === '') leaveFor('/secure/orders/outstanding');
  },
  component: lazyRouteComponent(() => import('./checkout/express-return.tsx'), 'ExpressReturnPage'),
});

/** The search of a reader who returns from a provider's page. */
export interface PaymentReturnSearch {
  cancelled?: true | undefined;
  /** Set if the order was paid by its link. */
  orderGuid?: string | undefined;
  referrer?: string | undefined;
}

const paymentProcessed = createRoute({
  getParentRoute: () => auth,
  path: '/payment-processed/$paymentRef',
  staticData: { document: ['key'] },
  validateSearch: ({ orderGuid, ...search }): PaymentReturnSearch => ({
    ...readCancelled(search),
    ...readReturn(search),
    orderGuid: isGuid(orderGuid) ? orderGuid : undefined,
  }),
  component: lazyRouteComponent(() => import('./public/payment-processed.tsx'), 'PaymentProcessedPage'),
});

const loadingPaymentProvider = createRoute({
  getParentRoute: () => auth,
  path: '/loading-payment-provider',
  component: lazyRouteComponent(() => import('./public/loading-payment-provider.tsx'), 'LoadingPaymentProviderPage'),
});

const componentCheckout = createRoute({
  getParentRoute: () => secure,
  path: 'clear-accept/checkout',
  staticData: { document: ['payment'] },
  beforeLoad: requireComponentPayment,
  component: lazyRouteComponent(() => import('./checkout/component-checkout.tsx'), 'ComponentCheckoutPage'),
});

/** The cards of a provider that has no vault of its own (decision C2.16). */
const payCards = createRoute({
  getParentRoute: () => secure,
  path: 'clear-accept-pay-cards',
  staticData: {
    document: ['drawnForOne'],
    menu: { group: 'last', place: 3, text: 'sidebar.payCards', icon: 'IconCreditCardPay', offeredIf: 'hasPayCards' },
  },
  beforeLoad: requireComponentCards,
  component: lazyRouteComponent(() => import('./secure/cards/pay-cards.tsx'), 'PayCardsPage'),
});

const myCards = createRoute({
  getParentRoute: () => secure,
  path: 'manage-payment-methods',
  staticData: {
    document: ['payment', 'drawnForOne'],
    menu: { group: 'last', place: 2, text: 'sidebar.myCards', icon: 'IconCreditCard', offeredIf: 'hasVault' },
  },
  // The number of a card that can't pay any more and that the customer wants to register again.
  validateSearch: ({ register }: Record<string, unknown>): { register?: number | undefined } => {
    const id = Number(register);
    return { register: Number.isSafeInteger(id) && id > 0 ? id : undefined };
  },
  beforeLoad: (route) => requireCardVault(route),
  component: lazyRouteComponent(() => import('./secure/cards/my-cards.tsx'), 'MyCardsPage'),
});

const threeDS = createRoute({
  getParentRoute: () => root,
  path: '/three-d-s',
  staticData: { document: ['bankForm'] },
  component: lazyRouteComponent(() => import('./public/three-d-s.tsx'), 'ThreeDSPage'),
});

const threeDSCallback = createRoute({
  getParentRoute: () => root,
  path: '/three-d-s-callback',
  component: lazyRouteComponent(() => import('./public/three-d-s.tsx'), 'ThreeDSCallbackPage'),
});

/** The pages of payments, by layout. */
export const paymentRoutes = {
  root: [threeDS, threeDSCallback],
  auth: [paymentProcessed, loadingPaymentProvider],
  secure: [
    cardCheckout,
    cardSecurityCode,
    cardConfirmation,
    cardPaymentError,
    paymentConfirmation,
    paymentError,
    expressReturn,
    componentCheckout,
    payCards,
    myCards,
  ],
} as const;
