import { createRoute, type HistoryState, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  leaveFor,
  requireNoCustomer,
  requireNoStaff,
  requireVisitor,
  requireVisitorForReset,
  returnFromProvider,
} from '../lib/session/guards.ts';
import { auth, root } from './layout-routes.ts';
import { type FormEnd, readEmailId, readFormEnd, readLoginSearch, readRenewalToken } from './address/link-search.ts';

/** Removes a secret from the address (decision C2.5). The history state keeps it over a reload. */
function hide(
  to:
    | '/register/complete'
    | '/password-reset'
    | '/confirm-address'
    | '/staff-view'
    | '/consent-management'
    | '/redirect',
  state: HistoryState,
): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to, search: {}, state, replace: true });
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: { leadsTo: '/login', document: ['drawn', 'indexed'] },
  beforeLoad: () => leaveFor('/login'),
});

const login = createRoute({
  getParentRoute: () => auth,
  path: '/login',
  staticData: { document: ['drawn', 'indexed'], description: 'login.description' },
  validateSearch: readLoginSearch,
  beforeLoad: async ({ search: { f, renewalToken, accountGuid }, location }) => {
    // The reason leaves the address, and is shown.
    if (f !== undefined) await returnFromProvider({ refusedSignOn: f });
    await (location.state.refusedSignOn === undefined ? requireVisitor() : requireNoCustomer());
    // DANGER: somebody may have sent this link with a code of theirs. A visitor who wants to sign in must see that they
    // would register as that code's customer (decision C2.25).
    if (renewalToken === undefined || accountGuid === undefined) return;
    const { opensRegistration } = await import('./auth/opens-registration.ts');
    if (await opensRegistration(renewalToken))
      hide('/register/complete', { registration: { renewalToken, accountGuid } });
  },
  component: lazyRouteComponent(() => import('./auth/login.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  staticData: { leadsTo: '/register/renewal-token', document: ['key'] },
  validateSearch: readRenewalToken,
  beforeLoad: ({ search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    throw redirect({ to: '/register/renewal-token', search, replace: true });
  },
});

const renewalCode = createRoute({
  getParentRoute: () => auth,
  path: '/register/renewal-token',
  staticData: { document: ['key', 'drawn', 'indexed'], description: 'registration.codeIntro' },
  validateSearch: readRenewalToken,
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/renewal-code.tsx'), 'RenewalCodePage'),
});

const registrationLink = createRoute({
  getParentRoute: () => auth,
  path: '/register/complete/$renewalToken/$accountGuid',
  staticData: { leadsTo: '/register/complete', document: ['key'] },
  beforeLoad: async ({ params }) => {
    await requireVisitor();
    hide('/register/complete', { registration: params });
  },
});

const registration = createRoute({
  getParentRoute: () => auth,
  path: '/register/complete',
  staticData: { document: ['key'] },
  beforeLoad: async ({ location }) => {
    await requireVisitor();
    return { opened: location.state.registration ?? leaveFor('/register/renewal-token') };
  },
  component: lazyRouteComponent(() => import('./auth/registration.tsx'), 'RegistrationPage'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => auth,
  path: '/forgotten-password',
  staticData: { document: ['drawn', 'indexed'], description: 'forgottenPassword.intro' },
  validateSearch: readFormEnd,
  beforeLoad: requireVisitor,
  component: lazyRouteComponent(() => import('./auth/forgotten-password.tsx'), 'ForgottenPasswordPage'),
});

const passwordReset = createRoute({
  getParentRoute: () => auth,
  path: '/password-reset',
  staticData: { document: ['key'] },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === 'string' ? { token } : {},
  beforeLoad: async ({ search }) => {
    await requireVisitorForReset();
    if (search.token !== undefined) hide('/password-reset', { resetToken: search.token });
  },
  component: lazyRouteComponent(() => import('./auth/password-reset.tsx'), 'PasswordResetPage'),
});

const passwordResetForm = createRoute({
  getParentRoute: () => auth,
  path: '/passwordResetForm/$token',
  staticData: { leadsTo: '/password-reset', document: ['key'] },
  beforeLoad: async ({ params }) => {
    await requireVisitorForReset();
    hide('/password-reset', { resetToken: params.token });
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
  beforeLoad: requireNoStaff,
  component: lazyRouteComponent(() => import('./auth/sso-confirm.tsx'), 'SsoConfirmPage'),
});

const confirmAddress = createRoute({
  getParentRoute: () => auth,
  path: '/confirm-address',
  staticData: { document: ['key'] },
  component: lazyRouteComponent(() => import('./auth/confirm-address.tsx'), 'ConfirmAddressPage'),
});

const confirmAddressLink = createRoute({
  getParentRoute: () => auth,
  path: '/confirm-address/$token',
  staticData: { leadsTo: '/confirm-address', document: ['key'] },
  beforeLoad: ({ params }) => hide('/confirm-address', { confirmationToken: params.token }),
});

const staffView = createRoute({
  getParentRoute: () => auth,
  path: '/staff-view',
  staticData: { document: ['ownWindow'] },
  beforeLoad: ({ location }) => {
    if (location.hash !== '') hide('/staff-view', { staffToken: location.hash });
  },
  component: lazyRouteComponent(() => import('./auth/staff-view.tsx'), 'StaffViewPage'),
});

const notFound = createRoute({
  getParentRoute: () => auth,
  path: '/404',
  staticData: { document: ['drawn'] },
  component: lazyRouteComponent(() => import('./public/not-found.tsx'), 'NotFoundPage'),
});

const consentLink = createRoute({
  getParentRoute: () => auth,
  path: '/consent-management/$accountGuid',
  staticData: { leadsTo: '/consent-management', document: ['key', 'drawnForLink'] },
  validateSearch: (search): FormEnd & { emailId?: string } => ({ ...readEmailId(search), ...readFormEnd(search) }),
  beforeLoad: ({ params, search }) => hide('/consent-management', { consents: { ...params, ...search } }),
});

const consentManagement = createRoute({
  getParentRoute: () => auth,
  path: '/consent-management',
  staticData: { document: ['key'] },
  beforeLoad: ({ location }) => ({ link: location.state.consents }),
  component: lazyRouteComponent(() => import('./public/consent-management.tsx'), 'ConsentManagementPage'),
});

const olderConsentManagement = createRoute({
  getParentRoute: () => root,
  path: '/consentManagement/$accountId/$accountGuid',
  staticData: { leadsTo: '/consent-management', document: ['key'] },
  validateSearch: readEmailId,
  beforeLoad: ({ params: { accountGuid }, search }) => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
    throw redirect({ to: '/consent-management/$accountGuid', params: { accountGuid }, search, replace: true });
  },
});

const mailLink = createRoute({
  getParentRoute: () => auth,
  path: '/redirect/$id/$token',
  staticData: { leadsTo: '/redirect', document: ['key'] },
  beforeLoad: ({ params }) => hide('/redirect', { mailLink: params }),
});

const openedMailLink = createRoute({
  getParentRoute: () => auth,
  path: '/redirect',
  staticData: { document: ['key'] },
  component: lazyRouteComponent(() => import('./public/mail-link.tsx'), 'MailLinkPage'),
});

/** The pages of signing in and the links of mails, by layout. */
export const authRoutes = {
  root: [start, register, olderConsentManagement],
  auth: [
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
    staffView,
    notFound,
    consentLink,
    consentManagement,
    mailLink,
    openedMailLink,
  ],
} as const;
