import { permitsMicroApp } from '@quayside/contract/tenant/micro-apps.ts';
import type { TenantConfig } from '@quayside/contract/tenant/tenant.ts';
import { redirect } from '@tanstack/react-router';
import { readAppAddress } from '../../features/micro-apps/app-address.ts';
import { leaveFor, requireOffered } from '../../lib/session/guards.ts';
import { documentPath } from '../../lib/page-data/document-data.ts';

/**
 * The guard of the page that frames partners' apps: the address must name an app, and the marina must have switched
 * on its permission. Loaded with that page, because signing in needs none of it.
 * @param path the path of that page
 */
export function requireMicroApp(tenant: TenantConfig, app: string | undefined, path: string): void {
  const address = readAppAddress(app);
  if (address === undefined || tenant.microAppApi === null) return leaveFor('/404');
  requireOffered(permitsMicroApp(tenant, address.id));
  // Only this page's own document may frame apps, so the document is loaded again.
  if (barePath(documentPath) === barePath(path)) return undefined;
  // oxlint-disable-next-line typescript/only-throw-error -- the router's redirect is made to be thrown
  throw redirect({
    to: '/secure/micro-app',
    search: app === undefined ? {} : { app },
    reloadDocument: true,
    replace: true,
  });
}

/** Returns a path without what makes no difference: case, `/portal` before it, and a slash at its end. */
const barePath = (path: string): string => path.toLowerCase().replaceAll(/^\/portal(?=\/)|\/$/g, '');
