import { getSession } from '@quayside/contract/identity/identity.ts';
import { holdScripts, inEveryLanguage, languages, listen, openDrawn } from './drawn.ts';
import { breakCall } from './faults.ts';
import { expect, jo, test } from './marina.ts';
import { wordsOf } from './portal-texts.ts';

/** The pages that the server draws for visitors, with the key of their heading. */
const pages = [
  { path: '/forgotten-password', heading: 'forgottenPassword.title' },
  { path: '/register/renewal-token', heading: 'registration.codeTitle' },
  { path: '/verify', heading: 'verify.title' },
  { path: '/404', heading: 'notFound.message', title: 'notFound.title' },
];

test('a visitor’s first screen is readable and styled without scripts, in every language', async ({
  browser,
  openMarina,
}) => {
  test.slow();
  const { url } = await openMarina(inEveryLanguage);
  for (const language of languages) {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: language });
    const page = await context.newPage();
    const words = wordsOf(language);
    for (const { path, heading, title = heading } of pages) {
      await openDrawn(page, url + path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1, name: words[heading] ?? '' })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${words[title]} · `));
    }
    await openDrawn(page, `${url}/login`);
    const description = words['login.description']?.replace('{{name}}', 'Test Haven');
    const described = await page.locator('meta[name=description]').getAttribute('content');
    // Marks of the direction stand around the name in a sentence from right to left.
    expect(described?.replaceAll(/[\u2068\u2069]/g, '')).toBe(description);
    await expect(page.getByRole('button', { name: words['login.submit'] ?? '', exact: true })).toHaveCSS(
      'display',
      /flex/,
    );
    await context.close();
  }
});

test('the browser takes over what the server drew, without a second drawing or a complaint, in every language', async ({
  browser,
  openMarina,
}) => {
  test.slow();
  const { url } = await openMarina(inEveryLanguage);
  for (const language of languages) {
    const context = await browser.newContext({ locale: language });
    const page = await context.newPage();
    const complaints = listen(page);
    const words = wordsOf(language);
    const release = await holdScripts(page);
    await openDrawn(page, `${url}/login`);
    await page.locator('h1').evaluate((heading) => heading.setAttribute('data-drawn-by-server', ''));
    release();
    // The form is React's from then on.
    await page.locator('form').evaluate(async (form) => {
      while (!Object.keys(form).some((key) => key.startsWith('__reactProps'))) await new Promise(requestAnimationFrame);
    });
    await page.getByRole('button', { name: words['form.showPassword'] ?? '' }).click();
    await expect(page.getByLabel(words['login.password'] ?? '', { exact: true })).toHaveAttribute('type', 'text');
    await expect(page.locator('h1')).toHaveAttribute('data-drawn-by-server', '');
    for (const { path } of pages) {
      await openDrawn(page, url + path);
      await page.waitForLoadState('networkidle');
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('a click before the page listens works as soon as it does', async ({ page, saltmarshUrl }) => {
  const wait = await breakCall(page, getSession, 'waits');
  await openDrawn(page, `${saltmarshUrl}/login`);
  await page.waitForLoadState('load');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
  await page.getByLabel('Password', { exact: true }).fill(jo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await wait.mend();
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
});

test('text that is typed before the scripts have come stays, and a button that is pressed works', async ({
  page,
  saltmarshUrl,
}) => {
  const release = await holdScripts(page);
  await openDrawn(page, `${saltmarshUrl}/login`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
  await page.getByLabel('Password', { exact: true }).fill('early');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
  release();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Password', { exact: true }).fill(jo.password);
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(jo.email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
});

test('[SHELL-267] text that is typed before the scripts have come stays beside a notice of the login page', async ({
  page,
  saltmarshUrl,
}) => {
  const complaints = listen(page);
  const refusal = page.getByText('You cannot log into the Portal using this login');
  await page.goto(`${saltmarshUrl}/login?f=1`);
  await expect(refusal).toBeVisible();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
  await page.getByLabel('Password', { exact: true }).fill(jo.password);
  await expect(refusal).toBeHidden();
  release();
  await expect(refusal).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(jo.email);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
  expect(complaints).toEqual([]);
});

test('the root leads to the drawn login page, and somebody signed in to the dashboard', async ({
  page,
  saltmarshUrl,
}) => {
  const complaints = listen(page);
  await openDrawn(page, `${saltmarshUrl}/`);
  await expect(page).toHaveURL(`${saltmarshUrl}/login`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
  await page.getByLabel('Password', { exact: true }).fill(jo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
  await page.goto(`${saltmarshUrl}/login`);
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
  expect(complaints).toEqual([]);
});

test('[LOGIN-5] a login that is sent before the scripts have come signs in', async ({ page, saltmarshUrl }) => {
  const release = await holdScripts(page);
  await openDrawn(page, `${saltmarshUrl}/login`);
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
  await page.getByLabel('Password', { exact: true }).fill(jo.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/secure\/dashboard$/);
  release();
});
