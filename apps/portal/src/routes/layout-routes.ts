import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession } from '../lib/guards.ts';
import { opensInOwnWindow } from '../lib/own-window.ts';
import { BarePageFailure } from './page-failure.tsx';
import { Root } from './root.tsx';

/** The context of every route. */
export interface Context {
  tenant: TenantConfig;
}

export const root = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ location, preload }) => {
    // The browser leaves this page, so the route must never finish loading.
    if (!import.meta.env.SSR && !preload && opensInOwnWindow(location.pathname, location.publicHref))
      await new Promise<never>(() => {});
  },
  component: Root,
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
  component: lazyRouteComponent(() => import('./secure/layout.tsx'), 'SecureLayout'),
  errorComponent: BarePageFailure,
});
