import type { Page } from '@playwright/test';
import {
  givePageProvider,
  type PageMerchant,
  registerPageMerchant,
  pageCharges,
} from '../apps/server/src/testing/payments/page-payments.ts';
import { type Debtor, expect, test as base } from './unpaid-orders.ts';

interface Fixtures {
  /** The address of the sandbox. Its providers with pages of their own are found from it. */
  hosts: { url: string };
  /** Adds one of them to the debtor's marina. */
  offer: (debtor: Debtor, key: PageMerchant['key'], settings?: Record<string, unknown>) => Promise<PageMerchant>;
  /** Returns the amounts of its charges, in minor units. */
  charges: (merchant: PageMerchant) => Promise<number[]>;
}

export const test = base.extend<Fixtures>({
  hosts: async ({ sandboxUrl: url }, use) => {
    await use({ url });
  },
  offer: async ({ hosts }, use) => {
    await use(async ({ marina: { tenant } }, key, settings) => {
      const merchant = await registerPageMerchant(hosts, key);
      await givePageProvider(tenant.db, tenant.id, merchant, settings);
      return merchant;
    });
  },
  charges: async ({ hosts }, use) => {
    await use((merchant) => pageCharges(hosts, merchant));
  },
});

/** Chooses a provider on the open page, and starts. */
export async function payBy(page: Page, provider: string): Promise<void> {
  await page.getByRole('radio', { name: provider }).check();
  await page.getByRole('button', { name: 'Checkout' }).click();
}

/**
 * Returns the payment's window after our own page was shown there for four seconds. Needs `page.clock.install()`
 * before. The clock stands still meanwhile, or a busy machine would use up the four seconds before the test looks.
 * @param heading the provider's own page has it
 */
export async function inWindow(
  page: Page,
  click: () => Promise<void>,
  heading = 'Pay from your bank account',
): Promise<Page> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const opened = page.waitForEvent('popup');
  await click();
  const popup = await opened;
  const shown = [
    popup.getByRole('heading', { level: 1, name: 'Taking you to the payment page' }),
    page.getByText('Waiting until you have paid…'),
  ];
  await expect(async () => {
    await page.clock.runFor(20); // React and the queries need a little time
    for (const each of shown) await expect(each).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(popup).toHaveURL(/\/portal\/loading-payment-provider$/);
  await page.clock.fastForward(4_000);
  await page.clock.resume();
  await expect(popup.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  return popup;
}

/** Agrees on PayPal's page. */
export async function agreeAtPaypal(page: Page, amount: string): Promise<void> {
  // The page that is being left may have a password field too.
  await page.waitForURL(/\/checkoutnow\?/);
  await page.getByLabel('Password').fill('sandbox');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: `Pay ${amount}` }).click();
}
