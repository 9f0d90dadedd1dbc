import type { Page } from '@playwright/test';
import {
  type ComponentBooks,
  type ComponentMerchant,
  type ComponentSandbox,
  giveComponents,
  readComponentBooks,
  registerComponentMerchant,
} from '../apps/server/src/testing/payments/component-payments.ts';
import { type Debtor, expect, openOrders, test as base } from './unpaid-orders.ts';

export * from './unpaid-orders.ts';

/** A customer of a marina that has the second card provider, alone or beside the first one. */
export interface ComponentDebtor extends Debtor {
  components: ComponentMerchant;
  componentBooks: () => Promise<ComponentBooks>;
}

export interface Fixtures {
  sandbox: ComponentSandbox;
  /** Adds the second card provider to a debtor's marina. */
  withComponents: (debtor: Debtor) => Promise<ComponentDebtor>;
}

export const test = base.extend<Fixtures>({
  sandbox: async ({ sandboxUrl, bankUrl, clearAcceptUrl }, use) => use({ url: sandboxUrl, bankUrl, clearAcceptUrl }),
  withComponents: async ({ sandbox }, use) => {
    await use(async (debtor) => {
      const { tenant } = debtor.marina;
      const merchant = await registerComponentMerchant(sandbox);
      await giveComponents(tenant.db, tenant.id, merchant);
      return { ...debtor, components: merchant, componentBooks: () => readComponentBooks(sandbox.url, merchant) };
    });
  },
});

/** Goes from the orders to the first step of the checkout. */
export async function openPayNow(page: Page, url: string): Promise<void> {
  await openOrders(page, url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay now' })).toBeVisible();
  await expectStep(page, 'Your payment');
}

export const expectStep = (page: Page, name: string) =>
  expect(page.getByRole('list', { name: 'Steps of the payment' }).locator('[aria-current=step]')).toContainText(name);

/** Goes on to the card step and waits for its frames. */
export async function goOnToCard(page: Page, frames: number): Promise<void> {
  await page.getByRole('button', { name: 'Continue to card details' }).click();
  await expectStep(page, 'Your card');
  await expect(page.locator('iframe')).toHaveCount(frames);
}
