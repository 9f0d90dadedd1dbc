import { getAccount } from '@quayside/contract/account/account.ts';
import { reportClientError } from '@quayside/contract/portal/client-errors.ts';
import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { getSession } from '@quayside/contract/identity/identity.ts';
import type { Page } from '@playwright/test';
import { makeBoat } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessible } from './accessible.ts';
import { expect, greeting, openDashboard, ordersWidget, test } from './customers.ts';
import { another, holdScripts, openDrawn } from './drawn.ts';
import { breakCall, runInPortal } from './faults.ts';
import { submitLogin } from './marina.ts';
import { messages, stopTime } from './toasts.ts';

/** Tests failures of any page: refused, failing and broken calls. connection.spec.ts has those without an answer. */

const toOrders = (page: Page) => page.getByRole('link', { name: 'Unpaid orders', exact: true }).first().click();

/** Returns the names of the stored personal data of this tab. */
const keptSlices = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('quayside.')));

test('[PROV-8] [SHELL-11] [SHELL-20] 401: no toast, and the page asks to sign in again', async ({ page, somebody }) => {
  const robin = await somebody();
  await openDashboard(page, robin);
  // Otherwise a late part of the dashboard would be refused first, and open the login page without the click.
  await page.waitForLoadState('networkidle');
  await robin.marina.tenant.db.deleteFrom('sessions').where('tenant_id', '=', robin.marina.tenant.id).execute();
  await toOrders(page);
  await expect(page).toHaveURL(`${robin.url}/login`);
  await expect(page.getByText('Please sign in again')).toBeVisible();
  await expect(messages(page).getByRole('alert')).toHaveCount(0);
});

test('[SHELL-12] [SHELL-20] 403: the toast says Unauthorised, stored state is cleared, and login opens', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await openDashboard(page, robin);
  // A late part would be refused first here too.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    for (const name of ['settings', 'orders', 'basket', 'quickPay', 'account', 'auth', 'dashboard', 'setupFailure'])
      sessionStorage.setItem(`quayside.${name}`, '"kept"');
  });
  const { db, id } = robin.marina.tenant;
  await db.updateTable('accounts').set({ closed_at: new Date() }).where('tenant_id', '=', id).execute();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
  await toOrders(page);
  const toast = messages(page).getByRole('alert');
  await expect(toast).toContainText('Unauthorised');
  await expect(toast).toContainText('You are not authorised to view the page you requested');
  await expect(page).toHaveURL(`${robin.url}/login`);
  expect(await keptSlices(page)).toEqual([]);
  // The session is over on the server too.
  await expect.poll(() => db.selectFrom('sessions').select('name').where('tenant_id', '=', id).execute()).toEqual([]);

  // The next user of this tab sees no earlier answers while the new one is loading.
  await db.updateTable('accounts').set({ closed_at: null, firstname: 'Kit' }).where('tenant_id', '=', id).execute();
  const account = await breakCall(page, getAccount, 'waits');
  await page.clock.resume();
  await submitLogin(page, robin);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await expect(ordersWidget(page)).toContainText('You have no unpaid orders.');
  await expect(greeting(page)).toHaveCount(0);
  await account.mend();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Kit' })).toBeVisible();
});

test('[PROV-8] [SHELL-11] [SHELL-20] 404: the server’s own words in a toast', async ({ page, somebody }) => {
  const robin = await somebody();
  const refused = page.waitForResponse((response) => response.status() === 404);
  // Signs in by hand, because the document of a loaded page already contains the answer.
  await page.context().clearCookies();
  await page.goto(`${robin.url}/login`);
  await stopTime(page);
  // The page then asks for somebody else's account, which gets the same answer as an unknown one.
  await page.route('**/harbour/api/portal/*/account', (route) =>
    route.continue({ url: route.request().url().replace(robin.account.guid, '00000000-0000-4000-8000-000000000000') }),
  );
  await submitLogin(page, robin);
  const { responseStatus } = await (await refused).json();
  await expect(messages(page).getByRole('alert')).toContainText(responseStatus.message);
});

test('[SHELL-20] 500 in a part of the page: said in its place with a reference, and well when tried again', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  const summary = await breakCall(page, getSummary, 'fails');
  const refused = page.waitForResponse((response) => response.status() === 500);
  await page.goto(`${url}/secure/dashboard`);
  const { responseStatus, traceId } = await (await refused).json();
  const alert = ordersWidget(page).getByRole('alert');
  await expect(alert).toContainText(responseStatus.message);
  await expect(alert).toContainText(`Reference: ${traceId}`);
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText('Robin Test');
  await expectAccessible(page);
  await summary.mend();
  await ordersWidget(page).getByRole('button', { name: 'Try again' }).click();
  await expect(ordersWidget(page)).toContainText('You have no unpaid orders.');
});

test('[SHELL-11] [SHELL-20] 500 elsewhere: the server’s words and a reference in a toast', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  await breakCall(page, getAccount, 'fails');
  const refused = page.waitForResponse((response) => response.status() === 500);
  await stopTime(page);
  await page.goto(`${url}/secure/dashboard`);
  const { responseStatus, traceId } = await (await refused).json();
  await expect(messages(page).getByRole('alert')).toContainText(responseStatus.message);
  await expect(messages(page).getByRole('alert')).toContainText(`Reference: ${traceId}`);
});

test('[SHELL-20] a page whose guard gets no answer says so, and opens on the next try', async ({ page, somebody }) => {
  const { url } = await somebody();
  const session = await breakCall(page, getSession, 'fails');
  await page.goto(`${url}/secure/dashboard`);
  await expect(page.getByText('This page could not be shown')).toBeVisible();
  await expectAccessible(page);
  await session.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(greeting(page)).toBeVisible();
});

/** Returns the report of the next error, as the server received it. */
async function nextReport(page: Page): Promise<{ status: number; body: Record<string, string> }> {
  const response = await page.waitForResponse((answer) => answer.url().endsWith(reportClientError.path));
  return { status: response.status(), body: response.request().postDataJSON() as Record<string, string> };
}

const failures = [
  ['thrown', `queueMicrotask(() => decodeURIComponent('%'));`],
  ['a promise’s', `Promise.reject(new RangeError('out of bounds')); undefined;`],
] as const;

for (const [how, code] of failures) {
  test(`[SHELL-13] an error that nobody handles, ${how}, shows a toast with the reference of its report`, async ({
    page,
    somebody,
  }) => {
    const robin = await somebody();
    await openDashboard(page, robin);
    await page.clock.install();
    const reported = nextReport(page);
    await runInPortal(page, code);
    const { status, body } = await reported;
    expect(status).toBe(200);
    expect(body['page']).toBe('/secure/dashboard');
    const toast = messages(page).getByRole('alert');
    await expect(toast).toContainText('Something went wrong. You can continue.');
    await expect(toast).toContainText(`Reference: ${body['reference']}`);
    await expectAccessible(page);
    await toOrders(page);
    await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding`);
  });

  test(`[SHELL-253] an error of code that an app has put into the page, ${how}, is reported without a toast`, async ({
    page,
    somebody,
  }) => {
    await openDashboard(page, await somebody());
    const reported = nextReport(page);
    await page.evaluate(code);
    expect((await reported).status).toBe(200);
    // The first toast is that of a later error of the portal.
    const later = nextReport(page);
    await runInPortal(page, `queueMicrotask(() => null.later);`);
    await expect(messages(page).getByRole('alert')).toContainText(`Reference: ${(await later).body['reference']}`);
  });
}

test('[SHELL-13] a page that a translator changes before the scripts come is drawn again without a toast', async ({
  browser,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const reader = await another(browser, context, {});
  const page = await reader.newPage();
  const release = await holdScripts(page);
  await openDrawn(page, `${robin.url}/secure/dashboard`);
  await greeting(page).evaluate((heading) => {
    heading.textContent = 'Bonjour';
  });
  const reported = nextReport(page);
  release();
  await expect(greeting(page)).toBeVisible();
  expect((await reported).body['message']).toContain('React error');
  await expect(messages(page).getByRole('alert')).toHaveCount(0);
  await reader.close();
});

test('[SHELL-13] a broken part of the page is replaced by a note with a button to try again; the rest works', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db, id: tenantId } = robin.marina.tenant;
  await makeBoat(db, { tenantId, accountId: robin.account.id, siteId: robin.account.siteId });
  await page.addInitScript(() => {
    Object.assign(window, { canWriteNumbers: false });
    const format = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format');
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        if ('canWriteNumbers' in window && !window.canWriteNumbers) throw new RangeError('no numbers today');
        return format?.get?.call(this);
      },
    });
  });
  const reported = nextReport(page);
  await stopTime(page);
  // The browser writes the numbers of a page that it has not opened by its address.
  await page.goto(`${robin.url}/secure/contact-us`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  const note = page
    .getByRole('main')
    .getByRole('alert')
    .filter({ hasText: 'This part of the page could not be shown' });
  // A timer renders the answer.
  await expect.poll(() => page.clock.runFor(20).then(() => note.count())).toBe(1);
  const { body } = await reported;
  await expect(messages(page).getByRole('alert').first()).toContainText('Something went wrong. You can continue.');
  await expect(note).toContainText(`Reference: ${body['reference']}`);
  await expect(ordersWidget(page)).toContainText('You have no unpaid orders.');
  await page.evaluate(() => Object.assign(window, { canWriteNumbers: true }));
  await page.clock.resume();
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Your boat' })).toContainText('9.40 m');
});

test('[SHELL-13] a report that can’t be made changes nothing for the reader', async ({ page, somebody }) => {
  const robin = await somebody();
  await openDashboard(page, robin);
  await breakCall(page, reportClientError, 'fails');
  await page.clock.install();
  const refused = page.waitForResponse((response) => response.status() === 500);
  await runInPortal(page, failures[1][1]);
  await refused;
  await expect(messages(page).getByRole('alert')).toHaveCount(1);
  await expect(messages(page).getByRole('alert')).toContainText('Something went wrong. You can continue.');
});
