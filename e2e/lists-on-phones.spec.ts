import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './unpaid-orders.ts';

const languages = ['en-GB', 'fr-FR', 'de-DE', 'es-ES', 'nl-NL', 'ar'];
const phone = { width: 360, height: 740 };

test('[FIND-6] on a phone the first row of a history is above two thirds of the screen, in each language', async ({
  page,
  context,
  debtor,
}) => {
  test.slow();
  const robin = await debtor([{}], { culture: { availableLanguages: languages } });
  const [id = 0] = robin.orderIds;
  const { db } = robin.marina.tenant;
  await makePaidPayment(db, robin.owner, { orders: [{ id, minor: 2_500 }], paidAt: new Date().toISOString() });
  await page.setViewportSize(phone);
  for (const language of languages) {
    await context.addCookies([{ name: 'ha.selectedLanguage', value: language, url: robin.url }]);
    for (const history of ['order-history', 'payment-history']) {
      await page.goto(`${robin.url}/secure/account/${history}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('main').getByRole('link', { name: /ZIP$/ })).toHaveText(/ZIP/);
      await expect(page.getByRole('main').getByRole('link', { name: /CSV/ })).toBeVisible();
      const row = await page.getByRole('main').locator('li').first().boundingBox();
      expect([language, history, (row?.y ?? phone.height) <= (phone.height * 2) / 3]).toEqual([
        language,
        history,
        true,
      ]);
    }
  }
  await expectAccessible(page);
});

test('[ORD-4] [ORD-11] a card of the order history shows an amount that is wholly outstanding once', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 4_800 }, { grossMinor: 12_050 }]);
  const [, partPaid = 0] = robin.orderIds;
  await makePaidPayment(robin.marina.tenant.db, robin.owner, {
    orders: [{ id: partPaid, minor: 2_500 }],
    paidAt: new Date().toISOString(),
  });
  await page.setViewportSize(phone);
  await page.goto(`${robin.url}/secure/account/order-history`);
  const cards = page.getByRole('list', { name: 'Order history' }).getByRole('listitem');
  const unpaid = cards.filter({ hasText: '£48.00' });
  await expect(unpaid.getByText('£48.00')).toHaveCount(1);
  await expect(unpaid.getByText('£48.00')).toHaveText('Outstanding £48.00');
  await expect(unpaid.getByRole('term').filter({ hasText: 'Outstanding' })).toHaveCount(0);
  const other = cards.filter({ hasText: '£120.50' });
  await expect(other.locator('dl > div').filter({ hasText: 'Outstanding' })).toHaveText('Outstanding£95.50');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('row').filter({ hasText: '£48.00' }).getByText('£48.00')).toHaveCount(2);
});
