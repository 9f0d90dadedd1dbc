import { faultCookie } from '../../apps/server/src/testing/processes/fault-switch.ts';
import { apiBase } from '../../packages/contract/src/shared/call.ts';
import { contactUs } from '../../packages/contract/src/account/contact.ts';
import { breakRoute } from '../faults.ts';
import { cards, expect, test } from './engine-test.ts';
import { button, field, heading, text } from './find-element.ts';
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

test('[SHELL-186] a message whose answer is lost with the connection is sent once, and may have been sent', async ({
  tab,
  driver,
  signedIn,
  person,
}) => {
  const robin = await person();
  const { db, id } = robin.marina.tenant;
  const sent = db.selectFrom('contact_messages').select('message').where('tenant_id', '=', id);
  const browser = robin.url;
  const line = await openLine(robin.url);
  try {
    await signedIn(robin.url, robin);
    await driver.addCookie(robin.url, { name: faultCookie, value: browser });
    const { method, path } = contactUs;
    const answer = await breakRoute({ browser, method, url: apiBase + path, kind: 'stalls' });
    await tab.open(`${line.url}/secure/contact-us`);
    await tab.select(field('Subject'), 'Berths');
    await tab.fill(field('Message'), 'Is there one left?');
    await tab.click(button('Send message'));
    await expect.poll(() => sent.execute()).toHaveLength(1);
    line.cut();
    await tab.see(text('We do not know yet whether your message was sent'));
    await line.mend();
    await answer.mend();
    // The list of messages tells.
    await tab.go(0);
    await tab.see(heading('Your messages'));
    expect(await sent.execute()).toHaveLength(1);
  } finally {
    line.cut();
  }
});
