import { hasFeature, showsOrders, type TenantConfig } from '@quayside/contract/tenant.ts';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from '../lib/api-error.ts';
import {
  leaveFor,
  requireNoCustomer,
  requireOffered,
  requirePermissions,
  requireSession,
  requireVisitor,
  requireVisitorForReset,
} from '../lib/guards.ts';
import { readEstimateFilter } from '../features/estimates/estimate-filter.ts';
import { readStayFilter } from '../features/stays/stay-filter.ts';
import { readPaging } from '../lib/paging.ts';
import { readSearch, writeSearch } from '../lib/search.ts';
import type { SignedIn } from '../lib/session.ts';
import { tellUnhandled } from '../lib/unhandled-errors.ts';
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx';
import {
  hideConfirmationToken,
  hideResetToken,
  hideStaffToken,
  readEmailId,
  readLoginSearch,
  readRenewalToken,
  showRefusedSignOn,
} from './auth/auth-links.ts';
import type { LoginNoticeKind } from './auth/login-notice.tsx';
import { BarePageFailure, PageFailure } from './page-failure.tsx';
import { Root } from './root.tsx';

interface Context {
  tenant: TenantConfig;
}

const root = createRootRouteWithContext<Context>()({ component: Root });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => leaveFor('/login'),
});

const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: lazyRouteComponent(() => import('./auth/layout.tsx'), 'AuthLayout'),
});

const login = createRoute({
  getParentRoute: () => auth,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: async ({ search: { f, ...search }, location }) => {
    if (f !== undefined) showRefusedSignOn(f, search);
    await (location.state.refusedSignOn === undefined ? requireVisitor() : requireNoCustomer());
  },
  component: lazyRouteComponent(() => import('./auth/login.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: readRenewalToken,
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    throw redirect({ to: '/register/renewal-token', search, replace: true });
  },
});

const renewalCode = createRoute({
  getParentRoute: () => auth,
  path: '/register/renewal-token',
  validateSearch: readRenewalToken,
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/renewal-code.tsx'), 'RenewalCodePage'),
});

const registration = createRoute({
  getParentRoute: () => auth,
  path: '/register/complete/$renewalToken/$accountGuid',
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/registration.tsx'), 'RegistrationPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => auth,
  path: '/forgotten-password',
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/forgotten-password.tsx'), 'ForgottenPasswordPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => auth,
  path: '/password-reset',
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  beforeLoad: async ({ search }) => {
    await requireVisitorForReset();
    if (search.token !== undefined) hideResetToken(search.token);
  },
  component: lazyRouteComponent(() => import('./auth/password-reset.tsx'), 'PasswordResetPage'),
});

const passwordResetForm = createRoute({
  getParentRoute: () => auth,
  path: '/passwordResetForm/$token',
  beforeLoad: async ({ params }) => {
    await requireVisitorForReset();
    hideResetToken(params.token);
  },
});

const ssoRedirect = createRoute({
  getParentRoute: () => auth,
  path: '/sso-redirect',
  validateSearch: ({ f }: Record<string, unknown>): { f?: string } => (typeof f === 'string' ? { f } : {}),
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    if (search.f !== undefined) throw redirect({ to: '/login', search, replace: true });
  },
  component: lazyRouteComponent(() => import('./auth/sso-redirect.tsx'), 'SsoRedirectPage'),
});

const ssoConfirm = createRoute({
  getParentRoute: () => auth,
  path: '/sso-confirm/$providerKey',
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/sso-confirm.tsx'), 'SsoConfirmPage'),
});

const confirmAddress = createRoute({
  getParentRoute: () => auth,
  path: '/confirm-address',
  component: lazyRouteComponent(() => import('./auth/confirm-address.tsx'), 'ConfirmAddressPage'),
});

const confirmAddressLink = createRoute({
  getParentRoute: () => auth,
  path: '/confirm-address/$token',
  beforeLoad: ({ params }) => hideConfirmationToken(params.token),
});

const staffView = createRoute({
  getParentRoute: () => auth,
  path: '/staff-view',
  beforeLoad: ({ location }) => {
    if (location.hash !== '') hideStaffToken(location.hash);
  },
  component: lazyRouteComponent(() => import('./auth/staff-view.tsx'), 'StaffViewPage'),
});

const notFound = createRoute({
  getParentRoute: () => auth,
  path: '/404',
  component: lazyRouteComponent(() => import('./public/not-found.tsx'), 'NotFoundPage'),
});

const consentManagement = createRoute({
  getParentRoute: () => auth,
  path: '/consent-management/$accountGuid',
  validateSearch: readEmailId,
  component: lazyRouteComponent(() => import('./public/consent-management.tsx'), 'ConsentManagementPage'),
});

const olderConsentManagement = createRoute({
  getParentRoute: () => root,
  path: '/consentManagement/$accountId/$accountGuid',
  validateSearch: readEmailId,
  beforeLoad: ({ params: { accountGuid }, search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    throw redirect({ to: '/consent-management/$accountGuid', params: { accountGuid }, search, replace: true });
  },
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => leaveFor('/404'),
});

const secure = createRoute({
  getParentRoute: () => root,
  path: '/secure',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('./secure/layout.tsx'), 'SecureLayout'),
  errorComponent: BarePageFailure,
});

const dashboard = createRoute({
  getParentRoute: () => secure,
  path: 'dashboard',
  component: lazyRouteComponent(() => import('./secure/dashboard.tsx'), 'DashboardPage'),
});

const accountEdit = createRoute({
  getParentRoute: () => secure,
  path: 'account/edit',
  component: lazyRouteComponent(() => import('./secure/account-edit.tsx'), 'AccountEditPage'),
});

const contactUs = createRoute({
  getParentRoute: () => secure,
  path: 'contact-us',
  component: lazyRouteComponent(() => import('./secure/contact-us.tsx'), 'ContactUsPage'),
});

const outstandingOrders = createRoute({
  getParentRoute: () => secure,
  path: 'orders/outstanding',
  // The one order to start with, such as from a link in a message.
  validateSearch: (search): { order?: number } => {
    const order = Number(search.order);
    return Number.isSafeInteger(order) && order > 0 ? { order } : {};
  },
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['invoicingEnabled']),
  component: lazyRouteComponent(() => import('./secure/outstanding-orders.tsx'), 'OutstandingOrdersPage'),
});

const order = createRoute({
  getParentRoute: () => secure,
  path: 'account/order/$orderId',
  beforeLoad: ({ context }) => requireOffered(showsOrders(context.tenant)),
  component: lazyRouteComponent(() => import('./secure/order.tsx'), 'OrderPage'),
});

const estimates = createRoute({
  getParentRoute: () => secure,
  path: 'estimates',
  validateSearch: (search) => ({ ...readPaging(search), ...readEstimateFilter(search) }),
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showEstimates']),
  component: lazyRouteComponent(() => import('./secure/estimates.tsx'), 'EstimatesPage'),
});

const estimate = createRoute({
  getParentRoute: () => secure,
  path: 'estimates/$estimateId',
  beforeLoad: ({ context }) => requirePermissions(context.tenant, ['showEstimates']),
  component: lazyRouteComponent(() => import('./secure/estimate.tsx'), 'EstimatePage'),
});

const myStays = createRoute({
  getParentRoute: () => secure,
  path: 'account/my-stays',
  validateSearch: (search) => ({ ...readPaging(search), ...readStayFilter(search) }),
  beforeLoad: ({ context }) => requireOffered(hasFeature(context.tenant, 'my-stays')),
  component: lazyRouteComponent(() => import('./secure/my-stays.tsx'), 'MyStaysPage'),
});

/** The name of a payment attempt in the address, by which its page finds it again after a reload. */
const readReference = ({ reference }: Record<string, unknown>) =>
  typeof reference === 'string' && /^[A-Za-z0-9-]{8,64}$/.test(reference) ? reference : '';

interface PaymentRoute {
  context: { tenant: TenantConfig; session: SignedIn };
}

/** The guard of the card vault provider's pages. Loaded with them: signing in needs none of it. */
async function requireCardPayment({ context }: PaymentRoute, needsBasket: boolean): Promise<void> {
  const { requirePayment } = await import('./secure/require-payment.ts');
  await requirePayment({ ...context, provider: 'paysafe', needsBasket });
}

const cardCheckout = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout',
  beforeLoad: (route) => requireCardPayment(route, true),
  component: lazyRouteComponent(() => import('./secure/card-checkout.tsx'), 'CardCheckoutPage'),
});

const cardSecurityCode = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout/cvv',
  beforeLoad: (route) => requireCardPayment(route, true),
  component: lazyRouteComponent(() => import('./secure/card-security-code.tsx'), 'CardSecurityCodePage'),
});

const cardConfirmation = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/checkout/confirmation',
  validateSearch: (search) => ({ reference: readReference(search) }),
  beforeLoad: async (route) => {
    await requireCardPayment(route, false);
    if (route.search.reference === '') leaveFor('/secure/orders/outstanding');
  },
  component: lazyRouteComponent(() => import('./secure/card-confirmation.tsx'), 'CardConfirmationPage'),
});

const cardPaymentError = createRoute({
  getParentRoute: () => secure,
  path: 'paysafe/error',
  validateSearch: (search): { reference?: string } => {
    const reference = readReference(search);
    return reference === '' ? {} : { reference };
  },
  beforeLoad: (route) => requireCardPayment(route, false),
  component: lazyRouteComponent(() => import('./secure/card-payment-error.tsx'), 'CardPaymentErrorPage'),
});

const tree = root.addChildren([
  start,
  register,
  auth.addChildren([
    login,
    renewalCode,
    registration,
    forgottenPassword,
    passwordReset,
    passwordResetForm,
    ssoRedirect,
    ssoConfirm,
    confirmAddress,
    confirmAddressLink,
    consentManagement,
    staffView,
    notFound,
  ]),
  olderConsentManagement,
  secure.addChildren([
    dashboard,
    accountEdit,
    contactUs,
    outstandingOrders,
    order,
    estimates,
    estimate,
    myStays,
    cardCheckout,
    cardSecurityCode,
    cardConfirmation,
    cardPaymentError,
  ]),
  anythingElse,
]);

/** The portal lives at the root, and answers under `/portal` too (decision C2.1). */
function basepath(): string {
  return /^\/portal(\/|$)/.test(location.pathname) ? '/portal' : '/';
}

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
    /** Of a mail's link to a new password. Not in the address, where others could read it. */
    resetToken?: string;
    /** The same of a link that confirms an address. */
    confirmationToken?: string;
    /** Of an operator's link to look at a customer's portal. */
    staffToken?: string;
  }
}
