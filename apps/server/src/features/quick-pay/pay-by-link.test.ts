import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { emailReceipt, getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderInput } from '../../testing/factories/orders.ts';
import { authenticate, create, pay, presentCard, readBooks } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { codeOf, makeVisitor } from '../../testing/payments/pay-links.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const visitor = (overrides: OrderInput = {}, of?: Customer) => makeVisitor(fixture, overrides, of);

/** Pays by a card without a challenge. */
async function payByLink(checkout: Customer) {
  const { body: attempt } = await create(checkout);
  const card = await presentCard(checkout.sandboxUrl, checkout.merchant);
  expect((await authenticate(checkout, attempt.merchantRefNumber, card)).body.outcome).toBe('proceed');
  return pay(checkout, attempt.merchantRefNumber, card.token, { rememberCard: true });
}

test('[QP-2] [MONEY-4] a card pays an order by its link: its amount, once, and no card is kept', async () => {
  const { owner, client, open, checkout } = await visitor();
  expect(codeOf(await create(checkout))).toBe('401 NOT_SIGNED_IN');
  expect((await open()).body.order).toMatchObject({ outstandingAmount: 100, payment: null });
  expect(codeOf(await create({ ...checkout, amount: 1 }))).toBe('409 AMOUNT_CHANGED');
  const before = await readBooks(checkout.sandboxUrl, checkout.merchant);
  const { body: paid } = await payByLink(checkout);
  expect(paid).toMatchObject({ paymentStatus: 'Completed', amount: 100, cardSaved: null });
  const books = await readBooks(checkout.sandboxUrl, checkout.merchant);
  expect(books.charged - before.charged).toBe(10_000);
  const { order } = (await open()).body;
  expect(order).toMatchObject({ paymentStatus: 'Paid', outstandingAmount: 0, payment: { paymentId: paid.paymentId } });
  const receipt = { id: paid.paymentId, accountGuid: owner.account.guid };
  for (const browser of [client, owner.client])
    expect((await browser.call(getReceipt, { params: receipt })).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await client.call(emailReceipt, { params: { id: paid.paymentId } })).body.emailQueued).toBe(true);
});

test('[QP-2] [CARD-5] the bank also gets the Accept header of documents if a link pays', async () => {
  const { client, open, checkout, order } = await visitor();
  await open();
  const document = 'text/html,application/xhtml+xml,*/*;q=0.8';
  await client.get(`/quick-pay/${order.guid}/checkout`, { accept: document });
  const { merchantRefNumber } = (await create(checkout)).body;
  await authenticate(checkout, merchantRefNumber, await presentCard(checkout.sandboxUrl, checkout.merchant));
  const { authentications } = await readBooks(checkout.sandboxUrl, checkout.merchant);
  const authentication = authentications.find(({ merchantRefNum }) => merchantRefNum.startsWith(merchantRefNumber));
  expect(authentication?.acceptHeader).toBe(document);
});

test('[SAFE-1] an attempt belongs to its browser and owner; another browser with the link can’t read it', async () => {
  const { owner, open, checkout } = await visitor();
  await open();
  const { body: attempt } = await create(checkout);
  const other = fixture.app.client(fixture.tenant.key);
  await open(other);
  expect((await create({ ...checkout, client: other })).status).toBe(200);
  const params = { merchantRefNum: attempt.merchantRefNumber };
  expect(codeOf(await other.call(getPayment, { params }))).toBe('404 NOT_FOUND');
  expect((await owner.client.call(getPayment, { params })).body.paymentStatus).toBe('Incomplete');
  const ended = await owner.client.call(cancelPayment, { params: { ref: attempt.merchantRefNumber } });
  expect(ended.body.paymentStatus).toBe('Cancelled');
});

test('[SAFE-1] a browser pays the orders that it has opened, and for a day', async () => {
  const first = await visitor();
  const second = await visitor({}, first.owner);
  const both = { ...first.checkout, orderIds: [...first.checkout.orderIds, ...second.checkout.orderIds], amount: 200 };
  await first.open();
  expect(codeOf(await create(both))).toBe('404 NOT_FOUND');
  await second.open(first.client);
  expect((await create(both)).status).toBe(200);
  fixture.app.clock.advance({ hours: 25 });
  expect(codeOf(await create(first.checkout))).toBe('401 NOT_SIGNED_IN');
});

test('[SAFE-1] a signed-in customer pays as the owner, also if the browser has opened links', async () => {
  const { owner, open, checkout } = await visitor();
  await open();
  for (const [name, value] of owner.client.cookies) checkout.client.cookies.set(name, value);
  const { body: attempt } = await create(checkout);
  const elsewhere = await owner.client.call(getPayment, { params: { merchantRefNum: attempt.merchantRefNumber } });
  expect(elsewhere.status).toBe(200);
  const byLinkAlone = fixture.app.client(fixture.tenant.key);
  byLinkAlone.cookies.set('quayside_payer', checkout.client.cookies.get('quayside_payer') ?? '');
  const params = { merchantRefNum: attempt.merchantRefNumber };
  expect(codeOf(await byLinkAlone.call(getPayment, { params }))).toBe('404 NOT_FOUND');
});
