import { cards, expect, test } from './engine-test.ts';
import { button, css, heading, text } from './find-element.ts';
import { answerBank, askToPay, openCheckout, pay, payDialog, typeAddress, typeCard } from './journeys.ts';

/** Tests two tabs of one reader, who pays the same order in both. */

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
