import type { Page } from '@playwright/test';
import { makeConfirmationToken } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { type Somebody, test } from './customers.ts';
import { findInMail } from './mail.ts';
import { expect, submitLogin } from './marina.ts';
import { messages } from './toasts.ts';

const newPassword = 'Different#2027';
const section = (page: Page) => page.getByRole('region', { name: 'Sign-in details' });
const openAccount = (page: Page, { url }: Somebody) => page.goto(`${url}/secure/account/edit`);

async function fillPassword(page: Page, current: string, next = newPassword, again = next) {
  const form = section(page);
  await form.getByLabel('Current password').fill(current);
  await form.getByLabel('New password', { exact: true }).fill(next);
  await form.getByLabel('Repeat the password').fill(again);
  await form.getByRole('button', { name: 'Save new password' }).click();
}

async function askForAddress(page: Page, email: string, password: string) {
  await section(page).getByRole('button', { name: 'Change', exact: true }).click();
  await section(page).getByLabel('New e-mail address').fill(email);
  await section(page).getByLabel('Current password').fill(password);
  await section(page).getByRole('button', { name: 'Send the link' }).click();
}

/**
 * Signs out and waits for the login page. The account page has an e-mail address too, which must not be filled in
 * instead.
 */
async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
}

const loginIdOf = async ({ marina, email }: Somebody) =>
  (await marina.tenant.db.selectFrom('logins').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

test('[SHELL-249] a password is changed on the account page; this session stays, and the new one signs in', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await openAccount(page, robin);
  await section(page).getByRole('button', { name: 'Change password' }).click();
  await expect(section(page).getByLabel('Current password')).toBeFocused();
  // A password manager replaces the password of this name.
  await expect(section(page).locator('form [autocomplete=username]')).toHaveValue(robin.email);
  await expectAccessible(page);
  await fillPassword(page, robin.password);
  await expect(section(page).getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Change password' })).toBeFocused();
  await page.reload();
  await expect(section(page)).toBeVisible();
  await signOut(page);
  await submitLogin(page, { ...robin, password: newPassword });
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
});

test('a wrong current password, a weak one and two that differ are each told at their field', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await openAccount(page, robin);
  await section(page).getByRole('button', { name: 'Change password' }).click();
  await fillPassword(page, robin.password, 'weak');
  await expect(section(page).getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/Use at least 6/);
  await fillPassword(page, robin.password, newPassword, 'Another#2027');
  await expect(section(page).getByLabel('Repeat the password')).toHaveAccessibleDescription(
    'The passwords do not match',
  );
  await expect(section(page).getByRole('button', { name: 'Save new password' })).toBeEnabled();
  await fillPassword(page, 'Wrong#2026');
  await expect(section(page).getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password',
  );
  await expectAccessible(page);
});

test('[SAFE-3] after ten wrong ones even the right one has to wait', async ({ page, somebody }) => {
  const robin = await somebody();
  await openAccount(page, robin);
  await section(page).getByRole('button', { name: 'Change password' }).click();
  await fillPassword(page, 'Wrong#2026');
  await expect(section(page).getByRole('alert')).toContainText('This is not your current password');
  await robin.marina.tenant.db
    .updateTable('sign_in_locks')
    .set({ failures: 10, locked_until: new Date(Date.now() + 600_000) })
    .execute();
  await expect(section(page).getByRole('button', { name: 'Save new password' })).toBeVisible();
  await fillPassword(page, robin.password);
  await expect(section(page).getByRole('alert')).toContainText('This login is locked after too many attempts');
});

test('another address to sign in with: password, mail, link, and the old one opens nothing', async ({
  page,
  context,
  somebody,
  mailboxUrl,
}) => {
  const robin = await somebody();
  const email = `moved.${robin.email}`;
  await openAccount(page, robin);
  await expect(section(page)).toContainText(robin.email);
  await askForAddress(page, email, robin.password);
  await expect(section(page)).toContainText('Check your e-mail');
  await expect(section(page).getByRole('button', { name: 'Change', exact: true })).toBeFocused();
  await expect(section(page)).toContainText(`Open the link that we sent to ${email}`);
  await expectAccessible(page);

  const link = await findInMail(context, mailboxUrl, email, /\/confirm-address\/[\w-]{43}/);
  await page.goto(robin.url + link);
  await expect(page).toHaveURL(`${robin.url}/confirm-address`);
  const question = page.getByText(`Sign in to Test Haven with ${email} from now on?`);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  const [asked, pressed] = [
    await question.boundingBox(),
    await page.getByRole('button', { name: 'Confirm this address' }).boundingBox(),
  ];
  expect((asked?.y ?? 0) + (asked?.height ?? 0) + 16).toBeLessThanOrEqual(pressed?.y ?? 0);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('E-mail address confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await openAccount(page, robin);
  await expect(section(page)).toContainText(email);
  await signOut(page);
  await submitLogin(page, robin);
  await expect(page.getByRole('alert')).toContainText('The e-mail address or password is incorrect');
  await submitLogin(page, { ...robin, email });
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
});

test('a wrong password sends no mail', async ({ page, somebody }) => {
  const robin = await somebody();
  await openAccount(page, robin);
  await askForAddress(page, 'other@example.com', 'Wrong#2026');
  await expect(section(page).getByLabel('Current password')).toHaveAccessibleDescription(
    'This is not your current password',
  );
  expect(await robin.marina.tenant.db.selectFrom('mails').select('id').execute()).toEqual([]);
});

test('[REG-3] an address that is not confirmed yet says so, and the link can be sent again', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  await db.updateTable('logins').set({ email_confirmed_at: null }).where('email', '=', robin.email).execute();
  await openAccount(page, robin);
  await expect(section(page)).toContainText('Not confirmed yet');
  await section(page).getByRole('button', { name: 'Send the link again' }).click();
  await expect(section(page)).toContainText(`We sent a new link to ${robin.email}`);
  await expectAccessible(page);
  const token = await makeConfirmationToken(robin.marina.tenant, await loginIdOf(robin), robin.email, new Date());
  await page.goto(`${robin.url}/confirm-address/${token}`);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('E-mail address confirmed')).toBeVisible();
  await openAccount(page, robin);
  await expect(section(page)).toContainText(robin.email);
  await expect(section(page)).not.toContainText('Not confirmed yet');
});

test('[SAFE-90] a login without an address says so, and gets one by the password and a link', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const { db } = robin.marina.tenant;
  const loginId = await loginIdOf(robin);
  await db.updateTable('logins').set({ email: null, email_confirmed_at: null }).where('id', '=', loginId).execute();
  await openAccount(page, robin);
  await expect(section(page)).toContainText('No address to sign in with');
  await expect(section(page)).toContainText('Add your own address before you sign out.');
  await expectAccessibleOnDeskAndPhone(page);
  const own = `own.${loginId}.${robin.marina.tenant.id}@example.com`;
  await askForAddress(page, own, robin.password);
  await expect(section(page)).toContainText(`Open the link that we sent to ${own}`);
  await expect(section(page)).not.toContainText('No address to sign in with');
});

test('[SAFE-5] opening the link does not use it up; the token leaves the address, and no referrer is sent', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  const token = await makeConfirmationToken(
    robin.marina.tenant,
    await loginIdOf(robin),
    'moved@example.com',
    new Date(),
  );
  const link = `${robin.url}/confirm-address/${token}`;
  const answer = await page.goto(link);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page).toHaveURL(`${robin.url}/confirm-address`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Confirm this address' })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].map(Object.entries)));
  expect(stored).not.toContain(token);
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText('E-mail address confirmed')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link no longer works');
});

test('[LOGIN-17] in a browser without a session the link asks for the password, and says why', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  const { tenant } = robin.marina;
  await tenant.db.updateTable('logins').set({ email_confirmed_at: null }).where('email', '=', robin.email).execute();
  const token = await makeConfirmationToken(tenant, await loginIdOf(robin), robin.email, new Date());
  await context.clearCookies();
  await page.goto(`${robin.url}/confirm-address/${token}`);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(/The link alone is not enough/);
  await expectAccessibleOnDeskAndPhone(page);
  const confirm = page.getByRole('button', { name: 'Confirm this address' });
  await confirm.click();
  await expect(password).toHaveAccessibleDescription(/Enter your password/);
  await password.fill('Wrong#2026');
  await confirm.click();
  await expect(password).toHaveAccessibleDescription(/The password is incorrect/);
  await password.fill(robin.password);
  await confirm.click();
  await expect(page.getByText('E-mail address confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL(`${robin.url}/login`);
});

test('a link to confirm that is unknown, or has no token, says that it does not work', async ({ page }) => {
  for (const path of ['/confirm-address', '/confirm-address/unknown']) {
    await page.goto(path);
    await expect(page.getByRole('alert'), path).toContainText('This link no longer works');
  }
  await expectAccessible(page);
});

test('[REG-3] a likely slip in an address is pointed out and mended by one press, and never in the way', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await openAccount(page, robin);
  const field = page.getByLabel('E-mail address', { exact: true });
  const hint = page.getByRole('button', { name: 'Did you mean robin@gmail.com?' });
  await field.fill('robin@gmial.com');
  await expect(hint).toHaveCount(0);
  await field.press('Tab');
  await expect(hint).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(hint).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('robin@gmail.com');
  await expect(field).toBeFocused();
  await expect(hint).toHaveCount(0);

  await field.fill('robin@gmial.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await expect(messages(page)).toContainText('Your account details have been updated');
  expect(await robin.stored()).toMatchObject({ email: 'robin@gmial.com' });
});

test('the part of the page about signing in is accessible', async ({ page, somebody }) => {
  const robin = await somebody({ consents: ['Storm warnings'] });
  await openAccount(page, robin);
  await askForAddress(page, 'moved@gmail.com', robin.password);
  await expect(section(page)).toContainText('Check your e-mail');
  await section(page).getByRole('button', { name: 'Change', exact: true }).click();
  await section(page).getByRole('button', { name: 'Change password' }).click();
  await section(page).getByLabel('New e-mail address').fill('moved@gmial.com');
  await section(page).getByLabel('New e-mail address').press('Tab');
  await expect(section(page).getByRole('button', { name: 'Did you mean moved@gmail.com?' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});
