import { getSession } from '@quayside/contract/identity/identity.ts';
import {
  appleProvider,
  control,
  letSignOnWithApple,
  offeredProviders,
  providerKeys,
} from '../apps/server/src/testing/sign-on-fixture.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { signIn } from './marina.ts';
import { chooseProvider, expect, providerNames, signInAtProvider, test } from './single-sign-on.ts';
import { viewAsStaff } from './staff-session.ts';

const refused = 'You cannot log into the Portal using this login';

test('[LOGIN-7] a provider’s button has its colour and icon; one that is switched off has no button', async ({
  page,
  openSignOnMarina,
}) => {
  const icon = '/brand/blue-flag/icon.v1.svg';
  const offered = offeredProviders().map((each) => (each.key === 'blue-flag' ? { ...each, icon } : each));
  const marina = await openSignOnMarina(offered);
  await page.goto(`${marina.url}/login`);
  const button = page.getByRole('link', { name: providerNames['blue-flag'] });
  await expect(button).toHaveCSS('background-color', 'rgb(255, 213, 74)');
  await expect(button.locator('img')).toHaveAttribute('src', icon);

  const off = await openSignOnMarina(offered.map((each) => ({ ...each, enabledInPortal: each.key !== 'blue-flag' })));
  await page.goto(`${off.url}/login`);
  await expect(page.getByRole('link', { name: 'Continue with' })).toHaveText('Continue with Harbour ID');
});

for (const key of providerKeys) {
  test(`[LOGIN-7] ${key}: connected once by the password, and from then on it signs in by itself`, async ({
    page,
    openSignOnMarina,
  }) => {
    const marina = await openSignOnMarina();
    const member = await marina.addMember();
    await page.goto(`${marina.url}/login`);
    await chooseProvider(page, key);
    await expect(page.getByText(`A marina under test asks ${providerNames[key]} who you are.`)).toBeVisible();
    await signInAtProvider(page, member.person);
    await expect(page).toHaveURL(`${marina.url}/sso-confirm/${key}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Connect ${providerNames[key]}`);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Enter your password/);
    await page.getByLabel('Password', { exact: true }).fill('Wrong#2026');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('The password is incorrect');
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);

    await page.context().clearCookies();
    await page.goto(`${marina.url}/login`);
    await chooseProvider(page, key);
    await signInAtProvider(page, member.person);
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello Robin');
  });

  test(`[REG-5] ${key} registers with the code and guid of the address, and is in`, async ({
    page,
    openSignOnMarina,
  }) => {
    const marina = await openSignOnMarina();
    const { person, code, guid, completeUrl } = await marina.addNewcomer();
    await page.goto(completeUrl);
    const link = page.getByRole('link', { name: providerNames[key] });
    const query = `portal=true&authType=register&renewalToken=${code}&accountGuid=${guid}`;
    await expect(link).toHaveAttribute('href', `/harbour/api/auth/${key}?${query}`);
    await chooseProvider(page, key);
    await signInAtProvider(page, person);
    await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
    await page.goto(`${marina.url}/secure/account/edit`);
    await expect(page).toHaveURL(`${marina.url}/secure/account/edit`);
  });
}

test('[LOGIN-7] Apple posts its answer from its own site, and signs the asking browser in', async ({
  page,
  openSignOnMarina,
  sandboxUrl,
  ssoUrl,
}) => {
  const marina = await openSignOnMarina([...offeredProviders(), appleProvider]);
  await letSignOnWithApple(marina.tenant, { url: sandboxUrl, ssoUrl });
  const { person, completeUrl } = await marina.addNewcomer();
  await page.goto(completeUrl);
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/callback'));
  const goToApple = () => page.getByRole('link', { name: 'Apple' }).click();
  await goToApple();
  await signInAtProvider(page, person);
  const headers = await (await posted).allHeaders();
  expect([headers['origin'], headers['cookie'] ?? '']).toEqual([ssoUrl, expect.not.stringContaining('sign_on')]);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);

  await page.context().clearCookies();
  await page.goto(`${marina.url}/login`);
  await goToApple();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You cancelled the sign-in')).toBeVisible();
  await goToApple();
  await signInAtProvider(page, person);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
});

test('[LOGIN-8] a customer continues to the requested page', async ({ page, openSignOnMarina }) => {
  const marina = await openSignOnMarina();
  const { person, completeUrl } = await marina.addNewcomer();
  await page.goto(completeUrl);
  await chooseProvider(page, 'harbour-id');
  await signInAtProvider(page, person);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await page.context().clearCookies();
  await page.goto(`${marina.url}/secure/contact-us`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await chooseProvider(page, 'harbour-id');
  await signInAtProvider(page, person);
  await expect(page).toHaveURL(`${marina.url}/secure/contact-us`);
});

test('[LOGIN-8] an account user goes to the dashboard, and a visitor to login with f, whichever way they came', async ({
  page,
  openMarina,
}) => {
  const marina = await openMarina();
  await page.goto(`${marina.url}/sso-redirect`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByRole('alert')).toContainText(refused);
  await signIn(page, marina.url, await marina.addCustomer());
  await page.goto(`${marina.url}/sso-redirect`);
  await expect(page).toHaveURL(`${marina.url}/secure/dashboard`);
  await expect(page.getByText(refused)).toHaveCount(0);
});

test('[LOGIN-8] a spinner says to wait while the session is asked for', async ({ page, openMarina }) => {
  const { url } = await openMarina();
  await page.goto(`${url}/login`);
  const waiting = await breakCall(page, getSession, 'waits');
  await page.goto(`${url}/sso-redirect`);
  await expect(page.getByRole('heading', { name: 'redirecting, please wait' })).toBeVisible();
  await expectAccessible(page);
  await waiting.mend();
  await expect(page.getByRole('alert')).toContainText(refused);
  await expect(page).toHaveURL(`${url}/login`);
});

test('[LOGIN-8] staff who view a portal return to login with f', async ({ page, context, openMarina }) => {
  const marina = await openMarina();
  await viewAsStaff(context, marina, await marina.addCustomer());
  await page.goto(`${marina.url}/sso-redirect`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByRole('alert')).toContainText(refused);
});

test('[LOGIN-6] an address with f says that this login is no way in, at login', async ({ page }) => {
  for (const search of ['?f', '?f=', '?f=1', '?f=refused', '?f=constructor'])
    for (const path of ['/login', '/sso-redirect']) {
      await page.goto(path + search);
      await expect(page.getByRole('alert'), path + search).toContainText(refused);
      await expect(page).toHaveURL('/login');
    }
});

test('[LOGIN-7] nothing is asked for a provider that the marina does not have', async ({ page }) => {
  await page.goto('/sso-confirm/Call%20us%20now');
  await expect(page).toHaveURL('/login');
});

test('[LOGIN-6] a person unknown to the marina reads that after the visit to the provider', async ({ page }) => {
  await page.goto('/login');
  await chooseProvider(page, 'harbour-id');
  await page.getByRole('button', { name: 'Nora Keel' }).click();
  await expect(page.getByRole('alert')).toContainText(refused);
  await expect(page).toHaveURL('/login');
  await expectAccessible(page);
});

test('[LOGIN-7] both demo marinas offer both providers', async ({ page, saltmarshUrl, portAzurUrl }) => {
  for (const [url, person] of [
    [saltmarshUrl, 'Jo Sailor'],
    [portAzurUrl, 'Luc Marin'],
  ] as const) {
    for (const [key, name] of Object.entries(providerNames)) {
      await page.goto(`${url}/login`);
      await page.getByRole('link', { name: `Continue with ${name}` }).click();
      await page.getByRole('button', { name: person }).click();
      await expect(page).toHaveURL(`${url}/sso-confirm/${key}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Connect ${name}`);
    }
  }
});

test('[LOGIN-7] a customer who cancels returns to login and reads that nothing has changed', async ({
  page,
  openSignOnMarina,
}) => {
  const marina = await openSignOnMarina();
  await page.goto(`${marina.url}/login`);
  await chooseProvider(page, 'blue-flag');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(page.getByText('You cancelled the sign-in')).toBeVisible();
});

for (const { kind, says } of [
  { kind: 'status-after-commit', says: 'This service is not available at the moment' },
  { kind: 'wrong-signature', says: 'We could not confirm that it was you' },
]) {
  test(`[LOGIN-7] a provider with ${kind} leaves nobody signed in, and login says why`, async ({
    page,
    openSignOnMarina,
    sandboxUrl,
    ssoUrl,
  }) => {
    const marina = await openSignOnMarina();
    const { person, completeUrl } = await marina.addNewcomer();
    await page.goto(completeUrl);
    await chooseProvider(page, 'harbour-id');
    await control({ url: sandboxUrl, ssoUrl }, 'faults', { accountId: marina.clientId, operation: 'sso.token', kind });
    await signInAtProvider(page, person);
    await expect(page).toHaveURL(`${marina.url}/login`);
    await expect(page.getByRole('alert')).toContainText(says);
    await page.goto(`${marina.url}/secure/dashboard`);
    await expect(page).toHaveURL(`${marina.url}/login`);
  });
}

test('[LOGIN-2] providers are hidden that don’t serve signing in, or registering', async ({
  page,
  openSignOnMarina,
}) => {
  const [credentials, harbour, blueFlag] = offeredProviders();
  if (!credentials || !harbour || !blueFlag) throw new Error('Expected three sign-on providers');
  const marina = await openSignOnMarina([
    credentials,
    { ...harbour, authTypes: ['login'] },
    { ...blueFlag, authTypes: ['register'] },
  ]);
  const { completeUrl } = await marina.addNewcomer();
  const links = page.getByRole('link', { name: 'Continue with' });
  await page.goto(`${marina.url}/login`);
  await expect(links).toHaveText(['Continue with Harbour ID']);
  await page.goto(completeUrl);
  await expect(links).toHaveText(['Continue with Blue Flag Club']);
});

test('[LOGIN-2] a link to login with a code leads to the registration, which greets its customer', async ({
  page,
  openSignOnMarina,
}) => {
  const marina = await openSignOnMarina();
  const { code, guid } = await marina.addNewcomer();
  const links = page.getByRole('link', { name: 'Continue with' });
  await page.goto(`${marina.url}/login?renewalToken=${code}&accountGuid=${guid}`);
  await expect(page).toHaveURL(`${marina.url}/register/complete`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello Robin');
  const query = `portal=true&authType=register&renewalToken=${code}&accountGuid=${guid}`;
  await expect(links.first()).toHaveAttribute('href', `/harbour/api/auth/harbour-id?${query}`);

  const start = '/harbour/api/auth/harbour-id?portal=true';
  const unknown = `renewalToken=NOBODY26&accountGuid=${guid}`;
  await page.goto(`${marina.url}/login?${unknown}`);
  await expect(links.first()).toHaveAttribute('href', `${start}&authType=register&${unknown}`);
  await page.goto(`${marina.url}/login?f&renewalToken=${code}&accountGuid=${guid}`);
  await expect(page).toHaveURL(`${marina.url}/login`);
  await expect(links.first()).toHaveAttribute('href', `${start}&authType=login`);
});

test('[LOGIN-2] a marina without passwords shows its providers, and Register where one of them registers', async ({
  page,
  openSignOnMarina,
}) => {
  const providers = offeredProviders().filter(({ key }) => key !== 'credentials');
  const marina = await openSignOnMarina(providers);
  await page.goto(`${marina.url}/login`);
  await expect(page.getByRole('link', { name: 'Continue with' })).toHaveCount(2);
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Forgotten your password?' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toBeVisible();
  await page.goto((await marina.addNewcomer()).completeUrl);
  await expect(page.getByRole('link', { name: 'Continue with' })).toHaveCount(2);
  await expect(page.getByRole('textbox')).toHaveCount(0);

  const onlyLogin = await openSignOnMarina(providers.map((provider) => ({ ...provider, authTypes: ['login'] })));
  await page.goto(`${onlyLogin.url}/login`);
  await expect(page.getByRole('link', { name: 'Continue with' })).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Register', exact: true })).toHaveCount(0);
});

test("the providers' buttons and their pages are accessible", async ({ page, openSignOnMarina }) => {
  // A colour for dark text, a colour for light text, and none.
  const colours = [null, '#0f5f5c', '#ffd54a'];
  const marina = await openSignOnMarina(
    offeredProviders().map((provider, n) => ({ ...provider, colour: colours[n] ?? null, icon: null })),
  );
  const { completeUrl } = await marina.addNewcomer();
  const { person } = await marina.addMember();
  for (const path of [completeUrl, `${marina.url}/login?f=untrusted`]) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Continue with' })).toHaveCount(2);
    await expectAccessibleOnDeskAndPhone(page);
  }
  await page.getByRole('link', { name: 'Blue Flag Club' }).focus();
  await page.keyboard.press('Enter');
  await signInAtProvider(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Blue Flag Club');
  await expectAccessibleOnDeskAndPhone(page);
});
