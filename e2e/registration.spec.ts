import { signIn as signInCall } from '@quayside/contract/identity/identity.ts';
import { makeAccount, makeLogin, makeRenewalCodeOf } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone, expectNoSidewaysScroll } from './accessible.ts';
import { breakCall } from './faults.ts';
import { expect, type Marina, signIn, submitLogin, test } from './marina.ts';
import type { Page } from '@playwright/test';

const password = 'Harbour#2026';

/** Makes a customer with the marina's letter and without a login. */
async function newcomerOf(marina: Marina, changes: Parameters<typeof makeAccount>[1] = {}) {
  const account = await makeAccount(marina.tenant, { firstname: 'Robin', lastname: 'Unseen', ...changes });
  const code = await makeRenewalCodeOf(marina.tenant, account, new Date());
  return { account, code, completeUrl: `${marina.url}/register/complete/${code}/${account.guid}` };
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Registration code' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/**
 * Checks the page of `register/complete/{renewalToken}/{accountGuid}`, which removes both from the address
 * (decision C2.5).
 */
async function expectRegistrationOf(
  page: Page,
  { url }: Marina,
  { code, account }: Awaited<ReturnType<typeof newcomerOf>>,
) {
  await expect(page).toHaveURL(`${url}/register/complete`);
  const opened = await page.evaluate(() => (history.state as { registration?: unknown }).registration);
  expect(opened).toEqual({ renewalToken: code, accountGuid: account.guid });
}

async function fillRegistration(page: Page, email: string, first = password, second = first) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(first);
  await page.getByLabel('Repeat the password').fill(second);
}

const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Register' }).click();

test('[LOGIN-2] the Register button leads to the code', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL('/register/renewal-token');
  await expect(heading(page)).toHaveText('Register');
  await expect(heading(page)).toBeFocused();
});

test('[LOGIN-2] without the credentials provider nothing leads to passwords', async ({ page, openMarina }) => {
  const marina = await openMarina({ authProviders: [] });
  await page.goto(`${marina.url}/login`);
  await expect(page.getByText('You cannot sign in with a password here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Forgotten your password?' })).toHaveCount(0);
});

test('[REG-1] register redirects to the code, and brings the link’s code along', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/register`);
  await expect(page).toHaveURL(`${marina.url}/register/renewal-token`);
  const newcomer = await newcomerOf(marina);
  await page.goto(`${marina.url}/register?renewal-token=${newcomer.code}`);
  await expectRegistrationOf(page, marina, newcomer);
});

test('[REG-1] a code typed with spaces and in lower case leads to its registration', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const newcomer = await newcomerOf(marina);
  const { code } = newcomer;
  await page.goto(`${marina.url}/register/renewal-token`);
  await codeField(page).fill(` ${code.slice(0, 4)} ${code.slice(4, 7)}-${code.slice(7)} `.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('Hello Robin');
  await expectRegistrationOf(page, marina, newcomer);
  await expect(page.getByRole('main')).not.toContainText('Unseen');
});

test('[REG-10] a company, which has no first name, is greeted without one', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const names = { title: '', firstname: '', lastname: 'Kittiwake Charters Ltd' };
  const firm = await makeAccount(marina.tenant, names);
  const code = await makeRenewalCodeOf(marina.tenant, firm, new Date());
  await page.goto(`${marina.url}/register/complete/${code}/${firm.guid}`);
  await expect(heading(page)).toHaveText('Complete your registration');
  await expect(page.getByRole('main')).not.toContainText('Kittiwake');
});

test('[REG-1] a code in the address is filled in and tried once; a wrong one stays in the field', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const checks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/checkRenewalToken')) checks.push(new URL(request.url()).search);
  });
  // It looks like a number, but is a text.
  await page.goto(`${marina.url}/register/renewal-token?renewal-token=1E23456789`);
  await expect(page.getByRole('alert')).toContainText('Code not found');
  await expect(codeField(page)).toHaveValue('1E23456789');
  await expect(page).toHaveURL(`${marina.url}/register/renewal-token`);
  expect(checks).toEqual(['?renewalToken=1E23456789']);
  await page.reload();
  await expect(codeField(page)).toHaveValue('');
  expect(checks).toHaveLength(1);
});

test('[REG-2] a wrong code is marked, with what to do', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/register/renewal-token`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/Enter your registration code/);
  await codeField(page).fill('0000000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'ask the marina office' })).toContainText('Code not found');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(codeField(page)).toHaveValue('0000000000');
  await expectAccessible(page);
});

test('[REG-2] any other failure marks it too, and says what the server says', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/register/renewal-token`);
  await page.evaluate(async () => {
    for (let n = 0; n < 10; n += 1) await fetch(`/harbour/api/portal/checkRenewalToken?renewalToken=00000000${n}`);
  });
  const { code } = await newcomerOf(marina);
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Too many attempts');
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true');
});

test('[REG-2] a code whose account has a login goes to login with a notice', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { account } = await marina.addCustomer();
  const code = await makeRenewalCodeOf(marina.tenant, account, new Date());
  await page.goto(`${marina.url}/register/renewal-token`);
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  const notice = page.getByRole('status').filter({ hasText: 'You already have a login for this account' });
  await expect(notice.getByRole('link', { name: 'Forgotten your password?' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${marina.url}/register/complete/${code}/${account.guid}`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(notice).toBeVisible();
});

test('[REG-3] a link whose code or guid is wrong opens nothing', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { code } = await newcomerOf(marina);
  const { account } = await marina.addCustomer();
  for (const path of [`0000000000/${account.guid}`, `${code}/${account.guid}`]) {
    await page.goto(`${marina.url}/register/complete/${path}`);
    await expect(page.getByRole('alert')).toContainText('Code not found');
    await expect(page.getByRole('main')).not.toContainText('Robin');
  }
  await page.getByRole('link', { name: 'Enter a code' }).click();
  await expect(page).toHaveURL(`${marina.url}/register/renewal-token`);
});

test('[REG-3] registering shows that it is done, and signs in after 1000 ms', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  await page.clock.install();
  const signIns: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/credentials')) signIns.push(request.url());
  });
  await page.goto(completeUrl);
  await expect(heading(page)).toHaveText('Hello Robin');
  await expect(page.getByText('Choose the e-mail address and password to sign in with at Main Basin.')).toBeVisible();
  await fillRegistration(page, 'robin@example.com');
  const answered = page.waitForResponse((response) => response.url().endsWith('/portal/account/register'));
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit(page);
  await answered;
  await expect(page.getByText('You are registered')).toBeVisible();
  await page.clock.runFor(999);
  expect(signIns).toEqual([]);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await expect(heading(page)).toHaveText('Hello Robin');
  expect(signIns).toHaveLength(1);
  await page.goBack();
  await expect(page).not.toHaveURL(/register/);
});

test('[REG-3] if signing in fails afterwards, the login page says that they are registered', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  await page.goto(completeUrl);
  const dropped = await breakCall(page, signInCall, 'drops');
  await fillRegistration(page, 'robin@example.com');
  await submit(page);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('You are registered. Sign in below.')).toBeVisible();
  await dropped.mend();
  await submitLogin(page, { email: 'robin@example.com', password });
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
});

test('[REG-3] the server’s refusal stands on the form, and what was typed stays', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  const other = await marina.addCustomer();
  await page.goto(completeUrl);
  await fillRegistration(page, other.email);
  await submit(page);
  await expect(page.getByRole('alert')).toContainText('Someone already signs in with this e-mail address');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(other.email);
});

test('[REG-3] [REG-4] an empty form says what is missing and sends nothing', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto(completeUrl);
  await submit(page);
  await expect(page.locator(':focus')).toContainText('There are 3 problems');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveAccessibleDescription(
    /Enter an e-mail address in the correct format/,
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Enter a password/);
  await expect(page.getByLabel('Repeat the password', { exact: true })).toHaveAccessibleDescription(
    /Repeat the password/,
  );
  expect(sent).toEqual([]);
  await expectAccessible(page);
});

test('[REG-4] the rules are ticked off while the password is typed, and the confirmation has to be equal', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  await page.goto(completeUrl);
  const kept = page.getByRole('listitem').filter({ hasText: 'done' });
  const field = page.getByLabel('Password', { exact: true });
  await expect(page.getByRole('listitem').filter({ hasText: 'still needed' })).toHaveCount(5);
  await field.pressSequentially('a');
  await expect(kept).toHaveText([/A lowercase letter/]);
  await field.pressSequentially('B1#');
  await expect(kept).toHaveCount(4);
  await field.press('Tab');
  await expect(field).toHaveAccessibleDescription(/Use at least 6 characters, with a lowercase letter/);
  await field.fill('aB1#xx');
  await expect(kept).toHaveCount(5);
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');

  const confirmation = page.getByLabel('Repeat the password');
  await fillRegistration(page, 'robin@example.com', password, 'Harbour#2025');
  await submit(page);
  await expect(confirmation).toHaveAccessibleDescription('The passwords do not match');
  await fillRegistration(page, 'robin@example.com', 'weak', 'weak');
  await submit(page);
  await expect(confirmation).toHaveAccessibleDescription(/Use at least 6 characters/);
});

test('a marina with the modern policy asks for eight characters, and refuses what everybody has', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina({ passwordPolicy: 'modern' });
  const { completeUrl } = await newcomerOf(marina);
  await page.goto(completeUrl);
  await expect(page.getByRole('listitem')).toHaveText([/At least 8 characters/]);
  await fillRegistration(page, 'robin@example.com', 'Password123');
  await submit(page);
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/This password is too common/);
});

test('[LOGIN-1] each of these pages sends a signed-in customer to the dashboard', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await signIn(page, marina.url, await marina.addCustomer());
  for (const path of ['/register', '/register/renewal-token', '/register/complete/ABC/0', '/forgotten-password']) {
    await page.goto(marina.url + path);
    await expect(page, path).toHaveURL(`${marina.url}/secure/dashboard`);
  }
});

test('[SAFE-4] the pages with a code in their address send no referrer', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  const referers: (string | undefined)[] = [];
  page.on('request', (request) => referers.push(request.headers().referer));
  const answer = await page.goto(completeUrl);
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(heading(page)).toHaveText('Hello Robin');
  expect(referers.filter(Boolean)).toEqual([]);
});

test('the keyboard alone registers with the demo’s code, in French too', async ({ page, portAzurUrl }) => {
  await page.goto(`${portAzurUrl}/register/renewal-token?renewal-token=cap%20mer%202026`);
  await expect(heading(page)).toHaveText(/Manon/);
  await page.getByRole('textbox', { name: 'E-mail' }).focus();
  for (const text of ['manon@example.com', password, password]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    // The button that shows the password comes after its field.
    if (text === password) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${portAzurUrl}/secure/dashboard`);
});

test('code and registration are accessible', async ({ page, openMarina }) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  await page.goto(`${marina.url}/register/renewal-token`);
  await expect(codeField(page)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.goto(completeUrl);
  await fillRegistration(page, 'robin@example.com', 'aB1#', 'aB');
  await submit(page);
  await expectAccessibleOnDeskAndPhone(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test('[REG-3] a likely slip in the e-mail address is pointed out; a new address is to be confirmed', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina);
  await page.goto(completeUrl);
  await fillRegistration(page, 'robin.unseen@hotmial.com');
  await page.getByRole('button', { name: 'Did you mean robin.unseen@hotmail.com?' }).click();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('robin.unseen@hotmail.com');
  await submit(page);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await page.goto(`${marina.url}/secure/account/edit`);
  const signingIn = page.getByRole('region', { name: 'Sign-in details' });
  await expect(signingIn).toContainText('Not confirmed yet');
  await expect(signingIn).toContainText('robin.unseen@hotmail.com');
});

test('[SAFE-91] an address that another login claims waits for its link, and the next page says so', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  const { completeUrl } = await newcomerOf(marina, { email: 'robin.unseen@example.com' });
  const claimed = await makeLogin(marina.tenant, await makeAccount(marina.tenant));
  const { db } = marina.tenant;
  await db.updateTable('logins').set({ email_confirmed_at: null }).where('id', '=', claimed.id).execute();
  await page.goto(completeUrl);
  await fillRegistration(page, claimed.email);
  await submit(page);
  const signingIn = page.getByRole('region', { name: 'Sign-in details' });
  await expect(signingIn).toContainText(`Open the link that we sent to ${claimed.email}`);
  await expect(page).toHaveURL(`${marina.url}/secure/account/edit`);
});
