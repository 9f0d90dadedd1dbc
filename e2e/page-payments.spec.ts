import type { Page } from '@playwright/test';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, expectReceived, openOrders } from './debts.ts';
import { agreeAtPaypal, inWindow, payBy, test } from './page-providers.ts';

/** Chooses a provider and starts. */
async function checkoutBy(page: Page, url: string, provider: string): Promise<void> {
  await openOrders(page, url);
  await payBy(page, provider);
}

const paying = (page: Page) => page.getByRole('dialog', { name: 'Paying with Lighthouse Pay' });

test('[PROV-5][PROV-3][PROV-4] what is missing is asked for, the window opens, and both pages say that it was paid', async ({
  page,
  debtor,
  offer,
  taken,
}) => {
  const robin = await debtor([{}], { account: { town: '', country_code: '' } });
  const merchant = await offer(robin, 'redirect', { requiredFields: ['town', 'countryCode'] });
  await checkoutBy(page, robin.url, 'Lighthouse Pay');
  const dialog = page.getByRole('dialog', { name: 'A few details are missing' });
  await expect(dialog).toHaveCSS('width', '1000px');
  const goOn = dialog.getByRole('button', { name: 'Continue to checkout' });
  await expect(goOn).toBeDisabled();
  await dialog.getByLabel('Town or city').fill('Bosham');
  await expect(goOn).toBeDisabled();
  await expect(dialog.getByLabel('Country').locator('option').first()).toHaveText('please select');
  await dialog.getByLabel('Country').selectOption('GB');
  await expectAccessibleOnDeskAndPhone(page);

  await page.clock.install();
  const popup = await inWindow(page, () => goOn.click());
  await expectAccessibleOnDeskAndPhone(page);
  await popup.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(popup);
  await expectReceived(page);
  await expect(page).toHaveURL(/\/secure\/payment\/confirmation\?reference=QS-/);
  await expect(page.getByText('Online payment')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(popup);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Close this window' }).click();
  await closed;
  expect(await taken(merchant)).toEqual([10_000]);
});

test('[PROV-8] [PROV-3][PROV-7] a blocked window stops it, a closed one cancels it, and it can be tried again', async ({
  page,
  debtor,
  offer,
  taken,
}) => {
  const robin = await debtor([{}]);
  const merchant = await offer(robin, 'redirect');
  await openOrders(page, robin.url);
  await page.getByRole('radio', { name: 'Lighthouse Pay' }).check();
  await page.evaluate(() => {
    const open = window.open.bind(window);
    window.open = () => {
      window.open = open;
      return null;
    };
  });
  const checkout = page.getByRole('button', { name: 'Checkout' });
  await checkout.click();
  await page
    .getByRole('dialog', { name: 'The payment window was blocked' })
    .getByRole('button', { name: 'OK' })
    .click();
  await expect(checkout).toBeEnabled();

  await page.clock.install();
  const popup = await inWindow(page, () => checkout.click());
  await popup.close();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  expect(await taken(merchant)).toEqual([]);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('radio', { name: 'Lighthouse Pay' })).toBeEnabled();
  await expect(paying(page)).toBeHidden();
});

test('[PROV-4] in the portal’s own place the provider’s page leads back, cancelled or refused', async ({
  page,
  debtor,
  offer,
}) => {
  const robin = await debtor([{}]);
  await offer(robin, 'redirect', { flow: 'redirect' });
  await checkoutBy(page, robin.url, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to your orders' }).click();
  await payBy(page, 'Lighthouse Pay');
  await page.getByRole('button', { name: 'The bank refuses, and you are sent back' }).click();
  await expect(page.getByText(/^The payment was declined\./)).toBeVisible();
});

test('[PROV-2][ORD-9] PayPal: cancelled there the selection is kept; agreed there it is paid once, also after a reload', async ({
  page,
  debtor,
  offer,
  taken,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  const merchant = await offer(robin, 'paypal');
  await checkoutBy(page, robin.url, 'PayPal');
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(page.getByText('You cancelled the payment. Nothing was charged')).toBeVisible();
  // PayPal adds its name of the payment.
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?cancelled=true`);
  await payBy(page, 'PayPal');
  await agreeAtPaypal(page, '£48.50');
  await expectReceived(page);
  await expect(page.getByText('PayPal', { exact: true })).toBeVisible();
  await page.reload();
  await expectReceived(page);
  expect(await taken(merchant)).toEqual([4_850]);
});
