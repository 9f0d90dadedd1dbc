import { permitsMicroApp } from '@quayside/contract/micro-apps.ts';
import { isMicroAppPage } from '@quayside/contract/portal-routes.ts';
import type { TenantConfig } from '@quayside/contract/tenant.ts';
import { redirect } from '@tanstack/react-router';
import { readAppAddress } from '../../features/micro-apps/app-address.ts';
import { leaveFor, requireOffered } from '../../lib/guards.ts';
import { documentPath } from '../../lib/page.ts';

/**
 * The guard of the page that frames partners' apps: some app is named, and the marina has switched on what it needs.
 * Loaded with that page: signing in needs none of it.
 */
export function requireMicroApp(tenant: TenantConfig, app: string | undefined): void {
  const address = readAppAddress(app);
  if (address === undefined || tenant.microAppApi === null) return leaveFor('/404');
  requireOffered(permitsMicroApp(tenant, address.id));
  // Only this page's own document may frame apps, so it is loaded whole.
  if (isMicroAppPage(documentPath)) return undefined;
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({ to: '/secure/micro-app', search: { app }, reloadDocument: true, replace: true });
}
