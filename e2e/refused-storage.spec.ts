import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, linkTo, test } from './unpaid-orders.ts';

/** Tests a browser that keeps nothing of this site, because its reader blocks all cookies. */

/** Refuses storage and channels between tabs, as Chrome, Firefox and Safari do when all cookies are blocked. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(globalThis, name, { get: refuse });
    Object.defineProperty(globalThis, 'BroadcastChannel', { value: refuse });
  });
}

const notice = (page: Page) => page.getByText('Your browser keeps no data of this site');

test('[SHELL-108] a browser that keeps nothing is told what to allow, and the pages work', async ({ page, debtor }) => {
  const robin = await debtor([{}], { signedOut: true });
  await refuseStorage(page);
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await expect(notice(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Card' }).check();

  await page.goto(`${robin.url}/login`);
  await expect(notice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page).toHaveURL(/forgotten-password/);
});
