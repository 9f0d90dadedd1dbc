import type { Page } from '@playwright/test';
import { cards, expect, expectReceived, test, typeAddress } from './unpaid-orders.ts';

/** Counts the presses of a mouse or a finger on the page and in its frames. The keyboard's are not counted. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeBinding('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const count = (event: MouseEvent) => {
      if (event.isTrusted && event.detail > 0) (window as unknown as { countClick: () => void }).countClick();
    };
    addEventListener('click', count, { capture: true });
  });
  return () => clicks;
}

for (const [device, size] of [
  ['a computer', { width: 1280, height: 800 }],
  ['a phone', { width: 360, height: 740 }],
] as const)
  test(`[LOGIN-2] [ORD-3] [CARD-1] on ${device} an order is paid with a new card in at most seven clicks from the login page on`, async ({
    page,
    debtor,
  }) => {
    const { url, email, password, books } = await debtor([{ grossMinor: 4_850 }], { signedOut: true });
    await page.setViewportSize(size);
    const clicks = await countClicks(page);
    await page.goto(`${url}/login`);
    await page.getByLabel('E-mail address').click();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Pay now/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unpaid orders' })).toBeVisible();
    const open = page.getByRole('button', { name: 'Pay now', exact: true });
    const checkout = page.getByRole('button', { name: 'Checkout' });
    await expect(open.or(checkout)).toBeVisible();
    if (await open.isVisible()) await open.click();
    await checkout.click();
    // The keyboard goes on from the number to the fields behind it.
    await page.frameLocator('#hosted-cardNumber iframe').getByRole('textbox').click();
    await page.keyboard.type(cards.frictionless);
    await page.keyboard.press('Tab');
    await page.keyboard.type('12/31');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await typeAddress(page);
    await page.getByRole('main').getByRole('button', { name: /^Pay / }).click();
    await page.getByRole('dialog', { name: 'Confirm payment' }).getByRole('button', { name: /^Pay / }).click();
    await expectReceived(page);
    expect((await books()).charged).toBe(4_850);
    expect(clicks()).toBeGreaterThanOrEqual(6);
    expect(clicks()).toBeLessThanOrEqual(7);
  });
