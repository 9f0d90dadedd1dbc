import { cards, expect, test } from './engine-test.ts';
import { button, css, heading, text } from './find-element.ts';
import { answerBank, askToPay, openCheckout, pay, payDialog, typeAddress, typeCard } from './journeys.ts';
import type { Tab } from './tab.ts';

/** Tests two tabs of one reader, who pays in one or both of them. */

test('[MONEY-1] [SHELL-228] while one tab waits for its bank the other pays: the first tells of it', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await tab.switchTab();
  await openCheckout(tab, robin.url);
  await tab.switchTab();
  await typeCard(tab, cards.challenge);
  await typeAddress(tab);
  await pay(tab);
  await tab.within('iframe[title="Confirmation by your bank"]', 'iframe').see(button('Confirm'));

  await tab.switchTab();
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await tab.see(heading('Payment received'));

  await tab.switchTab();
  await answerBank(tab, '1234');
  await tab.see(text('This was paid in another tab'));
  expect((await robin.books()).charged).toBe(10_000);
});

test('[MONEY-1] [SHELL-228] a tab with a card typed in stops offering to pay once the other has paid', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await askToPay(tab);
  await tab.see(payDialog);

  await tab.switchTab();
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await tab.see(heading('Payment received'));

  await tab.switchTab();
  await tab.see(text('This was paid in another tab'));
  await tab.miss(button('Continue', css('main')));
  expect((await robin.books()).charged).toBe(10_000);
});

/** Opens a page in the other tab with this tab's storage, as the browser's "Duplicate tab" does. */
async function duplicate(tab: Tab, url: string, path: string): Promise<void> {
  const storage = await tab.look(() => Object.fromEntries(Object.entries(sessionStorage)), null);
  await tab.switchTab();
  await tab.open(`${url}/verify`);
  await tab.look((copy) => void Object.assign(sessionStorage, copy), storage);
  // In Firefox the page before it may take the address back while it is still starting.
  await expect(async () => {
    await tab.open(url + path);
    expect(path).toContain(await tab.look(() => location.pathname, null));
  }).toPass();
}

async function openCheckoutOf(tab: Tab, url: string, order: number): Promise<void> {
  await tab.open(`${url}/secure/orders/outstanding?order=${order}`);
  await tab.click(button('Checkout'));
}

test('[SHELL-276] a duplicate of a tab whose bank asks leaves that payment alone, at checkout and orders', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.challenge);
  await typeAddress(tab);
  await pay(tab);
  await tab.within('iframe[title="Confirmation by your bank"]', 'iframe').see(button('Confirm'));
  await duplicate(tab, robin.url, '/secure/paysafe/checkout');
  await tab.see(button('Continue', css('main')));
  await tab.open(`${robin.url}/secure/orders/outstanding`);
  await tab.see(button('Checkout'));
  await tab.miss(text('This payment was not completed'));

  await tab.switchTab();
  await answerBank(tab, '1234');
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(10_000);
});

test('[SHELL-276] a duplicate in which another order is paid leaves the payment of its original alone', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}, {}]);
  const [first = 0, second = 0] = robin.orderIds;
  await signedIn(robin.url, robin);
  await openCheckoutOf(tab, robin.url, first);
  await typeCard(tab, cards.challenge);
  await typeAddress(tab);
  await pay(tab);
  await tab.within('iframe[title="Confirmation by your bank"]', 'iframe').see(button('Confirm'));
  await duplicate(tab, robin.url, `/secure/orders/outstanding?order=${second}`);
  await tab.click(button('Checkout'));
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await tab.see(heading('Payment received'));

  await tab.switchTab();
  await answerBank(tab, '1234');
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(20_000);
});
