import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { type DocumentKind, ownWindowKinds } from '@quayside/contract/portal/document-kinds.ts';
import type { PagePath } from '@quayside/contract/portal/portal-routes.ts';
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import { leaveFor, requireSession } from '../lib/session/guards.ts';
import { isMadeFor } from '../lib/page-data/document-data.ts';
import { loadAllTexts } from '../lib/texts/i18n.ts';
import { opensInOwnWindow } from '../lib/browser/framed.ts';
import { BarePageFailure } from './page-failure.tsx';
import type { MenuPlace } from './secure/layout/menu-entry.ts';
import { Root } from './root.tsx';

/** The context of every route. */
export interface Context {
  tenant: TenantConfig;
}

/** Checks if no other site may frame the document of a route. The server's policy says the same. */
const needsOwnWindow = ({ staticData: { document } }: { staticData: StaticDataRouteOption }): boolean =>
  document?.some((kind) => ownWindowKinds.includes(kind)) ?? false;

export const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ location, matches, preload }) => {
    if (import.meta.env.SSR) return;
    // The path of this layout is no page by itself.
    if (matches.at(-1)?.routeId === '/secure') leaveFor('/404');
    if (!isMadeFor(location.publicHref.replace(/[?#].*$/, ''))) await loadAllTexts();
    if (preload || !matches.some(needsOwnWindow)) return;
    // The browser leaves this page, so the route must never finish loading.
    if (opensInOwnWindow(location.publicHref)) await new Promise<never>(() => {});
  },
  component: Root,
  errorComponent: BarePageFailure,
});

/** The layout of pages before signing in. */
export const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: lazyRouteComponent(() => import('./auth/layout.tsx'), 'AuthLayout'),
});

/** The layout of signed-in pages. */
export const secure = createRoute({
  getParentRoute: () => root,
  path: '/secure',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('./secure/layout/layout.tsx'), 'SecureLayout'),
  errorComponent: BarePageFailure,
});

declare module '@tanstack/react-router' {
  /**
   * Facts about a page beside its path and guard. `npm run pages` writes them into the table of pages (`PortalPage`)
   * and into the menu. A build for browsers removes what no browser reads (`build/light-routes.ts`).
   */
  interface StaticDataRouteOption {
    /** The kinds of the page's document. A route has those of its layouts too. */
    document?: DocumentKind[];
    /** The page to which the guard always leads on. */
    leadsTo?: PagePath;
    /** The text key of the sentences by which a search engine describes the page. */
    description?: string;
    /** The page's entry in the menu of signed-in customers. */
    menu?: MenuPlace;
  }
}
