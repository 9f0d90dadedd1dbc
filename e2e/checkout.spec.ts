import type { Page } from '@playwright/test';
import { authenticateCard } from '@quayside/contract/cards/cards.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { holdScripts } from './drawn.ts';
import { keepCards } from './stored-cards.ts';
import {
  answerBank,
  cards,
  type Debtor,
  expect,
  expectReceived,
  goOn,
  openCheckout,
  openOrders,
  orderBox,
  passButtonLock,
  pay,
  payWithNewCard,
  test,
  typeAddress,
  typeCard,
  typeSecurityCode,
} from './unpaid-orders.ts';

test('[CARD-2] the paid orders stand beside the card, and above it on a phone', async ({ page, debtor }) => {
  const { url, orderIds } = await debtor([{ grossMinor: 4_850 }, { grossMinor: 1_200 }]);
  await openCheckout(page, url);
  const bill = page.getByRole('region', { name: 'What you pay' });
  await expect(bill).toContainText('Amount to pay for 2 orders');
  await expect(bill.getByRole('listitem')).toHaveText([
    `Visitor berth Order ${orderIds[0]}£48.50`,
    `Visitor berth Order ${orderIds[1]}£12.00`,
  ]);
  const name = page.getByLabel('Name on card');
  const boxes = async () => [await bill.boundingBox(), await name.boundingBox()];
  // The page follows its window with its next drawing.
  await expect(async () => {
    const [beside, field] = await boxes();
    expect(beside?.x).toBeGreaterThan((field?.x ?? 0) + (field?.width ?? 0));
  }).toPass({ timeout: 10_000 });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(async () => {
    const [above, lower] = await boxes();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(lower?.y ?? 0);
  }).toPass({ timeout: 10_000 });
});

test('[CARD-52] a name and an address with characters that the provider refuses pay all the same', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await openCheckout(page, robin.url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByLabel('Name on card').fill('R "Rob" Test; Jr');
  await page.getByLabel('Address line 1').fill('Flat 3/2 [rear]');
  await pay(page);
  await expectReceived(page);
  expect((await robin.books()).auths).toMatchObject([{ billingDetails: { street: 'Flat 3-2 rear' } }]);
});

test('[CARD-1] [CARD-7] after the bank’s answer no button to pay comes back before the result opens', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{ grossMinor: 4_850 }]);
  await openCheckout(page, url);
  await typeCard(page, cards.challenge);
  await typeAddress(page);
  const release = await holdScripts(page);
  await pay(page);
  await page.evaluate(() => {
    const offers: string[] = [];
    const look = () => {
      if (document.querySelector('dialog[open]')) return;
      const place = document.querySelector('dialog[open]') ? 'dialog[open]' : 'main';
      const buttons = [...document.querySelectorAll(`${place} button`)].filter((each) => each.checkVisibility());
      offers.push(...buttons.map((each) => each.textContent).filter((text) => /^(Pay |Continue)/.test(text)));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    Object.assign(globalThis, { offers });
  });
  await answerBank(page, '1234');
  await expect(page.locator('main [class*="_skeleton_"]').first()).toBeVisible();
  release();
  await expectReceived(page);
  expect(await page.evaluate('offers')).toEqual([]);
});

test('[CARD-1] [CARD-2] a new card, typed into the provider’s frames, pays and never reaches us', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const { url, books } = await debtor([{ grossMinor: 4_850 }, { grossMinor: 1_200 }]);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(url)) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await page.clock.install();
  await openCheckout(page, url);
  await expect(page.getByText('Amount to pay for 2 orders')).toBeVisible();
  await expect(page.getByText('Test payments.')).toBeVisible();
  await typeCard(page, cards.frictionless);
  const frames = page.frames().filter((frame) => frame.parentFrame() === page.mainFrame());
  expect(frames.length).toBeGreaterThanOrEqual(3);
  for (const frame of frames) expect(new URL(frame.url()).origin).toBe(new URL(sandboxUrl).origin);
  const held = await page.evaluate(() =>
    [document.documentElement.outerHTML, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join(),
  );
  expect(held).not.toMatch(/4000[ ]?0000/);
  await expectAccessibleOnDeskAndPhone(page);

  await typeAddress(page);
  await goOn(page).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm payment' });
  await expect(dialog).toContainText('You pay £60.50 to Test Haven by card.');
  await expect(dialog.getByRole('listitem')).toHaveText([/^Visitor berth.*£48\.50$/, /^Visitor berth.*£12\.00$/]);
  await expectAccessibleOnDeskAndPhone(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect((await books()).charged).toBe(0);

  await passButtonLock(page);
  await pay(page);
  await expectReceived(page);
  expect(sent.some((request) => request.includes('/paysafe/pay'))).toBe(true);
  expect(sent.join('\n')).not.toMatch(/4000000000001000|"cvv"/);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).not.toMatch(/4000|123"/);

  await page.reload();
  await expectReceived(page);
  expect((await books()).charged).toBe(6_050);
  await openOrders(page, url);
  await expect(page.getByText('You have no unpaid orders.')).toBeVisible();
});

test('[CARD-5] the customer enters the code in the bank’s own page; a wrong code charges nothing', async ({
  page,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  await page.clock.install();
  await payWithNewCard(page, url, cards.challenge);
  await answerBank(page, '9999');
  await expect(page.getByText('Sorry we could not authenticate your payment')).toBeVisible();
  expect((await books()).charged).toBe(0);

  await typeCard(page, cards.challenge);
  await passButtonLock(page);
  await pay(page);
  await answerBank(page, '1234');
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('[PROV-8] [CARD-5] if the bank refuses, rejects or is out of reach, another card can be tried uncharged', async ({
  page,
  debtor,
}) => {
  const { url, books } = await debtor([{}]);
  await page.clock.install();
  await openCheckout(page, url);
  await typeAddress(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Sorry we could not authenticate your payment' });
  for (const card of [cards.refused, cards.unavailable, cards.rejected]) {
    await typeCard(page, card);
    // The next attempt removes the message about the earlier card.
    const bankResponse = page.waitForResponse((response) => response.url().endsWith(authenticateCard.path));
    await pay(page);
    await bankResponse;
    await expect(alert, card).toContainText('Your card was not charged.');
    expect((await books()).auths).toEqual([]);
    await passButtonLock(page);
  }
  await typeCard(page, cards.decoupled);
  await pay(page);
  await expect(page.getByText('Your bank wants to confirm this payment later')).toBeVisible();
  await passButtonLock(page);
  await typeCard(page, cards.frictionless);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(10_000);
});

test('[CARD-6] version 1: our form opens the bank’s page in a frame, and its answer arrives without a click', async ({
  page,
  debtor,
  bankUrl,
}) => {
  const { url, books } = await debtor([{}], { provider: { force3dsV1: true, bankOrigins: [bankUrl] } });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await payWithNewCard(page, url, '4206720814705635');
  const dialog = page.getByRole('dialog', { name: 'Confirmation by your bank' });
  const bank = page.frameLocator('iframe[title="Confirmation by your bank"]');
  await expect(bank.getByLabel('Code')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  // On a phone the frame has all the room of the dialog, so that nobody has to look for the bank's buttons.
  const desk = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 740 });
  const frame = page.locator('iframe[title="Confirmation by your bank"]');
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThanOrEqual(740 - 110);
  await expect(bank.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  await expect(bank.getByRole('button', { name: 'Confirm' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Sorry we could not authenticate your payment')).toBeVisible();
  expect((await books()).auths).toEqual([]);

  await pay(page);
  await bank.getByLabel('Code').fill('1234');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await expectReceived(page);
  expect((await books()).auths.map(({ authenticationCheck }) => authenticationCheck)).toEqual(['genuine']);
  expect(requests.filter((address) => address.startsWith(`${bankUrl}/acs/v1`))).not.toEqual([]);
  expect(requests.filter((address) => /PaR|MD=/.test(address))).toEqual([]);
});

test('[CARD-88] version 1: a bank’s late answer leads back to the checkout, which can be started again', async ({
  page,
  debtor,
  bankUrl,
}) => {
  const { url, books, marina } = await debtor([{}], { provider: { force3dsV1: true, bankOrigins: [bankUrl] } });
  const { db, id } = marina.tenant;
  await payWithNewCard(page, url, '4206720814705635');
  const dialog = page.getByRole('dialog', { name: 'Confirmation by your bank' });
  const bank = page.frameLocator('iframe[title="Confirmation by your bank"]');
  await bank.getByLabel('Code').fill('1234');
  const over = { expires_at: new Date(Date.now() - 1_000) };
  await db.updateTable('payments').set(over).where('tenant_id', '=', id).execute();
  await db.updateTable('bank_keys').set(over).where('tenant_id', '=', id).execute();
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'This payment cannot be continued. Nothing was charged. Start again.',
  );
  await expect(dialog).toBeHidden();
  expect((await books()).auths).toEqual([]);

  await pay(page);
  await bank.getByLabel('Code').fill('1234');
  await bank.getByRole('button', { name: 'Confirm' }).click();
  await expectReceived(page);
  expect((await books()).auths).toHaveLength(1);
});

test('[PROV-8] [CARD-9] a declined card leads to Payment failure, and back to the same selection', async ({
  page,
  debtor,
}) => {
  const { url, orderIds, books } = await debtor([{ grossMinor: 1_00 }, { grossMinor: 11 }]);
  await openOrders(page, url);
  await orderBox(page, orderIds[0]).uncheck();
  await payWithNewCard(page, url, cards.frictionless);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  await expect(page.getByText('Your card was not charged. £0.11 is still to pay.')).toBeVisible();
  await expect(page.getByText(/Your reference: \S+/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failure' })).toBeVisible();
  expect((await books()).charged).toBe(0);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(orderBox(page, orderIds[0])).not.toBeChecked();
  await expect(orderBox(page, orderIds[1])).toBeChecked();
});

/** The two versions of the provider's script in its documentation. */
const scriptForms = [
  { form: 'calls back', below: '' },
  { form: 'answers promises', below: '/newer' },
];

for (const { form, below } of scriptForms) {
  test(`[CARD-10] if the script ${form}, a stored card is proposed next time, and pays after its code`, async ({
    page,
    debtor,
    sandboxUrl,
  }) => {
    await payWithNewThenKept(page, await debtor([{}], { provider: { scriptBaseUrl: sandboxUrl + below } }));
  });
}

async function payWithNewThenKept(page: Page, { url, addOrder, books }: Debtor): Promise<void> {
  await page.clock.install();
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await page.getByLabel('Name for this card').fill('Boat card');
  await pay(page);
  await expectReceived(page);
  await expect(page.getByText('Your card is saved for next time.')).toBeVisible();

  await addOrder({ grossMinor: 2_500 });
  await openCheckout(page, url);
  const kept = page.getByRole('radio', { name: /ending 1000 · Boat card/ });
  await expect(kept).toBeChecked();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await expect(page.locator('iframe')).toHaveCount(3);
  await expect(page.getByRole('radio', { name: /1 Quay Road/ })).toBeChecked();
  await kept.check();
  await expectAccessible(page);

  await goOn(page).click();
  await expect(page).toHaveURL(`${url}/secure/paysafe/checkout/cvv`);
  await expect(page.getByText('The last 3 digits on the back of the card')).toBeVisible();
  const codeButton = goOn(page);
  await expect(codeButton).toBeDisabled();
  await expect(codeButton).toHaveAccessibleDescription('Enter the security code to pay.');
  await expect(page.locator('iframe')).toHaveCount(3);
  for (const unused of ['cardNumber', 'expiryDate']) await expect(page.locator(`#hosted-${unused}`)).toBeHidden();
  await typeSecurityCode(page, '12');
  await codeButton.click();
  await expect(page.getByText('Enter the complete security code')).toBeVisible();
  await expectAccessible(page);
  await typeSecurityCode(page, '123');
  await passButtonLock(page);
  await pay(page);
  await expectReceived(page);
  expect((await books()).charged).toBe(12_500);
}

test('[CARD-32] only the button that pays says so, and those before it say that they lead on', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{ grossMinor: 4_850 }]);
  await page.goto(`${robin.url}/secure/contact-us`);
  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless }]);
  await openCheckout(page, robin.url);
  const payButtons = page.getByRole('button', { name: /Pay/ });
  await page.getByRole('radio', { name: 'Use a new card' }).check();
  await expect(payButtons).toHaveCount(0);
  await page.getByRole('radio', { name: /ending 1000/ }).check();
  await expect(payButtons).toHaveCount(0);
  await goOn(page).click();
  await expect(page).toHaveURL(/\/cvv$/);
  await typeSecurityCode(page, '123');
  await expect(goOn(page)).toBeEnabled();
  await expect(payButtons).toHaveCount(0);
  await goOn(page).click();
  await expect(payButtons).toHaveText('Pay £48.50');
  expect((await robin.books()).charged).toBe(0);
  await payButtons.click();
  await expectReceived(page);
  expect((await robin.books()).charged).toBe(4_850);
});

test('[CARD-2] the security code of an American Express card has four digits, on its front', async ({
  page,
  debtor,
}) => {
  const { url, addOrder } = await debtor([{}]);
  await page.clock.install();
  await openCheckout(page, url);
  await typeCard(page, '340000000001007');
  await typeSecurityCode(page, '1234');
  await typeAddress(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await pay(page);
  await expectReceived(page);

  await addOrder({});
  await openCheckout(page, url);
  await expect(page.getByRole('radio', { name: /American Express.*ending 1007/ })).toBeChecked();
  await goOn(page).click();
  await expect(page.getByText('The 4 digits on the front of the card, above the number')).toBeVisible();
  await typeSecurityCode(page, '123');
  await pay(page);
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Some card details are incorrect.');
  await error.getByRole('button', { name: 'OK' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'The card could not be used: Some card details' });
  await expect(alert).toContainText(/Reference: [\da-f-]{36}/);
  await typeSecurityCode(page, '1234');
  await passButtonLock(page);
  await pay(page);
  await expectReceived(page);
});
