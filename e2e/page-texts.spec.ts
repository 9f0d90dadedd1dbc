import { getLanguageFile } from '@quayside/contract/tenant/languages.ts';
import { expect, type Page } from '@playwright/test';
import { openDrawn } from './drawn.ts';
import { breakCall } from './faults.ts';
import { test } from './full-marina-fixtures.ts';
import { wordsOf } from './portal-texts.ts';

const keys = Object.keys(wordsOf('en-GB')).map((key) => key.replace(/_.*$/, ''));

/** Returns the keys of texts that stand on the page in place of the texts. */
async function shownKeys(page: Page): Promise<string[]> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  return keys.filter((key) => text.includes(key));
}

const isListening = (page: Page) =>
  page.locator('form').evaluate(async (form) => {
    while (!Object.keys(form).some((key) => key.startsWith('__reactProps'))) await new Promise(requestAnimationFrame);
  });

test('a visitor’s page has its texts before those of all pages come, also after a press', async ({
  page,
  saltmarshUrl,
}) => {
  await breakCall(page, getLanguageFile, 'waits');
  for (const path of ['/', '/login', '/forgotten-password', '/register/renewal-token', '/verify', '/404']) {
    await openDrawn(page, saltmarshUrl + path);
    expect(await shownKeys(page), path).toEqual([]);
  }
  await openDrawn(page, `${saltmarshUrl}/login`);
  await isListening(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Enter your password').first()).toBeVisible();
  expect(await shownKeys(page)).toEqual([]);
});

test('a customer’s page has its texts before those of all pages come', async ({ page, marinaInBrowser }) => {
  test.slow();
  const { robin, paths } = await marinaInBrowser();
  await breakCall(page, getLanguageFile, 'waits');
  const { order, paid, estimate, signed, toSign } = paths;
  const lists = ['boats', 'documents', 'waiting-lists', 'orders/outstanding', 'contact-us', 'estimates', 'agreements'];
  const account = ['order-history', 'payment-history', 'my-stays', 'edit'].map((name) => `account/${name}`);
  for (const path of [
    ...['dashboard', ...lists, ...account].map((name) => `/secure/${name}`),
    order,
    paid,
    estimate,
    signed,
    toSign,
  ]) {
    await page.goto(robin.url + path);
    expect(await shownKeys(page), path).toEqual([]);
  }
});

test('[LANG-3] a page that is gone to waits for its texts, and can be tried again if they don’t come', async ({
  page,
  saltmarshUrl,
}) => {
  const broken = await breakCall(page, getLanguageFile, 'fails');
  await openDrawn(page, `${saltmarshUrl}/login`);
  await isListening(page);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  expect(await shownKeys(page)).toEqual([]);
  await broken.mend();
  await retry.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible();
});
