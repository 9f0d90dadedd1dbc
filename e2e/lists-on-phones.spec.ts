import { makePaidPayment } from '../apps/server/src/testing/factories-receipts.ts';
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
