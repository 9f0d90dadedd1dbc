import type { BrowserContext } from '@playwright/test';
import { startSession } from '../apps/server/src/features/identity/sessions.service.ts';
import { sessionCookie } from '../apps/server/src/http/origin/cookie-names.ts';
import type { Customer, Marina } from './marina.ts';

/** Lets the browser view a customer's portal as the marina's staff, in place of any session that it has. */
export async function viewAsStaff(
  context: BrowserContext,
  { tenant, url }: Pick<Marina, 'tenant' | 'url'>,
  { account }: Pick<Customer, 'account'>,
): Promise<void> {
  await context.clearCookies();
  const wanted = {
    accountId: account.id,
    loginId: null,
    remember: false,
    staffName: 'Sam Office',
    isOpenedOverTls: false,
  };
  const { token } = await startSession(tenant.db, tenant.id, wanted, new Date());
  await context.addCookies([{ name: sessionCookie, value: token, url }]);
}
