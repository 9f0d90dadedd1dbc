import type { Page, Request } from '@playwright/test';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { expect, jo, signIn, submitLogin, test } from './marina.ts';

const selector = (page: Page) => page.getByRole('combobox', { name: /Language|Langue/ });

/** Collects every call that a page makes from now on. */
function watchCalls(page: Page): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/harbour/api/')) calls.push(request);
  });
  return calls;
}

test('[LANG-1] the selector offers the languages of the marina, and the choice is kept for 365 days', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  const offered = ['English', 'Français', 'Deutsch', 'Español', 'Nederlands', 'العربية'];
  await expect(selector(page).getByRole('option')).toHaveText(offered);
  await selector(page).selectOption('fr-FR');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');

  const cookie = (await context.cookies()).find(({ name }) => name === 'ha.selectedLanguage');
  expect(cookie).toMatchObject({ value: 'fr-FR', path: '/', sameSite: 'Lax', httpOnly: false });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(Math.round(days)).toBe(365);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
});

test('[LANG-1] a marina of one language has nothing to select', async ({ page, openMarina }) => {
  const culture = {
    defaultLanguage: 'fr-FR',
    availableLanguages: ['fr-FR'],
    baseCulture: 'fr-FR',
    twoDigitCountryCode: 'FR',
    measurementSystem: 'Metric' as const,
    minorCurrencyUnit: 100,
    currencyDecimalPlaces: 2,
    isoCurrencyCode: 'EUR',
  };
  const marina = await openMarina({ culture });
  await page.goto(`${marina.url}/login`);
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(selector(page)).toHaveCount(0);
});

test('[LOGIN-2] the marina’s message is shown in its own language to readers for whom it wrote none', async ({
  page,
  openMarina,
}) => {
  const messages = { 'en-GB': { login: '<p>The office is <b>closed</b> on Monday.</p>' }, 'fr-FR': { login: '' } };
  const culture = { ...sampleSettings().culture, availableLanguages: ['en-GB', 'fr-FR', 'ar'] };
  const marina = await openMarina({ culture, messages });
  await page.goto(`${marina.url}/login`);
  for (const [language, inHeading] of [
    ['ar', 'Test Haven'],
    ['fr-FR', 'Test Haven vous souhaite la bienvenue'],
    ['en-GB', 'Welcome to Test Haven'],
  ] as const) {
    await page.getByRole('banner').getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(inHeading);
    const message = page.getByText('The office is closed on Monday.');
    await expect(message).toBeVisible();
    const spoken = await message.evaluate((part) => part.closest<HTMLElement>('[lang]')?.lang);
    expect([language, spoken]).toEqual([language, 'en-GB']);
    expect(await message.evaluate((part) => getComputedStyle(part).direction)).toBe('ltr');
  }
  await page.reload();
  await expect(page.getByText('The office is closed on Monday.')).toBeVisible();
});

for (const [locale, submit] of [
  ['fr-FR', 'Se connecter'],
  ['fr', 'Se connecter'],
  ['fr-CA', 'Se connecter'],
  ['en-US', 'Sign in'],
  ['ja', 'Sign in'],
] as const) {
  test.describe(() => {
    test.use({ locale });

    test(`[LANG-2] a first visit with a browser in ${locale}`, async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('button', { name: submit })).toBeVisible();
    });
  });
}

test.describe(() => {
  test.use({ locale: 'ja' });

  test('[LANG-2] a marina of another default falls back to that, and not to what it offers first', async ({
    page,
    openMarina,
  }) => {
    const { culture } = sampleSettings();
    const availableLanguages = ['en-GB', 'de-DE', 'fr-FR'];
    const { url } = await openMarina({ culture: { ...culture, availableLanguages, defaultLanguage: 'fr-FR' } });
    await page.goto(`${url}/login`);
    await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  });
});

test('[LANG-3] a change of language loads three folders, past every cache', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const calls = watchCalls(page);
  await selector(page).selectOption('fr-FR');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  const files = calls.map((call) => new URL(call.url())).filter(({ pathname }) => pathname.includes('/languages/'));
  expect(files.map(({ pathname }) => pathname.replace('/harbour/api/languages/', '')).toSorted()).toEqual([
    'Common/fr-FR',
    'Portal/fr-FR',
    'SharedLibrary/fr-FR',
  ]);
  for (const { searchParams } of files) expect(Number(searchParams.get('t'))).toBeGreaterThan(1_700_000_000_000);
});

test('[LANG-3] the texts of a marina win over the files, by key and language', async ({ page, openMarina }) => {
  const marina = await openMarina({
    translations: { 'en-GB': { 'login.submit': 'Come aboard' }, 'fr-FR': { 'login.submit': 'Montez à bord' } },
  });
  await page.goto(`${marina.url}/login`);
  await expect(page.getByRole('button', { name: 'Come aboard' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Test Haven' })).toBeVisible();
  await selector(page).selectOption('fr-FR');
  await expect(page.getByRole('button', { name: 'Montez à bord' })).toBeVisible();
});

test('[LANG-4] every call names language and tenant and carries the session', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/login');
  await submitLogin(page, jo);
  await expect(page).toHaveURL('/secure/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello Jo' })).toBeVisible();
  expect(calls.length).toBeGreaterThan(4);
  for (const call of calls) {
    const headers = await call.allHeaders();
    expect([call.url(), headers['accept-language'], headers['tenantkey']]).toEqual([call.url(), 'en-GB', 'saltmarsh']);
  }
  const signedIn = calls.filter((call) => call.url().includes('/portal/'));
  for (const call of signedIn) expect((await call.allHeaders())['cookie']).toContain('quayside_session');
});

test('[LANG-4] after a change of language calls ask for it', async ({ page, saltmarshUrl }) => {
  await signIn(page, saltmarshUrl, jo);
  await page.goto('/secure/contact-us');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
  await selector(page).selectOption('fr-FR');
  await expect(page.getByRole('heading', { level: 1, name: 'Nous contacter' })).toBeVisible();
  const calls = watchCalls(page);
  await page.getByRole('link', { name: 'Commandes impayées', exact: true }).click();
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  for (const call of calls) expect((await call.allHeaders())['accept-language']).toBe('fr-FR');
});

test('a change of language keeps what was typed, and what is wrong with it', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('jo@');
  await page.getByLabel('Password', { exact: true }).fill('half a pass');
  await expect(page.getByText('Enter your e-mail address')).toBeVisible();
  await selector(page).selectOption('fr-FR');
  await expect(page.getByText('Saisissez votre adresse e-mail')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Adresse e-mail' })).toHaveValue('jo@');
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('half a pass');
});

test('[LANG-1] on a slow network the last choice of a language wins, also if an earlier one comes after it', async ({
  page,
  context,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/languages/*/fr-FR*', (route) => held.promise.then(() => route.continue()));
  await page.goto('/login');
  await selector(page).selectOption('fr-FR');
  await selector(page).selectOption('de-DE');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  const french = ['Portal', 'Common', 'SharedLibrary'].map((folder) =>
    page.waitForResponse(new RegExp(`/languages/${folder}/fr-FR`)).then((response) => response.finished()),
  );
  held.resolve();
  await Promise.all(french);
  // The portal reads all three files before it changes anything.
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  const cookie = (await context.cookies()).find(({ name }) => name === 'ha.selectedLanguage');
  expect(cookie?.value).toBe('de-DE');
});
