import { getAccount } from '@quayside/contract/account/account.ts';
import { getSession, getSessionEnd, signOut } from '@quayside/contract/identity/identity.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { breakCall } from './faults.ts';
import { closeLoginAlerts } from './login-alerts.ts';
import { expect, jo, signIn, submitLogin, test } from './marina.ts';

test('[LOGIN-9] [SHELL-16] signing out ends the session on the server, and what this tab and others keep', async ({
  page,
  context,
  openMarina,
}) => {
  const marina = await openMarina();
  await signIn(page, marina.url, await marina.addCustomer());
  await page.goto(`${marina.url}/secure/dashboard`);
  const otherTab = await context.newPage();
  await otherTab.goto(`${marina.url}/secure/dashboard`);
  await expect(otherTab.getByRole('heading', { level: 1 })).toBeVisible();
  await otherTab.evaluate(() => sessionStorage.setItem('quayside.orders', '"kept"'));
  const cookies = await context.cookies();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(otherTab).toHaveURL(`${marina.url}/login`);
  expect(await otherTab.evaluate(() => sessionStorage.getItem('quayside.orders'))).toBeNull();

  await context.addCookies(cookies);
  await page.goto(`${marina.url}/secure/dashboard`);
  await expect(page).toHaveURL(`${marina.url}/login`);
});

test('[LOGIN-9] signing out clears everything: what is stored, what was answered, and the session itself', async ({
  page,
  context,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  const { db, id } = marina.tenant;
  await signIn(page, marina.url, customer);
  await page.goto(`${marina.url}/secure/dashboard`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
  await page.evaluate(() => {
    for (const name of ['settings', 'orders', 'basket', 'quickPay', 'account', 'auth', 'dashboard', 'setupFailure'])
      sessionStorage.setItem(`quayside.${name}`, '"kept"');
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('quayside.')));
  expect(await kept()).toEqual([]);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('quayside_session');
  expect(await db.selectFrom('sessions').select('name').where('tenant_id', '=', id).execute()).toEqual([]);

  // The next user of this tab sees no earlier answers while the new one is loading.
  await db.updateTable('accounts').set({ firstname: 'Kit' }).where('tenant_id', '=', id).execute();
  const account = await breakCall(page, getAccount, 'waits');
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await expect(page.getByRole('region', { name: 'Unpaid orders' })).toContainText('You have no unpaid orders.');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toHaveCount(0);
  await account.mend();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Kit' })).toBeVisible();
});

for (const { what, fail } of [
  { what: 'answered with an error', fail: (page: Page) => breakCall(page, signOut, 'fails') },
  { what: 'cut off', fail: (page: Page) => breakCall(page, signOut, 'drops') },
  {
    what: 'made offline',
    fail: async (page: Page) => {
      await page.context().setOffline(true);
      return { mend: () => page.context().setOffline(false) };
    },
  },
]) {
  test(`[LOGIN-15] a sign-out that is ${what} says so, and can be tried again`, async ({
    page,
    context,
    openMarina,
  }) => {
    const marina = await openMarina();
    await signIn(page, marina.url, await marina.addCustomer());
    await page.goto(`${marina.url}/secure/dashboard`, { waitUntil: 'networkidle' });
    const otherTab = await context.newPage();
    await otherTab.goto(`${marina.url}/secure/contact-us`, { waitUntil: 'networkidle' });
    const failing = await fail(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('alert')).toContainText('You are still signed in');
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
    await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
    await expect(otherTab).toHaveURL(`${marina.url}/secure/contact-us`);

    await failing.mend();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(`${marina.url}/login`);
    await expect(otherTab).toHaveURL(`${marina.url}/login`);
    expect(await marina.tenant.db.selectFrom('sessions').select('name').execute()).toEqual([]);
  });
}

test('[LOGIN-15] the drawer of a phone says that a sign-out failed', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, marina.url, await marina.addCustomer());
  await page.goto(`${marina.url}/secure/dashboard`, { waitUntil: 'networkidle' });
  await breakCall(page, signOut, 'fails');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('button', { name: 'Sign out' }).click();
  await expect(drawer.getByRole('alert')).toContainText('You are still signed in');
  await expect(drawer.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test('[LOGIN-9] the browser’s Back button shows nothing of a customer who has signed out', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  const greeting = page.getByRole('heading', { level: 1, name: 'Hello Robin' });
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => seen.push(document.body?.innerText.includes('Robin'))).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  const hasSeenRobin = () => page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.includes(true));
  await signIn(page, marina.url, customer);
  await page.goto(`${marina.url}/secure/dashboard`);
  await expect(greeting).toBeVisible();
  expect(await hasSeenRobin()).toBe(true);
  // Restored from the back/forward cache, the page shows nothing until it knows again who is signed in.
  const event = (type: string) =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
  await event('pagehide');
  await expect(greeting).toBeHidden();
  const loaded = page.waitForEvent('domcontentloaded');
  await event('pageshow');
  await loaded;
  await expect(greeting).toBeVisible();

  await page.goto(`${marina.url}/secure/contact-us`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await page.goBack();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await hasSeenRobin()).toBe(false);
});

test('[LOGIN-9] signing out forgets where the reader was going', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await signIn(page, marina.url, customer);
  await page.goto(`${marina.url}/secure/orders/outstanding`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
});

test('[LOGIN-10] a session that has ended asks the reader to sign in again, without an error, and continues', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await signIn(page, marina.url, customer);
  await page.goto(`${marina.url}/secure/dashboard`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Robin' })).toBeVisible();
  // Otherwise a part of this page finds the end first, on the way to the other page.
  await page.waitForLoadState('networkidle');
  await marina.tenant.db.deleteFrom('sessions').execute();
  await page.getByRole('link', { name: 'Unpaid orders' }).click();

  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/orders/outstanding`);
});

test('[LOGIN-10] a reader who notices the end by a click is asked the same way, and continues', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await page.clock.install();
  await signIn(page, marina.url, customer);
  // Otherwise the watch for the session's end may find it first.
  await breakCall(page, getSessionEnd, 'fails');
  await page.goto(`${marina.url}/secure/dashboard`, { waitUntil: 'networkidle' });

  // The click itself finds it: after a minute, the next page asks for the session again.
  await marina.tenant.db.deleteFrom('sessions').execute();
  await page.clock.setSystemTime(Date.now() + 61_000);
  await page.getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/orders/outstanding`);
  await expect(page.getByText('You have no unpaid orders. Nothing is due.')).toBeVisible();
});

test('[LOGIN-10] a click while the login page opens decides where the reader goes after signing in', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await page.clock.install();
  await signIn(page, marina.url, customer);
  await breakCall(page, getSessionEnd, 'fails');
  await page.goto(`${marina.url}/secure/orders/outstanding`, { waitUntil: 'networkidle' });
  await expect(page.getByText('You have no unpaid orders. Nothing is due.')).toBeVisible();

  // Nothing happens on its own from here. The way to the login page waits for an answer, and the old page stays
  // until the test continues the clock.
  const call = await breakCall(page, getSession, 'waits');
  await page.clock.pauseAt(Date.now() + 10_000);
  await marina.tenant.db.deleteFrom('sessions').execute();
  const links = page.getByRole('navigation').getByRole('link');
  await links.filter({ hasText: 'Dashboard' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await links.filter({ hasText: 'Contact us' }).click();
  await expect(page).toHaveURL(`${marina.url}/secure/contact-us`);
  await call.mend();
  await page.clock.resume();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/contact-us`);
});

test('[SHELL-16] stored state contains no personal data, and signing out clears it', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await page.goto(`${marina.url}/secure/orders/outstanding`);
  await submitLogin(page, customer);
  await expect(page).toHaveURL(`${marina.url}/secure/orders/outstanding`);
  await page.reload();
  await expect(page).toHaveURL(`${marina.url}/secure/orders/outstanding`);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].map(Object.entries)));
  for (const secret of [customer.email, customer.password, customer.account.guid, 'Robin']) {
    expect(stored).not.toContain(secret);
  }
  expect(await page.evaluate(() => document.cookie)).not.toContain('quayside_session');

  await page.evaluate(() => sessionStorage.setItem('quayside.settings', '"kept"'));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('quayside.')))).toEqual(
    [],
  );
});

test('[SHELL-16] a choice survives a reload, and not a sign-out', async ({ page, saltmarshUrl }) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/orders/outstanding');
  const first = page.getByRole('main').getByRole('checkbox', { disabled: false }).first();
  await expect(first).toBeChecked();
  await first.uncheck();
  await page.reload();
  await expect(first).not.toBeChecked();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await submitLogin(page, jo);
  await closeLoginAlerts(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(first).toBeChecked();
});
