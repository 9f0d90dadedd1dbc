import type { Page } from '@playwright/test';
import {
  cards,
  expect,
  expectReceived,
  goOn,
  openCheckout,
  pay,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';

test('[CARD-11] a submit with nothing typed marks every field that is missing, and leads to it', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  await expect(page.locator('iframe')).toHaveCount(3);
  await page.getByLabel('Name on card').fill('');
  await page.getByLabel('Country').selectOption('');
  await goOn(page).click();
  const summary = page.getByRole('alert').filter({ hasText: 'problems' });
  await expect(summary.getByRole('link')).toHaveText([
    'Enter a complete and valid card number',
    'Enter an expiry date that is not in the past',
    'Enter the complete security code',
    'Enter the name on the card',
    'Select a country',
    'Enter the first line of the address',
    'Enter the town or city',
    'Enter the postcode',
  ]);
  await expect(page.getByLabel('Town or city')).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('link', { name: 'Enter the town or city' }).click();
  await expect(page.getByLabel('Town or city')).toBeFocused();
  // The summary is no alert any more once it has lost the focus.
  await page.getByRole('main').getByRole('link', { name: 'Enter a complete and valid card number' }).click();
  const number = page.frameLocator('#hosted-cardNumber iframe').getByRole('textbox');
  // The provider's script can't set the cursor. The link leads to the frame, and Tab leads into it.
  await expect(page.locator('#hosted-cardNumber iframe')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(number).toBeFocused();
  await page.keyboard.type('4000');
  await expect(number).toHaveValue('4000');
});

test('[CARD-11] the script says which field is right or wrong: that field alone is marked, until it is right', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  const input = (field: string) => page.frameLocator(`#hosted-${field} iframe`).getByRole('textbox');
  const leave = () => page.getByLabel('Name on card').focus();
  const marked = async () =>
    page.locator('[id^="hosted-"][data-invalid]').evaluateAll((all) => all.map(({ id }) => id));
  const number = page.getByText('Enter a complete and valid card number');
  const code = page.getByText('Enter the complete security code');

  await input('cardNumber').fill(cards.frictionless);
  await input('cvv').fill('12');
  await leave();
  await expect(code).toBeVisible();
  expect(await marked()).toEqual(['hosted-cvv']);

  await input('cvv').fill('123');
  await input('cardNumber').fill('4000');
  await leave();
  await expect(number).toBeVisible();
  await expect(code).toBeHidden();
  expect(await marked()).toEqual(['hosted-cardNumber']);

  await input('cardNumber').fill(cards.frictionless);
  await leave();
  await expect(number).toBeHidden();
  expect(await marked()).toEqual([]);
});

test('[CARD-11] a country with states asks for one of them, another for a text', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await expect(page.getByLabel('County or region')).toHaveRole('textbox');
  await page.getByLabel('Country').selectOption('US');
  const state = page.getByLabel('State');
  await expect(state).toHaveRole('combobox');
  await goOn(page).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Select a state']);
  await state.selectOption('ME');
  await pay(page);
  await expectReceived(page);
});

test('[CARD-11] another country clears a chosen state, which is no text of its own, and keeps a typed county', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  await typeAddress(page);
  const county = page.getByLabel('County or region');
  await county.fill('Hampshire');
  await page.getByLabel('Country').selectOption('FR');
  await expect(county).toHaveValue('Hampshire');
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('State').selectOption('ME');
  await page.getByLabel('Country').selectOption('GB');
  await expect(county).toHaveValue('');
});

test('[CARD-11] the name of a card is asked for only where the card is kept', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  await openCheckout(page, url);
  await expect(page.getByLabel('Name for this card')).toBeHidden();
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await expect(page.getByLabel('Name for this card')).toBeVisible();

  const vaultless = await debtor([{}], { provider: { allowVaultPortal: false } });
  await openCheckout(page, vaultless.url);
  await expect(page.getByLabel('Name on card')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Save this card/ })).toBeHidden();
});

test('[CARD-11] a new address starts as the account’s, and the option to keep the card as the provider says', async ({
  page,
  debtor,
}) => {
  const account = { address1: '8 Captains Row', town: 'Lymington', postcode: 'SO41 9QX', country_code: 'GB' };
  const { url } = await debtor([{}], { account, provider: { rememberNewCardDefault: true } });
  await openCheckout(page, url);
  await expect(page.getByLabel('Address line 1')).toHaveValue('8 Captains Row');
  await expect(page.getByLabel('Postcode')).toHaveValue('SO41 9QX');
  await expect(page.getByLabel('Country')).toHaveValue('GB');
  await expect(page.getByLabel('Name on card')).toHaveValue('Robin Test');
  await expect(page.getByRole('checkbox', { name: /Save this card/ })).toBeChecked();
});

test('[CARD-11] a customer whose two names are too long for a card pays without shortening them first', async ({
  page,
  debtor,
}) => {
  const account = {
    firstname: 'Wilhelmina '.repeat(6).trim().slice(0, 60),
    lastname: 'Featherstonehaugh'.repeat(4).slice(0, 60),
  };
  const { url } = await debtor([{}], { account });
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expectReceived(page);
});

test('[PROV-8] [CARD-11] if the provider takes none of the kept addresses, one has to be chosen', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await openCheckout(page, robin.url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await pay(page);
  await expectReceived(page);
  await expect(page.getByText('Your card is saved for next time.')).toBeVisible();

  await robin.addOrder({});
  await robin.changeProvider({ supportedCountries: ['FR', 'US'] });
  await openCheckout(page, robin.url);
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await typeCard(page, cards.frictionless);
  await expect(page.getByRole('radio', { name: /1 Quay Road/ })).toBeDisabled();
  await goOn(page).click();
  const missing = page.getByRole('group', { name: 'Billing address' }).getByRole('alert');
  await expect(missing.getByText('no address', { exact: true })).toBeVisible();
  await expect(missing).toContainText('Choose a billing address');
  await page.getByRole('radio', { name: 'Use another address' }).check();
  await expect(page.getByLabel('Country').getByRole('option')).toHaveText([
    'Select a country',
    'France',
    'United States',
  ]);
});

const fieldIn = (page: Page, field: string) => page.frameLocator(`#hosted-${field} iframe`).getByRole('textbox');

test('[LANG-1] [CARD-1] a change of language keeps what was typed, in the page and in the provider’s frames', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { culture: { availableLanguages: ['en-GB', 'de-DE'] } });
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de-DE');
  await expect(page.getByRole('button', { name: 'Weiter', exact: true })).toBeVisible();
  await expect(page.getByLabel('Land').locator('option:checked')).toHaveText('Vereinigtes Königreich');
  await expect(page.locator('[autocomplete="billing address-line1"]')).toHaveValue('1 Quay Road');
  await expect(fieldIn(page, 'cardNumber')).toHaveValue('4000 0000 0000 1000');
});

/** Returns the sum of a colour's three parts, from 0 for black to 765 for white. */
const brightness = (colour: string) =>
  (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);

test('[CARD-1] a device that turns dark or light meanwhile leaves the typed card readable', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  for (const [first, then] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: first });
    await openCheckout(page, url);
    await typeCard(page, cards.frictionless);
    await page.emulateMedia({ colorScheme: then });
    const [ink, ground] = await Promise.all([
      fieldIn(page, 'cardNumber').evaluate((input) => getComputedStyle(input).color),
      page.locator('#hosted-cardNumber').evaluate((frame) => getComputedStyle(frame).backgroundColor),
    ]);
    expect(Math.abs(brightness(ink) - brightness(ground)), `${first}, then ${then}`).toBeGreaterThan(400);
  }
});
