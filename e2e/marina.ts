import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DatabaseClient } from '../apps/server/src/db/client.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  sampleSettings,
  sampleSite,
  type TestAccount,
  type TestTenant,
} from '../apps/server/src/testing/factories/factories.ts';
import { testSecretKeys } from '../apps/server/src/testing/secret-keys.ts';
import { TestClock } from '../apps/server/src/testing/test-clock.ts';
import { test as base } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** A marina of the test's own, so that locking, closing and switching off disturb no other test. */
export interface Marina {
  url: string;
  tenant: TestTenant;
  /** Adds a customer who can sign in there with `password`. */
  addCustomer: () => Promise<Customer>;
}

export interface Customer {
  email: string;
  password: string;
  account: TestAccount;
}

type Settings = Parameters<typeof sampleSettings>[0];

export interface Fixtures {
  /** Makes a marina. @param sites names of its sites, numbered from 1; default: a single site */
  openMarina: (settings?: Settings, sites?: string[]) => Promise<Marina>;
}

export const test = base.extend<Fixtures>({
  openMarina: async ({ databaseOwnerUrl, saltmarshUrl }, use) => {
    const owner = new DatabaseClient({ url: databaseOwnerUrl, size: 2, secretKeys: testSecretKeys });
    const maker = { ownerDb: owner.unsafeWithoutTenant(), database: owner, clock: new TestClock() };
    await use(async (settings, names = [sampleSite().name]) => {
      const key = `marina-${randomUUID().slice(0, 8)}`;
      const host = `${key}.localhost`;
      const sites = names.map((name, index) => sampleSite({ id: index + 1, name }));
      const draft = { key, name: 'Test Haven', hosts: [host], settings: sampleSettings(settings), sites };
      const tenant = await makeTenant(maker, draft);
      const url = `http://${host}:${new URL(saltmarshUrl).port}`;
      return { url, tenant, addCustomer: () => addCustomer(tenant) };
    });
    await owner.close();
  },
});

async function addCustomer(tenant: TestTenant): Promise<Customer> {
  const account = await makeAccount(tenant, { firstname: 'Robin', lastname: 'Test' });
  const { email } = await makeLogin(tenant, account);
  return { email, password: samplePassword, account };
}

/** The customers of the demo. */
export const jo = { email: 'jo.sailor@example.com', password: 'Harbour#2026' };
export const luc = { email: 'luc.marin@example.com', password: 'Harbour#2026' };

type Login = Pick<Customer, 'email' | 'password'>;

/** Types a login into the open login page, and submits it. */
export async function submitLogin(page: Page, { email, password }: Login): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Signs the browser in without a page, for tests of later steps. It asks for the session at the server's own
 * address with the tenant's key, and gives the cookie to the browser.
 */
export async function signIn(page: Page, url: string, login: Login): Promise<void> {
  const cookie = await openSession(url, login);
  await page.context().addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Opens a session without a browser. @returns its cookie */
export async function openSession(url: string, { email, password }: Login): Promise<{ name: string; value: string }> {
  const { hostname, port } = new URL(url);
  const answer = await fetch(`http://127.0.0.1:${port}/harbour/api/auth/credentials`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', tenantKey: hostname.split('.')[0] ?? '' },
    body: JSON.stringify({ userName: email, password, rememberMe: true }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(cookie) ?? [];
  if (!answer.ok || !name || !value) throw new Error(`${email} could not sign in: ${answer.status}`);
  return { name, value };
}
