import { startPagePayment } from '@quayside/contract/payments/payment-pages.ts';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { HttpClient } from '../testing/http-client.ts';
import { create } from '../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../testing/payments/checkout-fixture.ts';
import { givePageProvider, registerRedirect } from '../testing/payments/page-payments.ts';
import { codeOf, makeVisitor, type Visitor } from '../testing/payments/pay-links.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, await registerRedirect(inject('sandbox')));
});
afterAll(() => fixture.close());

const show = (browser: HttpClient, merchantRefNum: string) => browser.call(getPayment, { params: { merchantRefNum } });

/** Starts an attempt by card and returns its reference. */
async function begin(checkout: Customer): Promise<string> {
  const answer = await create(checkout);
  expect(answer.status).toBe(200);
  return answer.body.merchantRefNumber;
}

/** Starts a payment on a provider's page that names orders alone. */
const beginOnPage = (browser: HttpClient, orderIds: number[], amount: number) =>
  browser.call(startPagePayment, { body: { orderIds, amount, providerKey: 'redirect' } });

/** Returns the account of an attempt, and whether a link started it. */
async function startedBy(merchantRefNumber: string) {
  const { account_id, order_key_hash } = await fixture.tenant.db
    .selectFrom('payments')
    .select(['account_id', 'order_key_hash'])
    .where('merchant_ref_number', '=', merchantRefNumber)
    .executeTakeFirstOrThrow();
  return { accountId: account_id, byLink: order_key_hash !== null };
}

const idOf = ({ owner }: Visitor) => owner.owner.accountId;

/** Lets one browser open the links of two customers. */
async function openTwo(browser = fixture.app.client(fixture.tenant.key)) {
  const first = await makeVisitor(fixture);
  const second = await makeVisitor(fixture);
  await first.open(browser);
  await second.open(browser);
  return { browser, first, second };
}

const inBrowser = (client: HttpClient, { checkout }: Visitor): Customer => ({ ...checkout, client });

test('[SAFE-1] with the links of two customers each order is paid for its own', async () => {
  const { browser, first, second } = await openTwo();
  for (const each of [first, second]) {
    const reference = await begin(inBrowser(browser, each));
    expect(await startedBy(reference)).toEqual({ accountId: idOf(each), byLink: true });
    expect((await show(browser, reference)).body.merchantRefNumber).toBe(reference);
  }
});

test('[SAFE-1] a link of one customer opens nothing of another', async () => {
  const { browser, first, second } = await openTwo();
  const mixed = { ...inBrowser(browser, first), orderIds: second.checkout.orderIds };
  expect(codeOf(await create(mixed))).toBe('404 NOT_FOUND');
  const stranger = await fixture.customer();
  expect(codeOf(await create({ ...mixed, accountGuid: stranger.accountGuid }))).toBe('404 NOT_FOUND');
  const both = [...first.checkout.orderIds, ...second.checkout.orderIds];
  expect(codeOf(await beginOnPage(browser, both, 200))).toBe('404 NOT_FOUND');
});

test('[SAFE-1] if a call names only orders, the account is that of the link that opened them', async () => {
  const { browser, first, second } = await openTwo();
  for (const each of [second, first]) {
    const { body } = await beginOnPage(browser, each.checkout.orderIds, 100);
    expect(await startedBy(body.merchantRefNumber)).toEqual({ accountId: idOf(each), byLink: true });
  }
});

test('[SAFE-1] an attempt by link is that of its browser, also beside links of other customers', async () => {
  const { browser, first, second } = await openTwo();
  const reference = await begin(inBrowser(browser, second));
  const other = fixture.app.client(fixture.tenant.key);
  await first.open(other);
  await second.open(other);
  expect(codeOf(await show(other, reference))).toBe('404 NOT_FOUND');
  expect((await show(browser, reference)).status).toBe(200);
  expect(codeOf(await show(browser, 'QS-00000000'))).toBe('404 NOT_FOUND');
});

test('[SAFE-1] a signed-in customer acts as themselves, and by a link for the customer in the call', async () => {
  const me = await fixture.customer({});
  const { first, second } = await openTwo(me.client);
  const own = await begin(me);
  expect(await startedBy(own)).toEqual({ accountId: me.owner.accountId, byLink: false });
  const named = { ...inBrowser(me.client, second), accountGuid: second.checkout.accountGuid.toUpperCase() };
  const byLink = await begin(named);
  expect(await startedBy(byLink)).toEqual({ accountId: idOf(second), byLink: true });
  for (const reference of [own, byLink]) expect((await show(me.client, reference)).status).toBe(200);
  expect(codeOf(await show(first.owner.client, own))).toBe('404 NOT_FOUND');
});
