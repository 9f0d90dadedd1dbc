import { listIneligibleCards } from '@quayside/contract/cards/cards.ts';
import { makeIneligibleCard } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall, returnToPage } from './faults.ts';
import { loginAlerts } from './login-alerts.ts';
import { home, keepCards } from './stored-cards.ts';
import { noteMessages } from './toasts.ts';
import { answerBank, cards, expect, test, typeCard } from './unpaid-orders.ts';

const path = '/secure/manage-payment-methods';
const stored = { name: 'Stored cards' };
const addresses = { name: 'Billing addresses' };

test('[PROV-8] [CARD-3] [CARD-9] a card is added in three steps; a refusal of the provider is shown', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  await page.goto(`${robin.url}/secure/dashboard`);
  await page.getByRole('navigation').getByRole('link', { name: 'My Cards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Cards' })).toBeVisible();
  await expect(page.getByText('You have no stored cards.')).toBeVisible();
  await expect(page.getByText('You have no billing addresses.')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);

  await page.getByRole('button', { name: 'Add card' }).click();
  const details = page.getByRole('dialog', { name: 'Add card' });
  await expect(details.locator('iframe')).toHaveCount(3);
  await details.getByLabel('Name on card').fill('');
  await details.getByRole('button', { name: 'Next: billing address' }).click();
  await expect(details.getByRole('alert').getByRole('link')).toHaveText([
    'Enter a complete and valid card number',
    'Enter an expiry date that is not in the past',
    'Enter the complete security code',
    'Enter the name on the card',
    'Confirm that this card may be stored',
  ]);
  await typeCard(page, cards.frictionless);
  await details.getByLabel('Name on card').fill('Robin Test');
  await details.getByRole('checkbox', { name: /Save this card/ }).check();
  await details.getByLabel('Name for this card').fill('Boat card');
  await robin.fault({ operation: 'tokens.create', kind: 'drop-before', times: 20 });
  await details.getByRole('button', { name: 'Next: billing address' }).click();
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('We could not reach the payment provider.');
  await error.getByRole('button', { name: 'OK' }).click();
  await expect(details.getByText('The card could not be used: We could not reach the payment provider.')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await robin.clearFaults();

  await details.getByRole('button', { name: 'Next: billing address' }).click();
  const save = details.getByRole('button', { name: 'Save card' });
  await expect(save).toBeDisabled();
  await details.getByLabel('Address line 1').press('Enter');
  await expect(details.getByRole('alert').getByRole('link')).toHaveText(['Select a country']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(details.getByLabel('Name for this card')).toBeHidden();

  await typeCard(page, cards.frictionless);
  await details.getByRole('checkbox', { name: /Save this card/ }).check();
  await details.getByRole('button', { name: 'Next: billing address' }).click();
  await details.getByLabel('Country').selectOption('GB');
  const kept = page.waitForResponse((response) => response.url().endsWith('/card'));
  await save.click();
  expect((await kept).status()).toBe(200);
  const row = page.getByRole('region', stored).getByRole('listitem');
  await expect(row).toContainText(/ending 1000.*Visa.*Robin Test.*Expires 12\/2031.*Current default/s);
  await expect(page.getByRole('region', addresses).getByRole('listitem')).toContainText('United Kingdom');
});

test('[PROV-8] [CARD-3] [CARD-4] default, delete and addresses: each asks or says what it did', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([]);
  const said = await noteMessages(page);
  await page.goto(`${robin.url}/404`);
  await keepCards(page, robin, sandboxUrl, [
    { number: cards.frictionless, nickName: 'Boat card', address: home },
    { number: '340000000001007' },
    { number: '5200000000001005', hasExpired: true },
  ]);
  await page.goto(robin.url + path);
  const row = (name: RegExp) => page.getByRole('region', stored).getByRole('listitem').filter({ hasText: name });
  await expect(row(/ending 1005/)).toContainText(/Mastercard.*Expires 03\/.*Card expired/s);
  await expect(row(/ending 1005/).getByRole('button')).toHaveText([/^Delete/]);
  await expect(row(/ending 1007/)).toContainText('American Express');
  for (const brand of ['American Express', 'Mastercard', 'Visa'])
    expect((await page.getByRole('img', { name: brand }).first().boundingBox())?.height).toBe(24);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(row(/ending 1007/)).toContainText(/Amex/);
  await expect(row(/ending 1007/).getByText('American Express', { exact: true })).toBeHidden();
  await expect(
    row(/ending 1005/)
      .getByText('Mastercard', { exact: true })
      .filter({ visible: true }),
  ).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expectAccessibleOnDeskAndPhone(page);

  await row(/ending 1007/)
    .getByRole('button', { name: 'Make default American Express ending 1007' })
    .click();
  await expect.poll(said).toContain('Default card updated');
  await expect(row(/ending 1007/)).toContainText('Current default');
  // The default stands first and the expired card last.
  await expect(row(/ending/)).toContainText([/ending 1007/, /ending 1000/, /ending 1005/]);
  await row(/ending 1007/)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const sure = page.getByRole('dialog', { name: 'Delete this card?' });
  await expect(sure).toContainText('Visa ending 1000 (Boat card) becomes your default card.');
  await sure.getByRole('button', { name: 'No, keep' }).click();
  await expect(row(/ending 1007/)).toBeVisible();
  await row(/ending 1007/)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await sure.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.poll(said).toContain('Card deleted');
  await expect(row(/ending 1007/)).toBeHidden();
  await expect(row(/ending 1000/)).toContainText('Current default');

  const place = (name: RegExp) => page.getByRole('region', addresses).getByRole('listitem').filter({ hasText: name });
  await place(/Home/).getByRole('button', { name: 'Delete Home' }).click();
  const inUse = place(/Home/).getByRole('alert');
  await expect(inUse).toContainText('A card uses this address');
  await expect(inUse).toContainText('Visa ending 1000 (Boat card) is billed to this address.');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add address' }).click();
  const adding = page.getByRole('dialog', { name: 'Add address' });
  await adding.getByLabel('Name for this address').fill('Office');
  await adding.getByLabel('Country').selectOption('US');
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect(adding.getByRole('alert').getByRole('link')).toHaveText(['Select a state']);
  await expectAccessibleOnDeskAndPhone(page);
  await adding.getByLabel('State').selectOption('ME');
  await adding.getByRole('button', { name: 'Save address' }).click();
  await expect.poll(said).toContain('Address added');
  await place(/Office/)
    .getByRole('button', { name: 'Make default Office' })
    .click();
  await expect(place(/Office/)).toContainText('Current default');
  await place(/Office/)
    .getByRole('button', { name: 'Edit Office' })
    .click();
  const editing = page.getByRole('dialog', { name: 'Edit address' });
  await editing.getByLabel('Town or city').fill('Camden');
  await editing.getByRole('button', { name: 'Save address' }).click();
  await expect.poll(said).toContain('Address updated');
  await expect(place(/Office/)).toContainText('Camden, Maine, United States');
  await place(/Office/)
    .getByRole('button', { name: 'Delete Office' })
    .click();
  const confirmation = page.getByRole('dialog', { name: 'Delete this address?' });
  await expect(confirmation).toContainText('Home becomes your default address.');
  await confirmation.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.poll(said).toContain('Address deleted');
  await expect(place(/Home/)).toContainText('Current default');
});

test('[DASH-5] [CARD-8] [SHELL-279] a card that can’t pay is deleted, or registered again', async ({
  page,
  debtor,
}) => {
  const settings = { features: { 'ineligible-vaulted-cards': true } };
  const robin = await debtor([], { settings });
  const { db } = robin.marina.tenant;
  await makeIneligibleCard(db, robin.owner, { lastDigits: '5100' });
  await makeIneligibleCard(db, robin.owner, { lastDigits: '1091', nickName: 'Boat card', reason: 'no-sca' });
  await page.goto(`${robin.url}/secure/dashboard`);
  await loginAlerts(page).getByRole('button', { name: 'Delete Visa ending 5100' }).click();
  const sure = page.getByRole('dialog', { name: 'Delete this card?' });
  await expect(sure).toContainText('You can no longer pay with Visa ending 5100. We will stop showing it.');
  await sure.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(loginAlerts(page).getByRole('listitem')).toHaveCount(1);
  await expect(loginAlerts(page).getByRole('button').first()).toBeFocused();
  await expectAccessible(page);

  await loginAlerts(page).getByRole('link', { name: 'Register again Visa ending 1091 (Boat card)' }).click();
  const details = page.getByRole('dialog', { name: 'Register the card ending 1091 again' });
  await expect(details.getByLabel('Name on card')).toHaveValue('R Test');
  await typeCard(page, cards.challenge);
  await details.getByRole('checkbox', { name: /Save this card/ }).check();
  const next = details.getByRole('button', { name: 'Next: billing address' });
  await next.click();
  await answerBank(page, '9999');
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Your bank could not confirm that it is you.');
  await error.getByRole('button', { name: 'OK' }).click();
  await next.click();
  await answerBank(page, '1234');
  await details.getByLabel('Country').selectOption('GB');
  await details.getByRole('button', { name: 'Save card' }).click();
  const kept = page.getByRole('region', stored).getByRole('listitem');
  await expect(kept).toContainText(/ending 1091.*Boat card.*Current default/s);
  await expect(page.getByText('Cards that can no longer be used')).toBeHidden();
  const left = await db.selectFrom('ineligible_cards').select(['last_digits', 'holder_name', 'nick_name']).execute();
  expect(left).toEqual([1, 2].map(() => ({ last_digits: '', holder_name: '', nick_name: '' })));
});

test('[CARD-9] the page opens without the list of unusable cards, and its dialog stays when that is read', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([], { settings: { features: { 'ineligible-vaulted-cards': true } } });
  await page.clock.install();
  const broken = await breakCall(page, listIneligibleCards, 'fails');
  await page.goto(robin.url + path);
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add address' });
  await dialog.getByLabel('Address line 1').fill('4 Ferry Lane');
  await broken.mend();
  await returnToPage(page, listIneligibleCards);
  await expect(dialog.getByLabel('Address line 1')).toHaveValue('4 Ferry Lane');
});
