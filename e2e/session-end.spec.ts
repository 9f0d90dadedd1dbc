import { signOut } from '@quayside/contract/identity/identity.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { expect, type Marina, signIn, submitLogin, test } from './marina.ts';

const day = 24 * 60 * 60_000;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const isSessionEnd = '**/auth/session/end';

/** Makes the session look unused, so that it ends in this number of seconds. */
async function leaveSeconds({ tenant }: Marina, seconds: number): Promise<void> {
  const last_seen_at = new Date(Date.now() - 14 * day + seconds * 1_000);
  await tenant.db.updateTable('sessions').set({ last_seen_at }).execute();
}

/** Makes the session so old that it can't be prolonged. */
async function leaveAtMost({ tenant }: Marina, seconds: number): Promise<void> {
  await tenant.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() + seconds * 1_000), last_seen_at: new Date() })
    .execute();
}

/** Opens a page whose clock the test controls. */
async function openContact(context: BrowserContext, marina: Marina): Promise<Page> {
  const page = await context.newPage();
  await page.clock.install();
  // A late call would prolong the session.
  await page.goto(`${marina.url}/secure/contact-us`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  return page;
}

/**
 * Lets the page ask for the session's end, which it does within the hour, and plan its next check. Overdue timers
 * run once, as on a computer that slept.
 */
async function look(page: Page, milliseconds = 60 * 60_000): Promise<void> {
  const response = page.waitForResponse(isSessionEnd);
  await page.clock.fastForward(milliseconds);
  await (await response).finished();
  await page.evaluate(() => Promise.resolve());
}

/** Checks again while the warning is open. Then the page asks more often. */
const lookAgain = (page: Page) => look(page, 20_000);

async function openSignedIn(page: Page, context: BrowserContext, openMarina: () => Promise<Marina>) {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await signIn(page, marina.url, customer);
  return { marina, customer, open: await openContact(context, marina) };
}

const lastSeen = async ({ tenant }: Marina) =>
  (await tenant.db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at;

test('two minutes before the end a dialog counts down, and staying keeps the session and what was typed', async ({
  page,
  context,
  openMarina,
}) => {
  const { marina, open } = await openSignedIn(page, context, openMarina);
  await open.getByRole('textbox', { name: 'Message' }).fill('Half a message');
  await leaveSeconds(marina, 3_000);
  await look(open);
  await expect(dialog(open)).toHaveCount(0);
  await leaveSeconds(marina, 110);
  const before = await lastSeen(marina);
  await look(open);
  await expect(dialog(open)).toBeVisible();
  await expect(dialog(open).getByRole('timer')).toHaveText(/^1:[0-4]\d$/);
  await expect(dialog(open).getByText(/^You will be signed out in \d+ seconds$/)).toBeAttached();
  expect(await lastSeen(marina)).toEqual(before);
  await expectAccessible(open);

  await dialog(open).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog(open)).toHaveCount(0);
  await expect(open.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a message');
  expect((await lastSeen(marina)).getTime()).toBeGreaterThan(before.getTime());
});

test('[LOGIN-10] a reader who doesn’t answer must sign in, and returns to the same page', async ({
  page,
  context,
  openMarina,
}) => {
  const { marina, customer, open } = await openSignedIn(page, context, openMarina);
  await leaveSeconds(marina, 100);
  await look(open);
  await expect(dialog(open)).toBeVisible();
  await marina.tenant.db.deleteFrom('sessions').execute();
  await lookAgain(open);
  await expect(open).toHaveURL(`${marina.url}/login`);
  await expect(open.getByText('Please sign in again')).toBeVisible();
  await expect(open.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await submitLogin(open, customer);
  await expect(open).toHaveURL(`${marina.url}/secure/contact-us`);
});

test('several tabs agree: one that stays closes the question in the others', async ({ page, context, openMarina }) => {
  const { marina, open } = await openSignedIn(page, context, openMarina);
  const other = await openContact(context, marina);
  await leaveSeconds(marina, 100);
  await look(open);
  await look(other);
  await expect(dialog(open)).toBeVisible();
  await expect(dialog(other)).toBeVisible();
  await dialog(other).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog(other)).toHaveCount(0);
  await expect(dialog(open)).toHaveCount(0);
});

test('[LOGIN-9] signing out from the question ends it in every tab', async ({ page, context, openMarina }) => {
  const { marina, open } = await openSignedIn(page, context, openMarina);
  const other = await openContact(context, marina);
  await leaveSeconds(marina, 100);
  await look(open);
  await dialog(open).getByRole('button', { name: 'Sign out now' }).click();
  await expect(open).toHaveURL(`${marina.url}/login`);
  await expect(other).toHaveURL(`${marina.url}/login`);
  expect(await marina.tenant.db.selectFrom('sessions').select('name').execute()).toEqual([]);
});

test('[LOGIN-15] the question says that signing out from it failed', async ({ page, context, openMarina }) => {
  const { marina, open } = await openSignedIn(page, context, openMarina);
  await leaveSeconds(marina, 100);
  await look(open);
  await breakCall(open, signOut, 'fails');
  await dialog(open).getByRole('button', { name: 'Sign out now' }).click();
  await expect(dialog(open).getByRole('alert')).toContainText('You are still signed in');
  await expectAccessible(open);
  await expect(open).toHaveURL(`${marina.url}/secure/contact-us`);
});

test('a session that has come to its longest can’t be kept: signing in again leads back', async ({
  page,
  context,
  openMarina,
}) => {
  const { marina, customer, open } = await openSignedIn(page, context, openMarina);
  await leaveAtMost(marina, 100);
  await look(open);
  await expect(dialog(open)).toContainText('You have been signed in for a long time');
  await expect(dialog(open).getByRole('button', { name: 'Stay signed in' })).toHaveCount(0);
  await expectAccessible(open);
  await dialog(open).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(open)).toHaveCount(0);
  await marina.tenant.db.deleteFrom('sessions').execute();
  await lookAgain(open);
  await expect(open).toHaveURL(`${marina.url}/login`);
  await expect(open.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await submitLogin(open, customer);
  await expect(open).toHaveURL(`${marina.url}/secure/contact-us`);
});

test('the question is accessible, and Escape stays', async ({ page, context, openMarina }) => {
  const { marina, open } = await openSignedIn(page, context, openMarina);
  await leaveSeconds(marina, 100);
  await look(open);
  await expect(dialog(open)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(open);
  await open.keyboard.press('Escape');
  await expect(dialog(open)).toHaveCount(0);
});
