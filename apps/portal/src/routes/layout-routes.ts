import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from '../lib/guards.ts';
import { opensInOwnWindow } from '../lib/own-window.ts';
import { BarePageFailure } from './page-failure.tsx';
import { Root } from './root.tsx';

/** What every route knows. */
export interface Context {
  tenant: TenantConfig;
}

export const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ location, preload }) => {
    // The page goes away, so nothing may come of this one.
    if (!preload && opensInOwnWindow(location.pathname, location.publicHref)) await new Promise<never>(() => {});
  },
  component: Root,
});

/** Pages before signing in. */
export const auth = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: lazyRouteComponent(() => import('./auth/layout.tsx'), 'AuthLayout'),
});

/** Pages of somebody who is signed in. */
export const secure = createRoute({
  getParentRoute: () => root,
  path: '/secure',
  beforeLoad: ({ location }) => requireSession(location.href),
  component: lazyRouteComponent(() => import('./secure/layout.tsx'), 'SecureLayout'),
  errorComponent: BarePageFailure,
});
