import { saveProvider } from '../apps/server/src/features/payments/providers/providers.service.ts';
import { registerMerchant, readBooks, type TestMerchant } from '../apps/server/src/testing/payments/card-payments.ts';
import {
  cards,
  type Debtor,
  expect,
  expectReceived,
  openOrders,
  pay,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

/** Gives the debtor's marina a card vault under a key of its own. */
const giveVault = ({ marina: { tenant } }: Debtor, merchant: TestMerchant, displayName: string, position = 1) =>
  saveProvider(tenant.db, tenant.id, {
    siteId: 1,
    key: 'harbour-cards',
    position,
    settings: {
      ...merchant.settings,
      adapter: 'paysafe',
      displayName,
      allowVaultPortal: true,
    },
  });

test('[PROV-6] [CARD-1] [CARD-3] a card vault under its own key has a menu entry, keeps cards and takes money', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { withoutProvider: true });
  await giveVault(robin, robin.merchant, 'Harbour cards');
  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('navigation').getByRole('link', { name: 'My Cards' }).click();
  await page.getByRole('button', { name: 'Add card' }).click();
  const details = page.getByRole('dialog', { name: 'Add card' });
  await expect(details.locator('iframe')).toHaveCount(3);
  await typeCard(page, cards.frictionless);
  await details.getByLabel('Name on card').fill('Robin Test');
  await details.getByRole('checkbox', { name: /Save this card/ }).check();
  await details.getByRole('button', { name: 'Next: billing address' }).click();
  await details.getByLabel('Country').selectOption('GB');
  await details.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByRole('region', { name: 'Stored cards' }).getByRole('listitem')).toContainText(/ending 1000/);

  await openOrders(page, robin.url);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/secure\/paysafe\/checkout$/);
  await page.getByRole('radio', { name: /new card/i }).check();
  await typeCard(page, cards.frictionless);
  await pay(page);
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(4_850);
});

test('[PROV-6] [CARD-1] if a site has two card vaults, the one that the customer chose takes the money', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }], { provider: { allowVaultPortal: true } });
  const second = await registerMerchant(sandboxUrl);
  await giveVault(robin, second, 'Harbour cards', 2);
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'Harbour cards' }).check();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  // The site keeps cards with its first vault alone.
  await expect(page.getByRole('checkbox', { name: /keep|remember|save/i })).toHaveCount(0);
  await pay(page);
  await expectReceived(page);
  expect((await readBooks(sandboxUrl, second)).charged).toBe(4_850);
  expect((await robin.books()).charged).toBe(0);
});
