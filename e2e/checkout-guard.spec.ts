import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { viewAsStaff } from './staff-session.ts';
import { stopTime } from './toasts.ts';
import { expect, openCheckout, openOrders, test } from './unpaid-orders.ts';

const checkout = '/secure/paysafe/checkout';
const myCards = '/secure/manage-payment-methods';

test('[LOGIN-14] a visitor is sent to sign in', async ({ page, openMarina }) => {
  const { url } = await openMarina();
  await page.goto(`${url}${checkout}`);
  await expect(page).toHaveURL(`${url}/login`);
});

test('[PROV-8] [LOGIN-14] staff are sent to the dashboard and told why', async ({ page, context, debtor }) => {
  const { url, marina, account } = await debtor([{}]);
  await viewAsStaff(context, marina, { account });
  const text = 'You can not view the users checkout page when viewing their portal';

  await stopTime(page);
  for (const path of [checkout, myCards, '/secure/paysafe/error']) {
    await page.goto(`${url}${path}`);
    await expect(page).toHaveURL(`${url}/secure/dashboard`);
    await expect(page.getByText(text)).toBeVisible();
  }
  await page.clock.resume();
  await openOrders(page, url);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText(text);
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
});

test('[PROV-8] [LOGIN-14] if invoicing is off, the dashboard says that the page is not available', async ({
  page,
  debtor,
}) => {
  const permissions = { ...sampleSettings().permissions, invoicingEnabled: false };
  const { url } = await debtor([{}], { settings: { permissions } });
  await stopTime(page);
  for (const path of [myCards, `${checkout}/confirmation?reference=QS-00000000`]) {
    await page.goto(`${url}${path}`);
    await expect(page).toHaveURL(`${url}/secure/dashboard`);
    await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  }
});

test('[LOGIN-14] without a provider, or with nothing to pay, it leads to the orders', async ({ page, debtor }) => {
  const cashOnly = await debtor([{}], { withoutProvider: true });
  await page.goto(`${cashOnly.url}${checkout}`);
  await expect(page).toHaveURL(`${cashOnly.url}/secure/orders/outstanding`);

  const { url } = await debtor([{}]);
  for (const path of [checkout, `${checkout}/cvv`, `${checkout}/confirmation`]) {
    await page.goto(`${url}${path}`);
    await expect(page).toHaveURL(`${url}/secure/orders/outstanding`);
  }
  await openCheckout(page, url);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await page.goto(`${url}${checkout}/cvv`);
  await expect(page).toHaveURL(`${url}${checkout}`);
});

test('[LOGIN-14] [SHELL-5] if cards are not kept for the portal, there is no way to them', async ({ page, debtor }) => {
  const { url } = await debtor([], { provider: { allowVaultPortal: false } });
  await stopTime(page);
  await page.goto(`${url}${myCards}`);
  await expect(page).toHaveURL(`${url}/secure/dashboard`);
  await expect(page.getByText('You do not have access to this page.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Cards' })).toHaveCount(0);
});

test('the payment of somebody else is not found', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  await page.goto(`${url}${checkout}/confirmation?reference=QS-00000000`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible();
});

test('a link inside the portal to a checkout loads a new document', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  await page.goto(`${url}/secure/dashboard`);
  // Both in one step: the page is left after the first.
  await page.evaluate(() => {
    history.pushState(null, '', '/secure/paysafe/checkout');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(3);
});
