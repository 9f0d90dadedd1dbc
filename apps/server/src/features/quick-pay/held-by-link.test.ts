import { signIn } from '@quayside/contract/identity/identity.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeLogin, samplePassword, signedInStaff } from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { create } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  givePageProvider,
  type PageMerchant,
  pagesOf,
  registerRedirect,
  pageCharges,
} from '../../testing/payments/page-payments.ts';
import { codeOf, makeVisitor, type Visitor } from '../../testing/payments/pay-links.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: PageMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerRedirect(sandbox);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

/** Makes two browsers that have opened the link, and the owner. */
async function threeOf() {
  const visitor = await makeVisitor(fixture);
  const other = fixture.app.client(fixture.tenant.key);
  await Promise.all([visitor.open(), visitor.open(other)]);
  return { visitor, first: visitor.client, other, owner: visitor.owner.client };
}

const start = ({ checkout, order }: Visitor, client: HttpClient) => {
  const { accountGuid, orderIds, amount } = checkout;
  const payLink = { orderGuid: order.guid };
  return client.call(startPagePayment, { body: { accountGuid, orderIds, amount, providerKey: 'redirect', payLink } });
};
const holdFor = async ({ open }: Visitor, browser: HttpClient) => (await open(browser)).body.order.hold;
const cancel = (client: HttpClient, ref: string) => client.call(cancelPayment, { params: { ref } });
const minutesFromNow = (instant: string | null | undefined) =>
  Math.round((Date.parse(instant ?? '') - fixture.app.clock.now().getTime()) / 60_000);

test('[QP-2][MONEY-1] a page is open for 15 minutes by a link, and no second one beside it', async () => {
  const { visitor, first } = await threeOf();
  const { body } = await start(visitor, first);
  const [asked] = (await pagesOf(sandbox, merchant)).filter(({ reference }) => reference === body.merchantRefNumber);
  expect(minutesFromNow(asked?.expiresAt)).toBe(15);
  const again = await start(visitor, first);
  expect(codeOf(again)).toBe('409 PAYMENT_IN_PROGRESS');
  expect(again.body.responseStatus?.meta).toMatchObject({
    merchantRefNumber: body.merchantRefNumber,
    mayContinue: 'true',
  });
});

test('[SAFE-1][MONEY-1] another browser reads why an order is held; its page stays for ten minutes', async () => {
  const { visitor, first, other } = await threeOf();
  const { body } = await start(visitor, first);
  const hold = await holdFor(visitor, other);
  expect(hold).toMatchObject({ reason: 'onPage', merchantRefNumber: null, mayContinue: false, mayCancel: false });
  expect(minutesFromNow(hold?.until)).toBe(10);
  const refused = await start(visitor, other);
  expect([codeOf(refused), refused.body.responseStatus?.meta]).toEqual([
    '409 PAYMENT_IN_PROGRESS',
    { heldUntil: hold?.until },
  ]);
  expect(codeOf(await create({ ...visitor.checkout, client: other }))).toBe('409 PAYMENT_IN_PROGRESS');
  expect(codeOf(await cancel(other, body.merchantRefNumber))).toBe('404 NOT_FOUND');
  await actOnPage(body.redirectUrl, 'pay-here');
  expect(await pageCharges(sandbox, merchant, body.merchantRefNumber)).toEqual([10_000]);
});

test('[SAFE-1][MONEY-1] the browser that opened the page continues and cancels it; the owner cancels it', async () => {
  const { visitor, first, owner } = await threeOf();
  const { body } = await start(visitor, first);
  const reference = body.merchantRefNumber;
  expect(body).toMatchObject({ progress: 'onPage', mayContinue: true, mayCancel: true });
  expect(await holdFor(visitor, first)).toMatchObject({ merchantRefNumber: reference, mayContinue: true });
  const { accountGuid: guid } = visitor.owner;
  const listed = await owner.call(listOutstandingOrders, { params: { guid } });
  expect(listed.body.orders.map(({ hold }) => hold)).toMatchObject([
    { reason: 'onPage', merchantRefNumber: reference, mayContinue: false, mayCancel: true },
  ]);
  const seen = await owner.call(getPayment, { params: { merchantRefNum: reference } });
  expect(seen.body).toMatchObject({ redirectUrl: null, mayContinue: false, mayCancel: true });
  const staff = await signedInStaff(fixture.app, fixture.tenant, visitor.owner.account);
  const watched = await staff.client.call(listOutstandingOrders, { params: { guid } });
  expect(watched.body.orders[0]?.hold).toMatchObject({ merchantRefNumber: null, mayCancel: false });
  expect((await cancel(owner, reference)).body.paymentStatus).toBe('Cancelled');
  expect(await holdFor(visitor, first)).toBeNull();
  expect((await start(visitor, first)).status).toBe(200);
});

test('[MONEY-1] every session of the account continues what the owner’s session opened', async () => {
  const { visitor, other, owner } = await threeOf();
  const { body } = await start(visitor, owner);
  // Having opened the link as well takes nothing from the session.
  await visitor.open(owner);
  const { accountGuid: guid } = visitor.owner;
  const listed = await owner.call(listOutstandingOrders, { params: { guid } });
  const reference = body.merchantRefNumber;
  expect(listed.body.orders[0]?.hold).toMatchObject({
    merchantRefNumber: reference,
    mayContinue: true,
    mayCancel: true,
  });
  expect(await holdFor(visitor, other)).toMatchObject({ merchantRefNumber: null, mayCancel: false });
});

test('[SAFE-1][MONEY-1] the browser that opened the page continues it after its owner signs in there', async () => {
  const { visitor, first, owner } = await threeOf();
  const { body } = await start(visitor, first);
  const reference = body.merchantRefNumber;
  const { accountGuid: guid } = visitor.owner;
  const { email: userName } = await makeLogin(fixture.tenant, visitor.owner.account);
  await first.call(signIn, { body: { userName, password: samplePassword, rememberMe: false } });
  const listed = await first.call(listOutstandingOrders, { params: { guid } });
  const reach = { mayContinue: true, mayCancel: true };
  expect(listed.body.orders[0]?.hold).toMatchObject({ merchantRefNumber: reference, ...reach });
  expect(await holdFor(visitor, first)).toMatchObject({ merchantRefNumber: reference, ...reach });
  const seen = await first.call(getPayment, { params: { merchantRefNum: reference } });
  expect(seen.body).toMatchObject({ redirectUrl: body.redirectUrl, ...reach });
  expect((await start(visitor, first)).body.responseStatus?.meta).toMatchObject({ mayContinue: 'true' });
  const elsewhere = await owner.call(getPayment, { params: { merchantRefNum: reference } });
  expect(elsewhere.body).toMatchObject({ redirectUrl: null, mayContinue: false, mayCancel: true });
  await actOnPage(body.redirectUrl, 'pay-here');
  expect(await pageCharges(sandbox, merchant, reference)).toEqual([10_000]);
});

// Runs last, because the provider's clock does not move with ours.
test('[MONEY-1] a page left for ten minutes is closed for the link’s next reader, unless it was paid', async () => {
  const [left, paid] = [await threeOf(), await threeOf()];
  const leftPage = (await start(left.visitor, left.first)).body;
  const paidPage = (await start(paid.visitor, paid.first)).body;
  await actOnPage(paidPage.redirectUrl, 'pay-here');
  fixture.app.clock.advance({ minutes: 10 });
  expect(await holdFor(left.visitor, left.other)).toBeNull();
  expect((await left.visitor.open(left.other)).body.order.paymentStatus).not.toBe('Processing');
  expect((await start(left.visitor, left.other)).body.progress).toBe('onPage');
  const params = { merchantRefNum: leftPage.merchantRefNumber };
  expect((await left.first.call(getPayment, { params })).body.paymentStatus).toBe('Cancelled');
  await actOnPage(leftPage.redirectUrl, 'pay-here');
  expect(await pageCharges(sandbox, merchant, leftPage.merchantRefNumber)).toEqual([]);
  expect(codeOf(await start(paid.visitor, paid.other))).toBe('409 ORDER_NOT_PAYABLE');
});
