import { writeSearch } from '@quayside/contract/shared/call.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { createRoute, createRouter, type RouterHistory } from '@tanstack/react-router';
import { ApiError } from '../lib/calls/api-error.ts';
import { leaveFor } from '../lib/session/guards.ts';
import { readSearch } from './address/address-search.ts';
import { tellUnhandled } from '../lib/errors/unhandled-errors.ts';
import { LoadingSkeleton } from '../ui/loading/loading-skeleton.tsx';
import { agreementRoutes } from './agreement-routes.ts';
import type { LoginNoticeKind } from './auth/login-notice.tsx';
import { authRoutes } from './auth-routes.ts';
import { auth, root, secure } from './layout-routes.ts';
import type { FormEnd } from './address/link-search.ts';
import { PageFailure } from './page-failure.tsx';
import { paymentRoutes } from './payment-routes.ts';
import { quickPay, quickPaySteps } from './quick-pay-routes.ts';
import { secureRoutes } from './secure-routes.ts';

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => leaveFor('/404'),
});

const tree = root.addChildren([
  ...authRoutes.root,
  ...agreementRoutes.root,
  ...paymentRoutes.root,
  auth.addChildren([...authRoutes.auth, ...agreementRoutes.auth, ...paymentRoutes.auth]),
  quickPay.addChildren(quickPaySteps),
  secure.addChildren([...secureRoutes.secure, ...agreementRoutes.secure, ...paymentRoutes.secure]),
  anythingElse,
]);

/** The portal's base path. It lives at the root, and also answers under `/portal` in any case (decision C2.1). */
function basepath(): string {
  const [base = '/'] = (!import.meta.env.SSR && /^\/portal(?=\/|$)/i.exec(location.pathname)) || [];
  return base;
}

let isFirstPage = true;

/**
 * Checks if the router may scroll to where a page was left, or to its top. Not on the first page of a document once
 * the reader has scrolled it or is in one of its fields: the server's HTML can be read before the scripts come. The
 * router's own scrolling would also stop the browser's, for example in the text of an agreement.
 */
function mayScroll(): boolean {
  const isReading = isFirstPage && (scrollY > 0 || document.activeElement !== document.body);
  isFirstPage = false;
  return !isReading;
}

/**
 * The router of a tenant's portal.
 * @param history where it is, on the server. The browser has its own.
 */
export function makeRouter(tenant: TenantConfig, history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    context: { tenant },
    ...(history && { history }),
    basepath: basepath(),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingComponent: () => <LoadingSkeleton heights={[36, 120, 120]} />,
    defaultErrorComponent: PageFailure,
    // The page itself shows the error of a call.
    defaultOnCatch: (error) => {
      if (!(error instanceof ApiError)) tellUnhandled(error);
    },
    defaultNotFoundComponent: () => leaveFor('/404'),
    // The server's part of it is a script inside the document, which the policy forbids.
    scrollRestoration: !import.meta.env.SSR && mayScroll,
  });
}

export type PortalRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
  interface HistoryState {
    /** The session ended during the visit. The login page tells so in a quiet line (decision C6.6). */
    signInAgain?: boolean;
    /** The session ended by a refused call, on a page for paying. The login page tells so. */
    wasRefused?: boolean;
    /** The reason why single sign-on failed, for the page to which it led back. */
    refusedSignOn?: string;
    /** The notice of the registration, for the login page. */
    notice?: LoginNoticeKind;
    /**
     * The registration that a letter's code opens. It is not in the address, where others could read it. The same
     * holds for the fields below.
     */
    registration?: { renewalToken: string; accountGuid: string };
    /** The account whose notification preferences a mail's link shows, and the id of that mail. */
    consents?: { accountGuid: string; emailId?: string } & FormEnd;
    /** The short link of a mail. */
    mailLink?: { id: string; token: string };
    /** The token of a mail's password reset link. */
    resetToken?: string;
    /** The token of a link that confirms an address. */
    confirmationToken?: string;
    /** The token of an operator's link to view a customer's portal. */
    staffToken?: string;
  }
}
