import { mergeTests, type Page } from '@playwright/test';
import { saveAccount } from '@quayside/contract/account/account.ts';
import { contactUs } from '@quayside/contract/account/contact.ts';
import { updateConsentGroups } from '@quayside/contract/account/consent.ts';
import { consentKey } from '../apps/server/src/testing/factories/consents.ts';
import { signIn as signInCall } from '@quayside/contract/identity/identity.ts';
import { requestPasswordReset, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { emailReceipt } from '@quayside/contract/payments/receipts.ts';
import { checkRenewalToken, registerAccount } from '@quayside/contract/identity/registration.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeResetToken,
} from '../apps/server/src/testing/factories/factories.ts';
import { test as customers } from './customers.ts';
import { expect, openPaid, test as debts } from './unpaid-orders.ts';
import { breakCall } from './faults.ts';
import { jo, type Marina, submitLogin } from './marina.ts';
import { messages, stopTime } from './toasts.ts';

/**
 * The portal's errors of docs/specification/errors.md, line by line. The errors of signing, quick-sign, upload,
 * micro-apps and mailed papers are in the files of those screens. errors.spec.ts has the rules for all calls.
 */
const test = mergeTests(customers, debts);

const serverFault = 'Something went wrong on our side';
const alert = (page: Page) => page.getByRole('main').getByRole('alert');

async function newcomer(marina: Marina) {
  const account = await makeAccount(marina.tenant, { firstname: 'Robin' });
  const code = await makeRenewalCodeOf(marina.tenant, account, new Date());
  return { code, url: `${marina.url}/register/complete/${code}/${account.guid}` };
}

test('[SHELL-20] login, InvalidOperationException: incorrect login', async ({ page }) => {
  await page.goto('/login');
  const refused = page.waitForResponse((response) => response.url().endsWith(signInCall.path));
  await submitLogin(page, { ...jo, password: 'Wrong#2026' });
  expect((await (await refused).json()).responseStatus.errorCode).toBe('InvalidOperationException');
  await expect(alert(page)).toHaveText('The e-mail address or password is incorrect');
});

test('[LOGIN-3] [SHELL-20] login, AuthenticationException: account locked, even for the right password', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const customer = await marina.addCustomer();
  await page.goto(`${marina.url}/login`);
  await page.evaluate(async (userName) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ userName, password: 'Wrong#2026' });
    for (let n = 0; n < 10; n += 1) await fetch('/harbour/api/auth/credentials', { method: 'POST', headers, body });
  }, customer.email);
  const refused = page.waitForResponse((response) => response.url().endsWith(signInCall.path));
  await submitLogin(page, customer);
  expect((await (await refused).json()).responseStatus.errorCode).toBe('AuthenticationException');
  await expect(alert(page)).toContainText('This login is locked after too many attempts.');
});

test('[SHELL-20] login, any other error: incorrect login, and the server’s message in a red alert', async ({
  page,
}) => {
  await page.goto('/login');
  await breakCall(page, signInCall, 'fails');
  await submitLogin(page, jo);
  await expect(alert(page)).toContainText('The e-mail address or password is incorrect');
  await expect(alert(page)).toContainText(serverFault);
  await expect(alert(page)).toHaveAttribute('data-kind', 'error');
});

test('[SHELL-20] single sign-on refused: its text, on the login page', async ({ page }) => {
  await page.goto('/login?f=1');
  await expect(page.getByText('You cannot log into the Portal using this login')).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('[SHELL-20] registration code, ALREADYREGISTERED: to login', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { account } = await marina.addCustomer();
  const code = await makeRenewalCodeOf(marina.tenant, account, new Date());
  await page.goto(`${marina.url}/register/renewal-token?renewal-token=${code}`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('You already have a login for this account.')).toBeVisible();
});

test('[SHELL-20] registration code, any other error: marked invalid, code not found', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const code = page.getByRole('textbox', { name: 'Registration code' });
  await page.goto(`${marina.url}/register/renewal-token?renewal-token=0000000000`);
  await expect(alert(page)).toContainText('Code not found');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await breakCall(page, checkRenewalToken, 'fails');
  await page.goto(`${marina.url}/register/renewal-token?renewal-token=0000000001`);
  await expect(alert(page)).toContainText(serverFault);
  await expect(code).toHaveAttribute('aria-invalid', 'true');
});

test('[SHELL-20] registration: the server’s message on the form', async ({ page, openMarina }) => {
  const { url } = await newcomer(await openMarina());
  await page.goto(url);
  await breakCall(page, registerAccount, 'fails');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('robin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Harbour#2026');
  await page.getByLabel('Repeat the password').fill('Harbour#2026');
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await expect(alert(page)).toContainText(serverFault);
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('robin@example.com');
});

test('[SHELL-20] password reset: a failing request and a failing reset are shown', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { id } = await makeLogin(marina.tenant, await makeAccount(marina.tenant));
  const token = await makeResetToken(marina.tenant, id, new Date());
  await page.goto(`${marina.url}/forgotten-password`);
  await breakCall(page, requestPasswordReset, 'fails');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('robin@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(alert(page)).toContainText(serverFault);

  await breakCall(page, resetPassword, 'fails');
  await page.goto(`${marina.url}/passwordResetForm/${token}`);
  await page.getByLabel('New password', { exact: true }).fill('Different#2027');
  await page.getByLabel('Repeat the password').fill('Different#2027');
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(alert(page)).toContainText(serverFault);
});

test('[SHELL-20] password reset, a token that is not valid: the invalid alert', async ({ page }) => {
  await page.goto('/passwordResetForm/no-token');
  await expect(page.getByText('This link no longer works')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgotten-password');
});

test('[SHELL-20] account save: its failure’s text and its success’s toast, then the dashboard', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  await page.goto(`${url}/secure/account/edit`);
  const save = page.getByRole('button', { name: 'Save', exact: false }).last();
  await expect(save).toBeVisible();
  const saving = await breakCall(page, saveAccount, 'fails');
  await save.click();
  await expect(
    page.getByText('Could not Save Details, if this continues, please contact your Marina Office'),
  ).toBeVisible();
  await saving.mend();
  await page.clock.install();
  await page.clock.runFor(2_000); // the button's lock
  await save.click();
  await expect(messages(page).getByText('Your account details have been updated')).toBeVisible();
  await expect(page).toHaveURL(`${url}/secure/dashboard`);
});

test('[SHELL-20] contact: the danger alert', async ({ page, somebody }) => {
  const { url } = await somebody();
  await page.goto(`${url}/secure/contact-us`);
  await breakCall(page, contactUs, 'fails');
  await page.getByLabel('Subject').selectOption('Berths');
  await page.getByLabel('Message', { exact: true }).fill('Is there one left?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(alert(page)).toContainText('Your message could not be sent.');
  await expect(alert(page)).toHaveAttribute('data-kind', 'error');
});

test('[SHELL-20] consents: a failing save says what the server says', async ({ page, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  await page.goto(`${robin.url}/consent-management/${await consentKey(robin.marina.tenant, robin.account)}`);
  await breakCall(page, updateConsentGroups, 'fails');
  await page.getByRole('switch', { name: 'News' }).click();
  await page.getByRole('main').getByRole('button').last().click();
  await expect(alert(page)).toContainText(serverFault);
});

test('[PROV-8] [SHELL-20] receipt by e-mail: queued, and failed', async ({ page, debtor }) => {
  await openPaid(page, await debtor([{}]));
  await page.clock.install();
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  await expect(messages(page).getByText('email queued', { exact: true })).toBeVisible();
  await expect(messages(page).getByText('The receipt is on its way by e-mail')).toBeVisible();
  await page.clock.fastForward(5_000);

  await breakCall(page, emailReceipt, 'fails');
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  await expect(messages(page).getByRole('alert')).toContainText('The receipt could not be e-mailed.');
});

test('[SHELL-20] a missing session: signed out, and to login', async ({ page }) => {
  await page.goto('/secure/dashboard');
  await expect(page).toHaveURL('/login');
});

test('[SHELL-20] a missing permission: its toast, and to the dashboard', async ({ page, somebody }) => {
  const { url } = await somebody({ permissions: { invoicingEnabled: false } });
  await stopTime(page);
  await page.goto(`${url}/secure/orders/outstanding`);
  await expect(page).toHaveURL(`${url}/secure/dashboard`);
  await expect(messages(page).getByRole('alert')).toContainText('Not available');
  await expect(messages(page).getByRole('alert')).toContainText('You do not have access to this page.');
});

test('[SHELL-20] an unknown route: the 404 page', async ({ page }) => {
  const response = await page.goto('/no/such/place');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    "Ooops. Captain, we're lost. (404. This is not a place you want to be)",
  );
});
