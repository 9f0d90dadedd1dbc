import { mergeTests } from '@playwright/test';
import { getCardVaultProfile } from '@quayside/contract/cards.ts';
import { listPaymentProviders } from '@quayside/contract/payments.ts';
import { listQuickPayProviders } from '@quayside/contract/quick-pay.ts';
import { goOnToCard, openPayNow, test as withComponentCards } from './components.ts';
import { breakCall, returnToPage } from './faults.ts';
import { keepCards } from './stored-cards.ts';
import {
  cards,
  expect,
  expectReceived,
  linkTo,
  openCheckout,
  pay,
  test as withCards,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

/** Tests what a checkout shows when it reads its data again: after half a minute, or a look at another window. */
const test = mergeTests(withCards, withComponentCards);

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
