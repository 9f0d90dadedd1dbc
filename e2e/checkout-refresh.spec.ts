import { mergeTests, type Page } from '@playwright/test';
import { getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { getQuickPayOrder, listQuickPayProviders } from '@quayside/contract/orders/quick-pay.ts';
import { listCountries } from '@quayside/contract/tenant/tenant.ts';
import { giveComponents, makeComponentFault } from '../apps/server/src/testing/payments/component-payments.ts';
import { type ComponentDebtor, goOnToCard, openPayNow, test as withComponentCards } from './components.ts';
import { breakCall, returnToPage } from './faults.ts';
import { keepCards } from './stored-cards.ts';
import {
  cards,
  expect,
  expectReceived,
  goOn,
  linkTo,
  openCheckout,
  pay,
  test as withCards,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

/** Tests what a checkout shows when it reads its data again: after half a minute, or a look at another window. */
const test = mergeTests(withCards, withComponentCards);

/** Makes the second provider take eight seconds for a charge. The marina waits for it. */
async function slowDown(sandboxUrl: string, { marina: { tenant }, components }: ComponentDebtor): Promise<void> {
  const settings = { ...components.settings, deadlineMs: 30_000 };
  await giveComponents(tenant.db, tenant.id, { ...components, settings });
  const slow = { operation: 'payment-requests.confirm', kind: 'delay-answer', ms: 8_000 };
  await makeComponentFault(sandboxUrl, components, slow);
}

/** Waits until the provider is asked to charge. */
async function expectSent({ marina: { tenant } }: ComponentDebtor): Promise<void> {
  const payments = tenant.db.selectFrom('payments').select('state').where('tenant_id', '=', tenant.id);
  await expect.poll(() => payments.execute()).toEqual([{ state: 'sent' }]);
}

/** Returns the first thing that the page says about the money: that it was received, or that none was taken. */
async function nextWord(page: Page): Promise<string> {
  const said = page.getByText(/nothing was charged/i).or(page.getByRole('heading', { name: 'Payment received' }));
  await said.waitFor({ timeout: 30_000 });
  return said.innerText();
}

test.beforeEach(({ page }) => page.clock.install());

test('[SHELL-20] [CARD-2] a refresh that fails keeps the typed card, and a running payment shows its result', async ({
  page,
  debtor,
}) => {
  const { url, fault, books } = await debtor([{}]);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  const providers = await breakCall(page, listPaymentProviders, 'fails');
  await returnToPage(page, listPaymentProviders);
  await fault({ operation: 'auths.create', kind: 'delay-answer', ms: 2_500 });
  await pay(page);
  await expect(page.getByText('Paying. Keep this page open…')).toBeVisible();
  await returnToPage(page, listPaymentProviders);
  await providers.mend();
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('[SHELL-20] [CARD-2] stored cards that come late leave a typed card in its place', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  await page.goto(`${robin.url}/secure/contact-us`);
  const address = { nickName: 'Home', address1: '1 Sea Road', town: 'Antibes', postcode: '06600', country: 'FR' };
  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless, address }]);
  const profile = await breakCall(page, getCardVaultProfile, 'fails');
  await openCheckout(page, robin.url);
  await expect(page.getByText('Your stored cards could not be loaded.')).toBeVisible();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await profile.mend();
  await returnToPage(page, getCardVaultProfile);
  await expect(page.getByRole('radio', { name: /ending 1000/ })).not.toBeChecked();
  await expect(page.getByLabel('Town or city')).toHaveValue('Saltmarsh');
  await pay(page);
  await expectReceived(page);
});

test('[SHELL-20] [CARD-2] the page of the security code says what could not be loaded, and loads it again', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  await page.goto(`${robin.url}/secure/contact-us`);
  const address = { nickName: 'Home', address1: '1 Sea Road', town: 'Antibes', postcode: '06600', country: 'FR' };
  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless, address }]);
  await openCheckout(page, robin.url);
  await goOn(page).click();
  await expect(page).toHaveURL(/\/cvv$/);
  const countries = await breakCall(page, listCountries, 'fails');
  await page.reload();
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toContainText('The ways to pay could not be loaded');
  await countries.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The last 3 digits on the back of the card')).toBeVisible();
});

test('[SHELL-20] [PROV-1] a refresh that fails keeps the card in the second provider’s fields', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{}], { withoutProvider: true }));
  await openPayNow(page, robin.url);
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  const providers = await breakCall(page, listPaymentProviders, 'fails');
  await returnToPage(page, listPaymentProviders);
  await providers.mend();
  await page.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectReceived(page);
  expect((await robin.componentBooks()).charged).toBe(10_000);
});

test('[SHELL-20] [QP-1] a refresh that fails keeps a pay link’s ways to pay', async ({ page, debtor }) => {
  const settings = { allowPartialPayment: true };
  const robin = await debtor([{}], { signedOut: true, settings });
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await page.getByRole('radio', { name: 'A part of it' }).check();
  const providers = await breakCall(page, listQuickPayProviders, 'fails');
  await returnToPage(page, listQuickPayProviders);
  await page.getByRole('textbox', { name: 'Amount to pay now' }).fill('20');
  await providers.mend();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('£20.00');
});

test('[MONEY-1] [QP-2] [PROV-1] while a card is charged by a pay link, the page never says that nothing was', async ({
  page,
  debtor,
  withComponents,
  sandbox,
}) => {
  const robin = await withComponents(await debtor([{}], { withoutProvider: true, signedOut: true }));
  await page.goto(await linkTo(robin, robin.orderIds[0]));
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByLabel('Name on card').fill('A Friend');
  await slowDown(sandbox.url, robin);
  await page.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectSent(robin);
  await returnToPage(page, getQuickPayOrder);
  expect(await nextWord(page)).toBe('Payment received');
  expect((await robin.componentBooks()).charged).toBe(10_000);
});

test('[MONEY-1] [PROV-1] an order that is gone while its card is charged leaves the form in its place', async ({
  page,
  debtor,
  withComponents,
  sandbox,
}) => {
  const robin = await withComponents(await debtor([{}], { withoutProvider: true }));
  await openPayNow(page, robin.url);
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await slowDown(sandbox.url, robin);
  await page.getByRole('button', { name: 'Pay £100.00' }).click();
  await expectSent(robin);
  const { db, id } = robin.marina.tenant;
  await db.updateTable('orders').set({ cancelled_at: new Date() }).where('tenant_id', '=', id).execute();
  await returnToPage(page, listOutstandingOrders);
  expect(await nextWord(page)).toBe('Payment received');
});
