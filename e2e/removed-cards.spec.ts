import { mergeTests, type Page } from '@playwright/test';
import { deleteBillingAddress, deleteCard } from '@quayside/contract/cards/stored-cards.ts';
import { type CardVaultProfile, getCardVaultProfile } from '@quayside/contract/cards/cards.ts';
import { apiBase, type Call, callPath } from '@quayside/contract/shared/call.ts';
import { deleteKeptCard, listKeptCards } from '@quayside/contract/cards/card-components.ts';
import { goOnToCard, openPayNow, test as withComponentCards } from './components.ts';
import { returnToPage } from './faults.ts';
import { home, keepCards } from './stored-cards.ts';
import {
  answerBank,
  cards,
  type Debtor,
  expect,
  expectReceived,
  expectSecurityCode,
  goOn,
  openCheckout,
  pay,
  test as withCards,
  typeAddress,
  typeCard,
  typeSecurityCode,
} from './unpaid-orders.ts';

const test = mergeTests(withCards, withComponentCards);

/** Tests checkouts whose stored card or address is removed elsewhere, or expires, while they are open. */

test.beforeEach(({ page }) => page.clock.install());

/** Opens the checkout of a customer who has one stored card, at home. */
async function openWithCard(page: Page, robin: Debtor, sandboxUrl: string, number: string): Promise<void> {
  await page.goto(`${robin.url}/secure/contact-us`);
  await keepCards(page, robin, sandboxUrl, [{ number, address: home }]);
  await openCheckout(page, robin.url);
}

/** Removes the customer's cards as another tab does, and their addresses too if wanted. */
async function removeElsewhere(page: Page, { account }: Debtor, which: 'cards' | 'all'): Promise<void> {
  const { guid, siteId } = account;
  const { profile } = (await send(page, getCardVaultProfile, { guid })) as { profile: CardVaultProfile };
  const { id, cards: kept, addresses } = profile;
  for (const card of kept) await send(page, deleteCard, { id, cardId: card.id }, { siteId });
  for (const address of which === 'all' ? addresses : [])
    await send(page, deleteBillingAddress, { id, addressId: address.id }, { siteId });
}

/** Makes a call in the page's browser, past the page. */
async function send(page: Page, call: Call, params: Record<string, string>, body?: object): Promise<unknown> {
  const [status, answer] = await page.evaluate(
    async ([method, address, content]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(address, content === null ? {} : { method, headers, body: content });
      return [response.status, await response.json()] as const;
    },
    [call.method, apiBase + callPath(call, { params }), body ? JSON.stringify(body) : null] as const,
  );
  expect(status).toBe(200);
  return answer;
}

test('[CARD-87] a payment whose stored card is removed elsewhere while the bank asks shows its result', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await openWithCard(page, robin, sandboxUrl, cards.challenge);
  await goOn(page).click();
  await typeSecurityCode(page, '123');
  await pay(page);
  await expect(page.locator('iframe[title="Confirmation by your bank"]')).toBeVisible();
  await removeElsewhere(page, robin, 'cards');
  await returnToPage(page, getCardVaultProfile);
  await answerBank(page, '1234');
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(4_850);
});

test('[CARD-87] a stored card that is removed before it pays is refused in words, and another one pays', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await openWithCard(page, robin, sandboxUrl, cards.frictionless);
  await goOn(page).click();
  await typeSecurityCode(page, '123');
  await removeElsewhere(page, robin, 'all');
  await pay(page);
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toHaveText('This card is no longer saved. Use another card. Nothing was charged.');
  await page.getByRole('link', { name: 'Use another card' }).click();
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(4_850);
});

test('[CARD-87] a chosen card that is removed elsewhere gives way to the form of a new one', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  await openWithCard(page, robin, sandboxUrl, cards.frictionless);
  await removeElsewhere(page, robin, 'all');
  await returnToPage(page, getCardVaultProfile);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
});

test('[CARD-87] a chosen address that is removed elsewhere is refused in words, and a new one is asked for', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await openWithCard(page, robin, sandboxUrl, cards.frictionless);
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await typeCard(page, cards.frictionless);
  await removeElsewhere(page, robin, 'all');
  await pay(page);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This billing address is no longer saved. Choose or enter another one. Nothing was charged.',
  );
  expect((await robin.books()).charged).toBe(0);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
});

const noVault = { withoutProvider: true };

/** Pays an order by a card that the second provider keeps, and opens the checkout of the next order with it. */
async function openWithKeptCard(page: Page, robin: Debtor): Promise<void> {
  await openPayNow(page, robin.url);
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await page.getByRole('button', { name: 'Pay £10.00' }).click();
  await expectReceived(page);
  await robin.addOrder({ grossMinor: 4_850 });
  await openPayNow(page, robin.url);
  await expect(page.getByRole('radio', { name: /ending 1000/ })).toBeChecked();
}

/** Removes the cards that the second provider keeps, as another tab does. */
async function removeKeptElsewhere(page: Page, { account }: Debtor): Promise<void> {
  const params = { accountGuid: account.guid };
  const { cards: kept } = (await send(page, listKeptCards, params)) as { cards: { id: number }[] };
  for (const { id } of kept) await send(page, deleteKeptCard, { ...params, id: String(id) }, {});
}

test('[CARD-87] a removed card of the second provider is refused in words, and a new one pays', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 1_000 }], noVault));
  await openWithKeptCard(page, robin);
  await removeKeptElsewhere(page, robin);
  await page.getByRole('button', { name: 'Continue to card details' }).click();
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toHaveText('This card is no longer saved. Use another card. Nothing was charged.');
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByRole('button', { name: 'Pay £48.50' }).click();
  await expectReceived(page);
});

test('[CARD-90] a card of the second provider that has expired meanwhile says so, and a new one pays', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 1_000 }], noVault));
  await openWithKeptCard(page, robin);
  const { db, id } = robin.marina.tenant;
  await db.updateTable('component_cards').set({ expiry_year: 2020 }).where('tenant_id', '=', id).execute();
  await page.getByRole('button', { name: 'Continue to card details' }).click();
  const refused = page.getByRole('main').getByRole('alert');
  await expect(refused).toHaveText('This card has expired. Use another card. Nothing was charged.');
  await expect(page.getByRole('radio', { name: /ending 1000/ })).toBeDisabled();
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await typeAddress(page);
  await goOnToCard(page, 3);
  await typeCard(page, cards.frictionless);
  await page.getByRole('button', { name: 'Pay £48.50' }).click();
  await expectReceived(page);
});

test('[CARD-87] a card of the second provider that is removed once its code is asked for keeps its step', async ({
  page,
  debtor,
  withComponents,
}) => {
  const robin = await withComponents(await debtor([{ grossMinor: 1_000 }], noVault));
  await openWithKeptCard(page, robin);
  await goOnToCard(page, 1);
  await expectSecurityCode(page);
  await removeKeptElsewhere(page, robin);
  await returnToPage(page, listKeptCards);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByLabel('Name on card')).toHaveCount(0);
  await typeSecurityCode(page, '123');
  await expect(page.getByRole('button', { name: 'Pay £48.50' })).toBeEnabled();
});
