import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { createRoute, createRouter } from '@tanstack/react-router';
import { ApiError } from '../lib/api-error.ts';
import { leaveFor } from '../lib/guards.ts';
import { readSearch, writeSearch } from '../lib/search.ts';
import { tellUnhandled } from '../lib/unhandled-errors.ts';
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx';
import { agreements, quickSign, signedAgreement, unsignedAgreement, verify } from './agreement-routes.ts';
import type { LoginNoticeKind } from './auth/login-notice.tsx';
import {
  start,
  login,
  register,
  renewalCode,
  registrationLink,
  registration,
  forgottenPassword,
  passwordReset,
  passwordResetForm,
  ssoRedirect,
  ssoConfirm,
  confirmAddress,
  confirmAddressLink,
  staffView,
  notFound,
  consentLink,
  consentManagement,
  olderConsentManagement,
} from './auth-routes.ts';
import { auth, root, secure } from './layout-routes.ts';
import { PageFailure } from './page-failure.tsx';
import {
  cardCheckout,
  cardSecurityCode,
  cardConfirmation,
  cardPaymentError,
  componentCheckout,
  loadingPaymentProvider,
  myCards,
  payCards,
  paymentConfirmation,
  paymentError,
  paymentProcessed,
  paypalSuccess,
  threeDS,
  threeDSCallback,
} from './payment-routes.ts';
import { quickPay, quickPaySteps } from './quick-pay-routes.ts';
import {
  dashboard,
  documents,
  accountEdit,
  contactUs,
  outstandingOrders,
  order,
  orderHistory,
  payment,
  paymentHistory,
  estimates,
  estimate,
  myStays,
  boats,
  waitingLists,
  microApp,
} from './secure-routes.ts';

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => leaveFor('/404'),
});

const tree = root.addChildren([
  start,
  register,
  auth.addChildren([
    login,
    renewalCode,
    registrationLink,
    registration,
    forgottenPassword,
    passwordReset,
    passwordResetForm,
    ssoRedirect,
    ssoConfirm,
    confirmAddress,
    confirmAddressLink,
    consentLink,
    consentManagement,
    staffView,
    verify,
    paymentProcessed,
    loadingPaymentProvider,
    notFound,
  ]),
  olderConsentManagement,
  threeDS,
  threeDSCallback,
  quickSign,
  quickPay.addChildren(quickPaySteps),
  secure.addChildren([
    dashboard,
    accountEdit,
    contactUs,
    agreements,
    signedAgreement,
    unsignedAgreement,
    documents,
    outstandingOrders,
    order,
    orderHistory,
    payment,
    paymentHistory,
    estimates,
    estimate,
    myStays,
    boats,
    waitingLists,
    microApp,
    cardCheckout,
    cardSecurityCode,
    cardConfirmation,
    cardPaymentError,
    paymentConfirmation,
    paymentError,
    paypalSuccess,
    componentCheckout,
    payCards,
    myCards,
  ]),
  anythingElse,
]);

/** The portal lives at the root, and answers under `/portal` too (decision C2.1). */
function basepath(): string {
  return /^\/portal(\/|$)/.test(location.pathname) ? '/portal' : '/';
}

/** The router of a tenant's portal. */
export function makeRouter(tenant: TenantConfig) {
  return createRouter({
    routeTree: tree,
    context: { tenant },
    basepath: basepath(),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: () => <LoadingSkeleton heights={[36, 120, 120]} />,
    defaultErrorComponent: PageFailure,
    // What a call answered, the page itself shows.
    defaultOnCatch: (error) => {
      if (!(error instanceof ApiError)) tellUnhandled(error);
    },
    defaultNotFoundComponent: () => leaveFor('/404'),
    scrollRestoration: true,
  });
}

export type PortalRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
  interface HistoryState {
    /** The session ran out under the reader: the login page says so in a quiet line (decision C6.6). */
    signInAgain?: boolean;
    /** Why single sign-on came to nothing, for the login page. */
    refusedSignOn?: string;
    /** What registration has to say on the login page. */
    notice?: LoginNoticeKind;
    /** What a letter's code opens. Not in the address, where others could read it; so are the ones that follow. */
    registration?: { renewalToken: string; accountGuid: string };
    /** Whose notification preferences a mail's link shows, and which mail it was. */
    consents?: { accountGuid: string; emailId?: string };
    /** Of a mail's link to a new password. */
    resetToken?: string;
    /** The same of a link that confirms an address. */
    confirmationToken?: string;
    /** Of an operator's link to look at a customer's portal. */
    staffToken?: string;
  }
}
