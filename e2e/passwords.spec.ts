import type { Page } from '@playwright/test';
import {
  makeLogin,
  makeAccount,
  makeResetToken,
  samplePassword,
} from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone, expectNoSidewaysScroll } from './accessible.ts';
import { findInMail } from './mail.ts';
import { expect, type Marina, signIn, submitLogin, test } from './marina.ts';
import { messages, stopTime } from './toasts.ts';

const newPassword = 'Different#2027';

/** Makes a login, with the token of a mail's link. */
async function forgetfulOf(marina: Marina) {
  const { id, email } = await makeLogin(marina.tenant, await makeAccount(marina.tenant));
  return { email, token: await makeResetToken(marina.tenant, id, new Date()) };
}

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail address' });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save new password' });

async function savePassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat the password').fill(password);
  await saveButton(page).click();
}

test('[LOGIN-2] [REG-6] the login page leads to the forgotten password, and back', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page).toHaveURL('/forgotten-password');
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeFocused();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('[REG-6] [REG-9] known and unknown addresses get one answer, which says where the link may be', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const texts: string[] = [];
  for (const address of [(await marina.addCustomer()).email, 'nobody@example.com']) {
    await page.goto(`${marina.url}/forgotten-password`);
    await email(page).fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const alert = page.getByRole('status').filter({ hasText: 'If an account exists for this address' });
    texts.push(await alert.innerText());
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toContain('the link goes to the e-mail address that the marina has on file for you');
});

test('[REG-6] an answer 404 counts as success', async ({ page }) => {
  await page.goto('/forgotten-password');
  // No call has this address, so the server's own answer is 404.
  await page.route('**/portal/passwordReset', (route) => route.continue({ url: `${route.request().url()}/unknown` }));
  const answered = page.waitForResponse((response) => response.status() === 404);
  await email(page).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await answered;
  await expect(page.getByText('If an account exists for this address')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[REG-6] a text that is not an address is marked, and nothing is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/forgotten-password');
  await email(page).fill('jo@');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(email(page)).toHaveAccessibleDescription(
    'Enter an e-mail address in the correct format, such as name@example.com',
  );
  expect(sent).toEqual([]);
  await expectAccessible(page);
});

test('[REG-6] too many requests show an error alert', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/forgotten-password`);
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ email: 'often@example.com' });
    for (let n = 0; n < 5; n += 1) await fetch('/harbour/api/portal/passwordReset', { method: 'POST', headers, body });
  });
  await email(page).fill('often@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toContainText('We could not send the link');
  await expect(page.getByRole('alert')).toContainText('Open the newest link that we sent you in the last hour.');
});

test('[LOGIN-3] [SAFE-3] beyond a limit the page calls no password wrong, and names the ways in, which work', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { url, tenant } = marina;
  const { email: address, token } = await forgetfulOf(marina);
  await page.goto(`${url}/login`);
  await submitLogin(page, { email: 'guess@example.com', password: 'Wrong#2026' });
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or password is incorrect');
  await tenant.db.updateTable('rate_limits').set({ hits: 300 }).execute();
  await submitLogin(page, { email: address, password: samplePassword });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Too many attempts to sign in');
  await expect(alert).toContainText('select “Forgotten your password?” on the sign-in page');
  await expect(alert).not.toContainText('incorrect');
  await expect(page.getByRole('link', { name: 'Forgotten your password?' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${url}/passwordResetForm/${token}`);
  await savePassword(page, newPassword);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submitLogin(page, { email: address, password: newPassword });
  await expect(page).toHaveURL(`${url}/secure/dashboard`);
});

test('[REG-6] [REG-7] [SHELL-249] the mail’s own link, from the request to signing in with the new password', async ({
  page,
  context,
  openMarina,
  mailboxUrl,
}) => {
  const marina = await openMarina();
  const { email: address } = await marina.addCustomer();
  await page.goto(`${marina.url}/forgotten-password`);
  await email(page).fill(address);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If an account exists for this address')).toBeVisible();

  const link = await findInMail(context, mailboxUrl, address, /\/passwordResetForm\/[\w-]{43}/);
  await page.goto(marina.url + link);
  // A password manager replaces the password of this name.
  await expect(page.locator('form [autocomplete=username]')).toHaveValue(address);
  await savePassword(page, newPassword);
  await expect(page.getByText('Password changed')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submitLogin(page, { email: address, password: newPassword });
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
});

test('[REG-7] [SAFE-5] a link shows the form, its token leaves the address, works once and is kept nowhere', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { email: address, token } = await forgetfulOf(marina);
  const links = [
    '/PASSWORDRESETFORM/TOKEN',
    '/password-reset?token=TOKEN',
    '/Password-Reset?token=TOKEN',
    '/passwordResetForm/TOKEN',
  ].map((path) => marina.url + path.replace('TOKEN', token));
  for (const link of links) {
    const answer = await page.goto(link);
    expect(answer?.headers()['referrer-policy'], link).toBe('no-referrer');
    await expect(saveButton(page), link).toBeVisible();
    expect(page.url().toLowerCase()).toBe(`${marina.url}/password-reset`);
  }
  await page.reload();
  await savePassword(page, newPassword);
  await expect(page.getByText('Password changed')).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage].map(Object.entries)));
  for (const secret of [token, newPassword]) expect(stored).not.toContain(secret);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await submitLogin(page, { email: address, password: newPassword });
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);

  for (const link of links) {
    await page.goto(link);
    await expect(page.getByRole('alert'), link).toContainText('This link no longer works');
    await expect(saveButton(page)).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL(`${marina.url}/forgotten-password`);
});

test('[REG-7] a link without a token, or with an unknown one, shows the invalid alert', async ({ page }) => {
  for (const path of ['/password-reset', '/password-reset?token=', '/passwordResetForm/unknown']) {
    await page.goto(path);
    await expect(page.getByRole('alert'), path).toContainText('This link no longer works');
    await expect(saveButton(page)).toHaveCount(0);
  }
});

test('[REG-7] a link that expired while the form was open says so', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { token } = await forgetfulOf(marina);
  await page.goto(`${marina.url}/passwordResetForm/${token}`);
  await expect(saveButton(page)).toBeVisible();
  await marina.tenant.db
    .updateTable('password_resets')
    .set({ expires_at: new Date(0) })
    .execute();
  await savePassword(page, newPassword);
  await expect(page.getByRole('alert')).toContainText('This link no longer works');
});

test('[REG-4] the reset asks for the same rule and confirmation', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { token } = await forgetfulOf(marina);
  await page.goto(`${marina.url}/passwordResetForm/${token}`);
  await savePassword(page, 'weak');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /Use at least 6 characters, with a lowercase letter/,
  );
  await expectAccessible(page);
});

test('[LOGIN-1] a link leads a signed-in customer to the dashboard, with a message', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await signIn(page, marina.url, await marina.addCustomer());
  await stopTime(page);
  for (const path of ['/passwordResetForm/any', '/password-reset?token=any']) {
    await page.goto(marina.url + path);
    await expect(page, path).toHaveURL(`${marina.url}/secure/dashboard`);
    await expect(messages(page)).toContainText('You are signed in. Change your password in My account');
  }
});

test('the keyboard alone sets a new password', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { token } = await forgetfulOf(marina);
  await page.goto(`${marina.url}/passwordResetForm/${token}`);
  await expect(saveButton(page)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).focus();
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused();
});

test('forgotten password and reset are accessible', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { token } = await forgetfulOf(marina);
  await page.goto(`${marina.url}/forgotten-password`);
  await email(page).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If an account exists for this address')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.goto(`${marina.url}/password-reset`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.goto(`${marina.url}/passwordResetForm/${token}`);
  await expect(saveButton(page)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await savePassword(page, newPassword);
  await expect(page.getByText('Password changed')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
