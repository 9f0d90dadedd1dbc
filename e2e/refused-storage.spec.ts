import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { cards, expect, expectReceived, goOn, linkTo, pay, test, typeAddress, typeCard } from './unpaid-orders.ts';

/** Tests a browser that keeps nothing of this site, or not its cookies, because its reader blocks or deletes them. */

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

const notice = (page: Page) => page.getByText('Your browser does not store data for this site');

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

test('[CARD-85] a payer by link whose cookie is gone is told to open the link again, and pays after that', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  const link = await linkTo(robin, robin.orderIds[0]);
  const fillCheckout = async () => {
    await page.goto(link);
    await page.getByRole('button', { name: 'Checkout' }).click();
    await typeCard(page, cards.frictionless);
    await page.getByLabel('Name on card').fill('A Friend');
    await typeAddress(page);
  };
  await fillCheckout();
  await goOn(page).click();
  await page.context().clearCookies();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay £/ })
    .click();
  const alert = page.getByRole('alert').filter({ hasText: 'Your card was not charged.' });
  await expect(alert).toContainText('Open your pay link again');
  await expect(alert).toContainText('allow cookies');
  await fillCheckout();
  await pay(page);
  await expectReceived(page);
});
