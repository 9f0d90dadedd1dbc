import { signOut } from '@quayside/contract/identity/identity.ts';
import type { Page } from '@playwright/test';
import { auditOf } from '../apps/server/src/testing/audit.ts';
import { makeEstimate, makeStay } from '../apps/server/src/testing/factories/estimates.ts';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { makeStaffLinkTo } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, ownerOf, type Somebody, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { stopTime } from './toasts.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'You are viewing a customer’s portal' });

const linkTo = async ({ url, marina, account }: Somebody) =>
  `${url}/staff-view#${await makeStaffLinkTo(marina.tenant, account, new Date())}`;

/** Opens the portal as staff by their link. The browser is on the dashboard afterwards. */
async function look(page: Page, customer: Somebody): Promise<void> {
  await page.goto(await linkTo(customer));
  await page.getByRole('button', { name: 'Open the portal' }).click();
  await expect(page).toHaveURL(`${customer.url}/secure/dashboard`);
  await expect(banner(page)).toContainText('Mrs Robin Test');
}

test('[LOGIN-12] a link opens the portal when asked, once, and says whose it is and until when', async ({
  page,
  context,
  somebody,
}) => {
  const customer = await somebody();
  await context.clearCookies();
  const link = await linkTo(customer);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'View a customer’s portal' })).toBeVisible();
  await expect(page).toHaveURL(`${customer.url}/staff-view`);
  await expectAccessibleOnDeskAndPhone(page);
  await page.reload();
  expect((await auditOf(customer.marina.tenant)).map(({ event }) => event)).not.toContain('staff-link.used');

  await page.getByRole('button', { name: 'Open the portal' }).click();
  await expect(page).toHaveURL(`${customer.url}/secure/dashboard`);
  const { expires_at: endsAt } = await customer.marina.tenant.db
    .selectFrom('sessions')
    .select('expires_at')
    .where('tenant_id', '=', customer.marina.tenant.id)
    .where('staff_name', 'is not', null)
    .executeTakeFirstOrThrow();
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' }).format(endsAt);
  await expect(banner(page)).toContainText(`the portal of Mrs Robin Test, account ${customer.account.id}`);
  await expect(banner(page)).toContainText(`This ends at ${time}. You can view everything and change nothing.`);
  await expectAccessibleOnDeskAndPhone(page);

  const stranger = await context.newPage();
  await stranger.goto(link);
  await stranger.getByRole('button', { name: 'Open the portal' }).click();
  await expect(stranger.getByRole('alert')).toContainText('This link no longer works');
  await expectAccessibleOnDeskAndPhone(stranger);
});

const securePages = [
  ['/secure/dashboard', /^Hello/],
  ['/secure/account/edit', 'My account'],
  ['/secure/account/my-stays', 'My stays'],
  ['/secure/account/order-history', 'Order history'],
  ['/secure/account/payment-history', 'Payment history'],
  ['/secure/agreements', 'Agreements'],
  ['/secure/boats', 'Boats'],
  ['/secure/contact-us', 'Contact us'],
  ['/secure/documents', 'Documents'],
  ['/secure/estimates', 'Estimates'],
  ['/secure/orders/outstanding', 'Unpaid orders'],
  ['/secure/waiting-lists', 'Waiting lists'],
] as const;

const checkouts = [
  '/secure/paysafe/checkout',
  '/secure/paysafe/checkout/cvv',
  '/secure/paysafe/checkout/confirmation',
  '/secure/paysafe/error',
  '/secure/clear-accept/checkout',
  '/secure/clear-accept-pay-cards',
  '/secure/manage-payment-methods',
  '/secure/paypal-success',
  '/secure/payment/confirmation',
  '/secure/payment/error',
];

test('[LOGIN-12] every secure page opens, marked; every checkout page leads to the dashboard, and says why', async ({
  page,
  somebody,
}) => {
  const customer = await somebody();
  await makeStay(customer.marina.tenant.db, ownerOf(customer));
  await look(page, customer);
  for (const [path, heading] of securePages) {
    await page.goto(customer.url + path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
    await expect(banner(page), path).toBeVisible();
    await expect(page).toHaveURL(customer.url + path);
  }
  await stopTime(page);
  for (const path of checkouts) {
    await page.goto(customer.url + path);
    await expect(page, path).toHaveURL(`${customer.url}/secure/dashboard`);
    await expect(
      page.getByText('You can not view the users checkout page when viewing their portal'),
      path,
    ).toBeVisible();
  }
});

test('[LOGIN-12] on pages that save or send, nothing can be saved, and the pages say why', async ({
  page,
  somebody,
}) => {
  const customer = await somebody({ consents: ['News of the harbour'] });
  await look(page, customer);
  const before = await customer.stored();
  const why = 'Only the customer can save or send here.';

  await page.goto(`${customer.url}/secure/account/edit`);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'News of the harbour' })).toBeDisabled();
  await expect(page.getByRole('main').getByText(why)).toHaveCount(2);
  await expectAccessible(page);

  await page.goto(`${customer.url}/secure/contact-us`);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(page.getByRole('main').getByText(why)).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${customer.url}/secure/orders/outstanding`);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /Pay now/ })).toHaveCount(0);
  expect(await customer.stored()).toEqual(before);
});

test('[LOGIN-12] an agreement is read and not signed, a document is not uploaded, and each page says why', async ({
  page,
  somebody,
}) => {
  const customer = await somebody();
  const { db, id } = customer.marina.tenant;
  const { guid } = await makeReadableAgreement(db, ownerOf(customer), { type: 'Berthing licence' });
  await makeDocumentType(db, id, { name: 'Proof of identity' });
  await look(page, customer);
  const why = page.getByRole('main').getByText('Only the customer can save or send here.');
  await page.goto(`${customer.url}/secure/agreements/unsigned/${guid}`);
  await expect(page.getByRole('region', { name: 'Berthing licence' })).toContainText('keeps the berth tidy');
  await expect(why).toBeVisible();
  await expect(page.locator('canvas')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0);

  await page.goto(`${customer.url}/secure/documents`);
  await expect(why).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Proof of identity' })).toBeDisabled();

  await page.goto(`${customer.url}/quick-sign/${guid}`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('robin.test@example.com');
  await expect(page.getByText('You are viewing a customer’s portal. You cannot change anything here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveAttribute('aria-disabled', 'true');
});

test('[LOGIN-12] an estimate is read, but not e-mailed: the button is off and says why', async ({ page, somebody }) => {
  const customer = await somebody();
  const { tenant } = customer.marina;
  const { id: accountId, siteId } = customer.account;
  const id = await makeEstimate(tenant.db, { tenantId: tenant.id, accountId, siteId });
  await look(page, customer);
  await page.goto(`${customer.url}/secure/estimates/${id}`);
  const email = page.getByRole('button', { name: 'E-mail' });
  await expect(email).toBeDisabled();
  await expect(email).toHaveAccessibleDescription('Only the customer can request this e-mail.');
  await expectAccessible(page);
});

test('[LOGIN-12] the server refuses what the portal doesn’t offer, and records it', async ({ page, somebody }) => {
  const customer = await somebody();
  await look(page, customer);
  const refusal = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ account: { firstname: 'Mallory' }, consentGroups: [] });
    const answer = await fetch('/harbour/api/portal/account', { method: 'POST', headers, body });
    const { responseStatus } = (await answer.json()) as { responseStatus: { message: string } };
    return `${answer.status} ${responseStatus.message}`;
  });
  expect(refusal).toBe('409 You are viewing a customer’s portal. You cannot change anything here.');
  expect((await customer.stored()) as { firstname: string }).toMatchObject({ firstname: 'Robin' });
  expect((await auditOf(customer.marina.tenant)).at(-1)).toMatchObject({
    event: 'staff-view.refused',
    actor: { kind: 'staff', name: 'Sam Office' },
    accountId: customer.account.id,
    details: { call: 'saveAccount' },
  });
});

test('[LOGIN-12] the button that stops viewing ends the session, by keyboard', async ({ page, somebody }) => {
  const customer = await somebody();
  await look(page, customer);
  await banner(page).getByRole('button', { name: 'Stop viewing' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${customer.url}/login`);
  await page.goto(`${customer.url}/secure/dashboard`);
  await expect(page).toHaveURL(`${customer.url}/login`);
  expect((await auditOf(customer.marina.tenant)).map(({ event }) => event)).toContain('staff-view.ended');
});

test('[LOGIN-15] staff read that their view has not ended', async ({ page, somebody }) => {
  const customer = await somebody();
  await look(page, customer);
  const failing = await breakCall(page, signOut, 'fails');
  await banner(page).getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page.getByRole('alert')).toContainText('You are still signed in');
  await failing.mend();
  await banner(page).getByRole('button', { name: 'Stop viewing' }).click();
  await expect(page).toHaveURL(`${customer.url}/login`);
});

test('[LOGIN-12] after half an hour the next call leads to the login page', async ({ page, somebody }) => {
  const customer = await somebody();
  await look(page, customer);
  // A part of the dashboard that still loads would be the next thing asked for, and lead away before the click.
  await page.waitForLoadState('networkidle');
  const { db, id } = customer.marina.tenant;
  await db.updateTable('sessions').set({ expires_at: new Date() }).where('tenant_id', '=', id).execute();
  await page.getByRole('link', { name: 'Unpaid orders' }).click();
  await expect(page).toHaveURL(`${customer.url}/login`);
});

test('[LOGIN-12] a staff view never shows a customer who is signed in in another tab', async ({
  page,
  context,
  somebody,
}) => {
  const customer = await somebody();
  const otherTab = await context.newPage();
  await otherTab.goto(`${customer.url}/secure/account/edit`);
  await expect(otherTab.getByRole('button', { name: 'Save' })).toBeEnabled();
  await look(page, customer);
  await expect(banner(otherTab)).toBeVisible();
});

test('[LOGIN-12] without a token in its address the page says so', async ({ page, openMarina }) => {
  const { url } = await openMarina();
  await page.goto(`${url}/staff-view`);
  await expect(page.getByRole('alert')).toContainText('This link no longer works');
});
