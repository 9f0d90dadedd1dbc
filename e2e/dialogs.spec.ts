import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { cards, expect, expectReceived, payWithNewCard, test } from './unpaid-orders.ts';

/** A large dialog with a form and buttons: the receipt's question for an address. */
const dialog = (page: Page) => page.getByRole('dialog', { name: 'E-mail the receipt' });
const opener = (page: Page) => page.getByRole('button', { name: 'E-mail receipt' });

async function expectWidth(page: Page, name: string, width: number): Promise<void> {
  const open = page.getByRole('dialog', { name });
  // It grows while it opens.
  await expect.poll(async () => Math.round((await open.boundingBox())?.width ?? 0), { message: name }).toBe(width);
}

test('[SHELL-18] cards and addresses open in extra large dialogs, a question is 1000 px wide', async ({
  page,
  debtor,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const { url } = await debtor([{}], { account: { email: '', mobile: '', phone: '' } });
  await page.goto(`${url}/secure/manage-payment-methods`);
  for (const name of ['Add card', 'Add address']) {
    await page.getByRole('button', { name }).click();
    await expectWidth(page, name, 1140);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`${url}/secure/account/edit`);
  await page.getByLabel('First name').fill('Robina');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expectWidth(page, 'Leave without saving?', 1000);
});

test('[SHELL-18] a form’s dialog has its width, keeps and returns the focus, closes by Escape, fills a phone', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { account: { email: '', mobile: '+44 7700 900123' } });
  await payWithNewCard(page, url, cards.frictionless);
  await expectReceived(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expectWidth(page, 'E-mail the receipt', 800);

  const isInside = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab');
    // Between the last and the first element, the browser's own bar takes the focus. Then nothing of the page has
    // it.
    expect((await isInside()) || (await page.evaluate(() => document.activeElement === document.body))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();

  await page.setViewportSize({ width: 360, height: 240 });
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 240 });
  const send = dialog(page).getByRole('button', { name: 'Send receipt' });
  await expect(send).toBeInViewport();
  const scrolls = await dialog(page).evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => part.scrollHeight > part.clientHeight + 1),
  );
  expect(scrolls).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
