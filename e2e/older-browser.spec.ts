import type { Page } from '@playwright/test';
import { openDrawn } from './drawn.ts';
import { jo, test as marinas } from './marina.ts';
import { agreeAtPaypal, test } from './page-providers.ts';
import { expect, linkTo } from './unpaid-orders.ts';

/** Makes the page's browser older than the portal supports. Its scripts could start, and would break the page. */
const makeOlder = (page: Page) => page.addInitScript(() => void Reflect.deleteProperty(Array.prototype, 'toSorted'));

marinas(
  '[SHELL-231] [LOGIN-5] an older browser signs in with the page’s plain form',
  async ({ page, saltmarshUrl }) => {
    await makeOlder(page);
    await openDrawn(page, `${saltmarshUrl}/login`);
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(jo.email);
    await page.getByLabel('Password', { exact: true }).fill(jo.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(/\/secure\/dashboard$/);
    await expect(page.getByText('This page needs JavaScript and a browser of 2023 or newer.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Hello Jo' })).toBeVisible();
  },
);

test('[SHELL-231] an older browser pays a link’s order at PayPal with the page’s plain form', async ({
  page,
  debtor,
  offer,
  charges,
}) => {
  await makeOlder(page);
  const robin = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
  const paypal = await offer(robin, 'paypal');
  await openDrawn(page, await linkTo(robin, robin.orderIds[0]));
  await expect(
    page.getByText('To pay by card, turn on JavaScript in your browser, or use a newer browser'),
  ).toBeVisible();
  await expect(page.locator('[data-needs-scripts], noscript')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pay £48.50 with PayPal' }).click();
  await page.getByRole('link', { name: 'Go to PayPal' }).click();
  await agreeAtPaypal(page, '£48.50');
  const received = page.getByRole('status').filter({ hasText: 'Payment received' });
  const finish = page.getByRole('button', { name: 'Pay £48.50' });
  await expect(received.or(finish)).toBeVisible();
  if (await finish.isVisible()) await finish.click();
  await expect(received).toBeVisible();
  expect(await charges(paypal)).toEqual([4_850]);
});
