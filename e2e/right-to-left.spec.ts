import type { Locator } from '@playwright/test';
import { expect } from './components.ts';
import { test } from './full-marina-fixtures.ts';

/** Returns the distance of a text's last line from the right edge of its container, in pixels. */
const gapAtRight = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const around = element.parentElement?.getBoundingClientRect().right ?? 0;
    return Math.round(around - range.getBoundingClientRect().right);
  });

test('[LANG-5] Arabic is written from right to left from the first byte', async ({ page, marinaInBrowser }) => {
  const { robin, leave, speak } = await marinaInBrowser();
  await leave();
  await speak('ar');
  const answer = await page.goto(`${robin.url}/login`);
  expect(await answer?.text()).toContain('<html lang="ar" dir="rtl">');
});

test('[LANG-1] changing to Arabic turns the page round, and back again', async ({ page, marinaInBrowser }) => {
  const { open, leave } = await marinaInBrowser();
  await leave();
  await open('/login');
  const logo = page.getByRole('banner').getByRole('img');
  const leftOf = async () => (await logo.boundingBox())?.x ?? 0;
  const before = await leftOf();
  await page.getByRole('combobox').selectOption('ar');
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeVisible();
  await expect.poll(leftOf).toBeGreaterThan(before + 200);
  await page.getByRole('combobox').selectOption('en-GB');
  await expect(page.locator('html[lang=en-GB][dir=ltr]')).toBeVisible();
  await expect.poll(leftOf).toBe(before);
});

test('[LANG-5] names, addresses and codes keep their own order, at the page’s own edge', async ({
  page,
  marinaInBrowser,
}) => {
  const { open, speak } = await marinaInBrowser();
  await speak('ar');
  await open('/secure/dashboard');
  const name = page.getByRole('main').getByText('Robin Test', { exact: true });
  await expect.poll(() => gapAtRight(name)).toBe(0);
  const signOut = page.getByRole('banner').locator('.tabler-icon-logout').last();
  await expect(signOut).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');

  await open('/secure/account/edit');
  for (const field of ['email', 'mobile'])
    await expect(page.locator(`input[name=${field}]`)).toHaveCSS('direction', 'ltr');
  await open('/secure/contact-us');
  const telephone = page.getByRole('main').getByRole('link', { name: '+44 1632 960001' });
  await expect(telephone).toHaveCSS('unicode-bidi', 'plaintext');
});

test('[LANG-5] an agreement in Latin letters is read from left to right on an Arabic page', async ({
  page,
  marinaInBrowser,
}) => {
  const { open, paths, speak } = await marinaInBrowser();
  await speak('ar');
  await open(paths.toSign);
  await expect(page.locator('html[dir=rtl]')).toBeVisible();
  await expect(page.getByRole('main').locator('[class*="_sheet_"]')).toHaveCSS('direction', 'ltr');
});

test('[LANG-5] the details of a row are whole, whichever way their letters run', async ({ page, marinaInBrowser }) => {
  const { open, speak } = await marinaInBrowser();
  await speak('ar');
  await open('/secure/dashboard');
  await page.keyboard.press('Escape');
  const rows = page.getByRole('main').locator('[class*="_details_"]');
  await expect(rows.first()).toBeVisible();
  const cut = await rows.evaluateAll((lists) =>
    lists.flatMap((list) => {
      // Cuts off the margin at the start, with the dot of the first detail, and nothing at the other side.
      const [, right = 0, , left = 0] = (getComputedStyle(list).clipPath.match(/[\d.]+(?=px)/g) ?? []).map(Number);
      const box = list.getBoundingClientRect();
      const isMarginCut = right === -Number.parseFloat(getComputedStyle(list).marginInlineStart) && left === 0;
      return [...list.children].flatMap((detail) => {
        const words = document.createRange();
        words.selectNodeContents(detail);
        return !isMarginCut || words.getBoundingClientRect().right > box.right - right + 0.5
          ? [detail.textContent]
          : [];
      });
    }),
  );
  expect(cut).toEqual([]);
});

test('[LANG-5] a name in Latin letters stands under the head of its column', async ({ page, marinaInBrowser }) => {
  const { open, speak } = await marinaInBrowser();
  await speak('ar');
  await open('/secure/account/order-history');
  const edges = await page.getByRole('table').evaluate((table) =>
    [...table.querySelectorAll('tr')].map((row) => {
      const words = document.createRange();
      words.selectNodeContents(row.children[2] as Element);
      return Math.round(words.getBoundingClientRect().right);
    }),
  );
  expect(edges.length).toBeGreaterThan(2);
  expect(new Set(edges).size).toBe(1);
});
