import { setTimeout } from 'node:timers/promises';
import { everyPage } from '../../apps/server/src/http/answers/plain-page.ts';
import { givePageProvider, registerPaypal } from '../../apps/server/src/testing/payments/page-payments.ts';
import { faultCookie } from '../../apps/server/src/testing/processes/fault-switch.ts';
import { apiBase } from '../../packages/contract/src/shared/call.ts';
import { payByCard } from '../../packages/contract/src/cards/cards.ts';
import { breakRoute } from '../faults.ts';
import type { Debtor } from '../unpaid-orders.ts';
import { cards, expect, test } from './engine-test.ts';
import { button, dialog, field, heading, text } from './find-element.ts';
import { openCheckout, pay, payDialog, typeAddress, typeCard } from './journeys.ts';
import type { Tab } from './tab.ts';

/** Tests the browser's Back and reload in the middle of a payment. Each engine ends a page in its own way. */

async function payLinkOf({ url, marina: { tenant } }: Debtor): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  return `${url}/quick-pay/${(await order.executeTakeFirstOrThrow()).guid}`;
}

test('[SHELL-150] [QP-2] a payer who comes back from PayPal’s page by Back can pay the order of a link', async ({
  tab,
  indebted,
  sandboxUrl,
}) => {
  const robin = await indebted([{}], { withoutProvider: true });
  const { tenant } = robin.marina;
  await givePageProvider(tenant.db, tenant.id, await registerPaypal({ url: sandboxUrl }));
  const link = await payLinkOf(robin);
  await tab.resize(360, 740);
  await tab.open(link);
  await tab.click(button('Pay now'));
  const sheet = dialog('Pay £100.00');
  await tab.click(button('Checkout', sheet));
  await tab.expectAddress(/\/checkoutnow\?/);
  await tab.go(-1);
  await tab.expectAddress(link);
  await tab.miss(dialog('One moment'));
  await tab.click(button('Pay now'));
  await tab.click(button('Checkout', sheet));
  await tab.expectAddress(/\/checkoutnow\?/);
});

test('[SHELL-151] [CARD-9] going back from a checkout that still loads shows no failure', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  const orders = `${robin.url}/secure/orders/outstanding`;
  await robin.fault({ operation: 'fields.setup', kind: 'delay-answer', ms: 20_000 });
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await expect.poll(() => tab.look(() => 'paysafe' in window, null)).toBe(true);
  await tab.go(-1);
  await tab.expectAddress(orders);
  await tab.see(button('Checkout'));
  await tab.miss(text('An error occurred'));
});

test('[SHELL-151] [CARD-1] a reload while the answer to the charge is missing shows the payment’s result', async ({
  tab,
  driver,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await signedIn(robin.url, robin);
  const browser = robin.url;
  await driver.addCookie(robin.url, { name: faultCookie, value: browser });
  const charge = await breakRoute({ browser, method: payByCard.method, url: apiBase + payByCard.path, kind: 'stalls' });
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await expect.poll(async () => (await robin.books()).charged).toBe(10_000);
  await tab.see(text('Paying. Keep this page open…', payDialog));
  const documents = await breakRoute({ browser, method: 'GET', url: everyPage, kind: 'waits' });
  await tab.look(() => void Object.assign(window, { isOld: true }), null);
  await tab.go(0);
  // The page that is being left has this time to act on the call that its browser has ended.
  await setTimeout(1_500);
  await documents.mend();
  await expect.poll(() => tab.look(() => 'isOld' in window, null).catch(() => true)).toBe(false);
  await tab.see(heading('Payment received'));
  await charge.mend();
  expect((await robin.books()).charged).toBe(10_000);
});

const notCompleted = text('This payment was not completed');

/** Pays with a card whose bank asks for a code, and goes back instead of answering. */
async function goBackFromBank(tab: Tab, address: string): Promise<void> {
  await typeCard(tab, cards.challenge);
  await typeAddress(tab);
  await pay(tab);
  await tab.within('iframe[title="Confirmation by your bank"]', 'iframe').see(button('Confirm'));
  await tab.go(-1);
  await tab.expectAddress(address);
}

test('[SHELL-258] a customer who goes back from the bank’s question reads that nothing was charged, and pays', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await goBackFromBank(tab, `${robin.url}/secure/orders/outstanding`);
  await tab.see(notCompleted);
  await tab.see(text('Nothing was charged.'));
  await tab.go(0);
  await tab.see(button('Checkout'));
  await tab.miss(notCompleted);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(10_000);
});

test('[SHELL-258] a payer of a link who goes back from the bank’s question reads that nothing was charged', async ({
  tab,
  indebted,
}) => {
  const robin = await indebted([{}]);
  const link = await payLinkOf(robin);
  await tab.open(link);
  await tab.click(button('Checkout'));
  await tab.see(heading('Checkout'));
  await tab.fill(field('Name on card'), 'A Friend');
  await goBackFromBank(tab, link);
  await tab.see(notCompleted);
  await tab.see(text('Nothing was charged.'));
  await tab.see(button('Checkout'));
  expect((await robin.books()).charged).toBe(0);
});

test('[SHELL-258] a customer who goes back while the card is charged comes to the payment’s result', async ({
  tab,
  signedIn,
  indebted,
}) => {
  const robin = await indebted([{}]);
  await robin.fault({ operation: 'auths.create', kind: 'delay-answer', ms: 15_000 });
  await signedIn(robin.url, robin);
  await openCheckout(tab, robin.url);
  await typeCard(tab, cards.frictionless);
  await typeAddress(tab);
  await pay(tab);
  await expect.poll(async () => (await robin.books()).charged).toBe(10_000);
  await tab.go(-1);
  await tab.see(heading('Payment received'));
  expect((await robin.books()).charged).toBe(10_000);
});
