import type { TenantConfig } from '@quayside/contract/tenant.ts';
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
  requirePermissions,
  requireSession,
  requireVisitor,
  requireVisitorForReset,
} from '../lib/guards.ts';
import { readSearch, writeSearch } from '../lib/search.ts';
import type { SignedIn } from '../lib/session.ts';
import { tellUnhandled } from '../lib/unhandled-errors.ts';
import { LoadingSkeleton } from '../ui/loading-skeleton.tsx';
import type { LoginNoticeKind } from './auth/login-notice.tsx';
import { BarePageFailure, PageFailure } from './page-failure.tsx';
import { Root } from './root.tsx';

interface Context {
  tenant: TenantConfig;
}

const root = createRootRouteWithContext<Context>()({ component: Root });

/** The registration code that a link or a QR picture brings. */
function readRenewalToken(search: Record<string, unknown>): { 'renewal-token'?: string } {
  const code = search['renewal-token'];
  return typeof code === 'string' && code !== '' ? { 'renewal-token': code } : {};
}

/** Takes a mail's token out of the address (decision C2.5); the history's state keeps it over a reload. */
function hideResetToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/password-reset', search: {}, state: { resetToken: token }, replace: true });
}

/** The same for the token of a mail that confirms an address. */
function hideConfirmationToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/confirm-address', state: { confirmationToken: token }, replace: true });
}

interface LoginSearch {
  /** Any value says that single sign-on came to nothing (decision C2.9). */
  f?: string;
  /** Of somebody who is registering; the links to providers carry them (decision C2.25). */
  renewalToken?: string;
  accountGuid?: string;
}

function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const names = ['f', 'renewalToken', 'accountGuid'] as const;
  return Object.fromEntries(names.filter((name) => name in search).map((name) => [name, String(search[name])]));
}

/** Takes the reason out of the address, and shows it. */
function showRefusedSignOn(reason: string, search: Omit<LoginSearch, 'f'>): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/login', search, state: { refusedSignOn: reason }, replace: true });
}

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

/** Out of the address, where others could read it; the history's state keeps it over a reload. */
function hideStaffToken(token: string): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/staff-view', state: { staffToken: token }, replace: true });
}

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

/** Of the mail whose link led here; goes along with what is chosen (decision C2.7). */
const readEmailId = ({ emailId }: Record<string, unknown>): { emailId?: string } =>
  typeof emailId === 'string' || typeof emailId === 'number' ? { emailId: `${emailId}` } : {};

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

const documents = createRoute({
  getParentRoute: () => secure,
  path: 'documents',
  component: lazyRouteComponent(() => import('./secure/documents.tsx'), 'DocumentsPage'),
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
    documents,
    outstandingOrders,
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
