import { listKeptCards } from '@quayside/contract/cards/card-components.ts';
import {
  startQuickPayExpressPayment,
  startPagePayment,
  validateAccount,
} from '@quayside/contract/payments/payment-pages.ts';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { getAccount } from '@quayside/contract/account/account.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sandboxOrigin } from '../../demo/sandbox-origin.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { cards } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  giveComponents,
  open as openFields,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../testing/payments/component-payments.ts';
import {
  actOnPage,
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  type PageMerchant,
  pagesOf,
  registerPaypal,
  registerRedirect,
  pageCharges,
} from '../../testing/payments/page-payments.ts';
import { codeOf, makeVisitor, type Visitor } from '../../testing/payments/pay-links.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let paypal: PageMerchant;
let redirect: PageMerchant;
let components: ComponentMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const { db, id } = fixture.tenant;
  [paypal, redirect, components] = await Promise.all([
    registerPaypal(sandbox),
    registerRedirect(sandbox),
    registerComponentMerchant(sandbox),
  ]);
  await givePageProvider(db, id, paypal);
  await givePageProvider(db, id, redirect, { requiredFields: ['town', 'phone'] });
  await giveComponents(db, id, components);
});
afterAll(() => fixture.close());

/** Makes a person who has opened the link, and another browser that has too. */
async function visitors(minor?: number) {
  const visitor = await makeVisitor(fixture, minor === undefined ? {} : { grossMinor: minor });
  const other = fixture.app.client(fixture.tenant.key);
  await Promise.all([visitor.open(), visitor.open(other)]);
  return { visitor, other };
}

const token = ({ order, checkout }: Visitor, client: HttpClient = checkout.client, origin = client.url) => {
  const at = `${origin}/quick-pay/${order.guid}/paypal`;
  const { accountGuid, amount: amountToPay } = checkout;
  const body = { accountGuid, amountToPay, orderGuid: order.guid };
  return client.call(startQuickPayExpressPayment, {
    body: { ...body, returnUrl: `${at}/success`, cancelUrl: `${at}/cancel` },
  });
};

test('[QP-2] [PROV-2] PayPal pays an order by its link once, for the browser that began it and its owner', async () => {
  const { visitor, other } = await visitors(4_850);
  expect(codeOf(await token(visitor, undefined, 'https://elsewhere.example'))).toBe('400 INVALID_REQUEST');
  const { body } = await token(visitor);
  expect(body.redirectUrl).toBe(`${sandboxOrigin(sandbox.url, 'paypal')}/checkoutnow?token=${body.token}`);
  expect((await token(visitor, other)).body.token).not.toBe(body.token);
  await approveAtPaypal(sandbox, body.token);
  expect(codeOf(await confirmPaypal({ client: other }, body.token))).toBe('404 NOT_FOUND');
  const twice = await Promise.all([1, 2].map(() => confirmPaypal(visitor, body.token)));
  for (const answer of twice) expect(answer.body).toMatchObject({ paymentStatus: 'Completed', amount: 48.5 });
  expect(await pageCharges(sandbox, paypal, body.payment.merchantRefNumber)).toEqual([4_850]);
  expect((await visitor.open()).body.order).toMatchObject({ outstandingAmount: 0, paymentStatus: 'Paid' });
});

test('[QP-2] [PROV-2] its signed-in owner starts it by the same link, and only for this order', async () => {
  const { visitor } = await visitors();
  const { body } = await token(visitor, visitor.owner.client);
  await approveAtPaypal(sandbox, body.token);
  expect((await confirmPaypal(visitor.owner, body.token)).body.paymentStatus).toBe('Completed');
  const stranger = await makeVisitor(fixture);
  expect(codeOf(await token({ ...visitor, order: stranger.order }, visitor.owner.client))).toBe('404 NOT_FOUND');
});

test('[QP-2] [PROV-5] a provider’s page gets the details that its payer typed, and none of the account', async () => {
  const { visitor } = await visitors();
  const { owner, checkout, order } = visitor;
  const stored = fixture.tenant.db.updateTable('accounts').set({ town: 'Secretown' });
  await stored.where('tenant_id', '=', fixture.tenant.id).where('id', '=', owner.account.id).execute();
  const missing = async (client: HttpClient) =>
    (await client.call(validateAccount, { params: { providerKey: 'redirect', accountGuid: owner.accountGuid } })).body;
  expect(await missing(checkout.client)).toEqual({ missingFields: ['Town', 'Phone'] });
  expect(await missing(owner.client)).toEqual({ missingFields: ['Phone'] });

  const { accountGuid, orderIds, amount, client } = checkout;
  const payLink = { orderGuid: order.guid, referrer: 'https://www.example.org/?a=1' };
  const start = (account: Record<string, string>) =>
    client.call(startPagePayment, {
      body: { accountGuid, orderIds, amount, providerKey: 'redirect', account, saveToAccount: true, payLink },
    });
  expect(codeOf(await start({ town: 'Bosham' }))).toBe('400 INVALID_REQUEST');
  const { body } = await start({ town: 'Bosham', phone: '+447700900123' });
  const reference = body.merchantRefNumber;
  const [asked] = (await pagesOf(sandbox, redirect)).filter((page) => page.reference === reference);
  expect(asked?.customer).toEqual({ town: 'Bosham', phone: '+447700900123' });
  const account = await owner.client.call(getAccount, { params: { accountGuid } });
  expect(account.body.account).toMatchObject({ town: 'Secretown', phone: '' });

  const back = new URL((await actOnPage(body.redirectUrl, 'pay')) ?? '');
  expect(back.pathname).toBe(`/payment-processed/${reference}`);
  expect(Object.fromEntries(back.searchParams)).toEqual(payLink);
  expect(new URL(asked?.cancelUrl ?? '').searchParams.get('cancelled')).toBe('true');
});

test('[QP-2] [PROV-1] the second card provider takes what is outstanding, and keeps no card', async () => {
  const { visitor, other } = await visitors(6_050);
  const { checkout, owner } = visitor;
  expect(codeOf(await openFields({ ...checkout, amount: 1 }))).toBe('409 AMOUNT_CHANGED');
  const { body } = await openFields(checkout);
  const ref = body.payment.merchantRefNumber;
  const typed = await typeCard(sandbox, body.fieldToken, cards.challenge);
  expect(codeOf(await confirm({ client: other }, ref, typed))).toBe('404 NOT_FOUND');
  const { body: paid } = await confirm(checkout, ref, typed, { rememberCard: true });
  expect(paid).toMatchObject({ paymentStatus: 'Completed', amount: 60.5, cardSaved: null });
  expect((await readComponentBooks(sandbox.url, components)).charged).toBe(6_050);
  const kept = await owner.client.call(listKeptCards, { params: { accountGuid: owner.accountGuid } });
  expect(kept.body.cards).toEqual([]);
});

test('[QP-2] [ORD-9] a payment names its order’s invoice after it got a number', async () => {
  const { visitor } = await visitors();
  const { body } = await openFields(visitor.checkout);
  const params = { merchantRefNum: body.payment.merchantRefNumber };
  const ordersOfPayment = async () => (await visitor.client.call(getPayment, { params })).body.orders;
  const paid = { orderId: visitor.order.id, description: 'Visitor berth', amount: 100 };
  expect(await ordersOfPayment()).toEqual([{ ...paid, invoiceNumber: null }]);
  const issued = fixture.tenant.db.updateTable('orders').set({ invoice_number: 'SM-7', invoiced_on: '2026-06-01' });
  await issued.where('tenant_id', '=', fixture.tenant.id).where('id', '=', visitor.order.id).execute();
  expect(await ordersOfPayment()).toEqual([{ ...paid, invoiceNumber: 'SM-7' }]);
});
