import { cards, expect, test } from './engine-test.ts';
import { heading, text } from './find-element.ts';
import { askToPay, openCheckout, pay, payDialog, typeAddress, typeCard } from './journeys.ts';
import { openLine } from './line.ts';

/** Tests connections that are lost and come back. Each engine remembers in its own way what it could not load. */

test('[SHELL-181] files that could not be loaded come once the connection is back, also those of a result', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  const line = await openLine(robin.url);
  try {
    await signedIn(robin.url, robin);
    await openCheckout(tab, line.url);
    await typeCard(tab, cards.frictionless);
    await typeAddress(tab);
    await askToPay(tab);
    await tab.see(payDialog);
    line.cut();
    // This also begins to load the page of the result.
    await tab.click({ role: 'button', part: 'Pay £', within: payDialog });
    await tab.see(text('Your card was not charged.'));
    await line.mend();
    await pay(tab);
    await tab.see(heading('Payment received'));
    expect((await robin.books()).charged).toBe(10_000);
  } finally {
    line.cut();
  }
});
