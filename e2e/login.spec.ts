import { apiBase } from '@quayside/contract/shared/call.ts';
import { getRenewalTokenByUserId, getSession, signIn as signInCall } from '@quayside/contract/identity/identity.ts';
import { requestPasswordReset } from '@quayside/contract/identity/passwords.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone, expectNoSidewaysScroll } from './accessible.ts';
import { breakCall } from './faults.ts';
import { expect, jo, signIn, submitLogin, test } from './marina.ts';
import { messages, stopTime } from './toasts.ts';

test('[LOGIN-1] the empty path leads to signing in', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Saltmarsh Marina' })).toBeVisible();
});

test('[LOGIN-1] the login page sends a signed-in customer to the dashboard', async ({ page, saltmarshUrl }) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/login');
  await expect(page).toHaveURL('/secure/dashboard');
  await page.goto('/');
  await expect(page).toHaveURL('/secure/dashboard');
});

test('[LOGIN-3] a wrong password and an unknown login show the same message', async ({ page }) => {
  for (const email of [jo.email, 'nobody@example.com']) {
    await page.goto('/login');
    await submitLogin(page, { email, password: 'Wrong#2026' });
    await expect(page.getByRole('alert')).toHaveText('The e-mail address or password is incorrect');
    await expect(page).toHaveURL('/login');
  }
});

test('[LOGIN-3] any other error shows the incorrect message and what the server says, in a red alert', async ({
  page,
}) => {
  await page.goto('/login');
  await submitLogin(page, { email: jo.email, password: 'x'.repeat(200) });
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The e-mail address or password is incorrect');
  await expect(alert).toHaveAttribute('data-kind', 'error');
  await expect(alert.locator('div div')).not.toBeEmpty();
});

test('[LOGIN-4] an empty form marks both fields, sends nothing and puts focus on what to mend', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail address' });
  const password = page.getByLabel('Password', { exact: true });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Enter your e-mail address/);
  await expect(password).toHaveAccessibleDescription('Enter your password');
  await expect(page.locator(':focus')).toContainText('There are 2 problems');
  expect(sent).toEqual([]);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Enter your password' }).click();
  await expect(password).toBeFocused();
  await page.keyboard.type('x');
  await expect(password).not.toHaveAttribute('aria-invalid', 'true');
});

test('[SAFE-5] a form posts to its call, so that a browser never puts what was typed into the address', async ({
  page,
}) => {
  for (const { path, call } of [
    { path: '/login', call: signInCall },
    { path: '/forgotten-password', call: requestPasswordReset },
  ]) {
    await page.goto(path);
    const form = page.locator('form');
    await expect(form).toHaveAttribute('method', call.method.toLowerCase());
    await expect(form).toHaveAttribute('action', apiBase + call.path);
    const names = await form
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('name')));
    for (const name of names) expect(Object.keys(call.body.shape)).toContain(name);
  }
});

test('[LOGIN-4] a text that is not an e-mail address is marked, until it is one', async ({ page }) => {
  await page.goto('/login');
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  for (const email of ['jo', 'jo@', 'jo@example', 'jo sailor@example.com']) {
    await field.fill(email);
    await page.keyboard.press('Tab');
    await expect(page.getByText('Enter your e-mail address'), email).toBeVisible();
    await field.fill('jo@example.com');
    await expect(page.getByText('Enter your e-mail address')).toHaveCount(0);
  }
});

test('[LOGIN-5] signing in loads token and session, says that it works, and shows the dashboard', async ({ page }) => {
  const called: string[] = [];
  page.on('request', (request) => called.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  called.length = 0;
  const waiting = await breakCall(page, signInCall, 'waits');
  await submitLogin(page, jo);
  await expect(page.locator('form[aria-busy=true]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await waiting.mend();
  await expect(page).toHaveURL('/secure/dashboard');
  const calls = called.filter((path) => path.startsWith('/harbour/api/')).slice(0, 3);
  expect(calls).toEqual([
    '/harbour/api/auth/credentials',
    '/harbour/api/portal/renewalTokenByUserId',
    '/harbour/api/getSession',
  ]);
});

for (const call of [getRenewalTokenByUserId, getSession])
  test(`[LOGIN-20] if ${call.name} fails after the right password, nobody is signed in and nothing is wrong`, async ({
    page,
    context,
    openMarina,
  }) => {
    const { url, addCustomer } = await openMarina();
    const customer = await addCustomer();
    await page.goto(`${url}/login`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    const broken = await breakCall(page, call, 'fails');
    await stopTime(page);
    await submitLogin(page, customer);
    await expect(messages(page).getByRole('alert')).toContainText('Something went wrong on our side');
    await expect(page.getByText('The e-mail address or password is incorrect')).toHaveCount(0);
    await expect(page).toHaveURL(`${url}/login`);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('quayside_session');
    await broken.mend();
    await page.clock.runFor(2_000);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${url}/secure/dashboard`);
  });

test('[LOGIN-10] a secure page asked for by a visitor is shown after signing in, with its search', async ({ page }) => {
  await page.goto('/secure/orders/outstanding?order=4711');
  await expect(page).toHaveURL('/login');
  await submitLogin(page, jo);
  await expect(page).toHaveURL('/secure/orders/outstanding?order=4711');
});

test('[LOGIN-10] the way back is good for 30 minutes', async ({ page }) => {
  await page.clock.install();
  await page.goto('/secure/orders/outstanding');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.clock.fastForward(31 * 60_000);
  await submitLogin(page, jo);
  await expect(page).toHaveURL('/secure/dashboard');
});

test('the keyboard alone signs in', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
  await page.keyboard.type(jo.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(jo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/secure/dashboard');
});

test('the login page is accessible, and nothing scrolls sideways at 320 px', async ({ page, saltmarshUrl }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
