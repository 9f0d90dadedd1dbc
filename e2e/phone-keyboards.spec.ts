import type { Page } from '@playwright/test';
import { expect, test } from './customers.ts';

/** Returns the fields that a phone's dictionary would change. */
const correctedFields = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input:not([inputmode=decimal], [readonly])')]
      .filter(({ type }) => ['text', 'search', 'password'].includes(type))
      .filter((field) => field.getAttribute('autocorrect') !== 'off' || field.spellcheck)
      .map(({ name, id, type }) => `${type} ${name || id}`),
  );

test('[SHELL-250] a phone corrects no names, codes, passwords and dates', async ({ page, somebody }) => {
  const robin = await somebody();
  const expectUncorrected = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('textbox').or(page.getByRole('searchbox')).first()).toBeVisible();
    expect([path, await correctedFields(page)]).toEqual([path, []]);
  };
  for (const path of ['account/edit', 'estimates?dates=custom', 'account/order-history']) {
    await page.goto(`${robin.url}/secure/${path}`);
    await expectUncorrected(path);
  }
  await page.context().clearCookies();
  await page.goto(`${robin.url}/register`);
  await expectUncorrected('register');
  await page.goto(`${robin.url}/login`);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expectUncorrected('login');
});
