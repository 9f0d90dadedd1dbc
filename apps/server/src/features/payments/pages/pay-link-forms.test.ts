import {
  confirmExpressPayment,
  getExpressPayment,
  startPagePayment,
  startQuickPayExpressPayment,
} from '@quayside/contract/payments/payment-pages.ts';
import { apiBase, type Call, callPath } from '@quayside/contract/shared/call.ts';
import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import {
  approveAtPaypal,
  givePageProvider,
  makePageFault,
  type PageMerchant,
  pagesOf,
  registerPaypal,
  registerRedirect,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { makeVisitor, type Visitor } from '../../../testing/payments/pay-links.ts';

/** Tests what a pay link's page posts without scripts. `e2e/pay-without-scripts.spec.ts` tests the page. */

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let paypal: PageMerchant;
let redirect: PageMerchant;

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  [paypal, redirect] = await Promise.all([registerPaypal(sandbox), registerRedirect(sandbox)]);
  const { db, id } = fixture.tenant;
  await givePageProvider(db, id, paypal);
  await givePageProvider(db, id, redirect, { requiredFields: ['town'] });
});
afterAll(() => fixture.close());

/** Opens a pay link, as its page does. */
async function opened(): Promise<Visitor> {
  const visitor = await makeVisitor(fixture);
  await visitor.open();
  return visitor;
}

/** Posts a form of the page. @returns the address to which the answer leads, from the root */
async function post(visitor: Visitor, path: string, fields: Record<string, string>, headers = {}): Promise<string> {
  const answer = await fetch(`${fixture.app.url}${apiBase}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      tenantkey: fixture.tenant.key,
      origin: fixture.app.url,
      cookie: [...visitor.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
    body: new URLSearchParams(fields),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

const referrer = 'https://www.saltmarsh.example/pay?boat=1&x=%2F';

/** Returns the fields of a form that starts a payment. */
const startWith = (providerKey: PageMerchant['key'], { order, owner }: Visitor, others = {}) => ({
  orderGuid: order.guid,
  referrer,
  accountGuid: owner.account.guid,
  orderId: String(order.id),
  amount: '100',
  providerKey,
  ...others,
});

const pathOf = ({ path }: Pick<Call, 'path'>) => path;
const pageOf = ({ order }: Visitor, search = {}) =>
  `/quick-pay/${order.guid}?${new URLSearchParams({ referrer, ...search }).toString()}`;
const attemptIn = (address: string) => new URL(address, fixture.app.url).searchParams.get('attempt') ?? '';

const stateOf = async ({ client }: Visitor, merchantRefNum: string) =>
  (await client.call(getPayment, { params: { merchantRefNum } })).body;

test('a form starts a payment on a provider’s page, which leads back to the pay link and its referrer', async () => {
  const visitor = await opened();
  const fields = startWith('redirect', visitor, { 'account.town': 'Bosham' });
  const address = await post(visitor, pathOf(startPagePayment), fields);
  const attempt = attemptIn(address);
  expect(address).toBe(pageOf(visitor, { attempt }));
  const page = (await pagesOf(sandbox, redirect)).find(({ reference }) => reference === attempt);
  expect(page).toMatchObject({ amount: 10_000, customer: { town: 'Bosham' }, cancelUrl: fixture.app.url + address });
  expect(await stateOf(visitor, attempt)).toMatchObject({ progress: 'onPage', redirectUrl: expect.any(String) });
  // A second press starts no second payment.
  expect(await post(visitor, pathOf(startPagePayment), fields)).toBe(
    pageOf(visitor, { provider: 'redirect', problem: 'PAYMENT_IN_PROGRESS' }),
  );
  const cancelled = await post(visitor, callPath(cancelPayment, { params: { ref: attempt } }), {
    orderGuid: visitor.order.guid,
    referrer,
  });
  expect(cancelled).toBe(pageOf(visitor, { attempt }));
  expect((await stateOf(visitor, attempt)).paymentStatus).toBe('Cancelled');
  const unknown = callPath(cancelPayment, { params: { ref: 'QS-unknown-1' } });
  expect(await post(visitor, unknown, { orderGuid: visitor.order.guid, referrer })).toBe(
    pageOf(visitor, { attempt: 'QS-unknown-1', problem: 'NOT_FOUND' }),
  );
});

test('an address that PayPal would not take loses the way back to the payer’s website', async () => {
  const visitor = await opened();
  const long = 'https://www.saltmarsh.example/?'.padEnd(1_000, 'é&');
  const fields = { ...startWith('paypal', visitor), referrer: long };
  expect(await post(visitor, pathOf(startQuickPayExpressPayment), fields)).toMatch(/attempt=QS-/);
});

test('a payment that can’t be cancelled now stays open, and the page is told', async () => {
  const visitor = await opened();
  const fields = startWith('redirect', visitor, { 'account.town': 'Bosham' });
  const attempt = attemptIn(await post(visitor, pathOf(startPagePayment), fields));
  await makePageFault(sandbox, redirect, { operation: 'redirect.read', kind: 'status', status: 503, times: 10 });
  await makePageFault(sandbox, redirect, { operation: 'redirect.search', kind: 'status', status: 503, times: 10 });
  const path = callPath(cancelPayment, { params: { ref: attempt } });
  const ended = await post(visitor, path, { orderGuid: visitor.order.guid, referrer });
  expect(ended).toBe(pageOf(visitor, { attempt, problem: 'PAYMENT_STATE' }));
  expect((await stateOf(visitor, attempt)).progress).toBe('onPage');
});

test('a form pays by an express provider once, however often it confirms', async () => {
  const visitor = await opened();
  const address = await post(visitor, pathOf(startQuickPayExpressPayment), startWith('paypal', visitor));
  const attempt = attemptIn(address);
  expect(address).toBe(pageOf(visitor, { attempt }));
  const { redirectUrl } = await stateOf(visitor, attempt);
  const token = new URL(redirectUrl ?? '').searchParams.get('token') ?? '';
  await approveAtPaypal(sandbox, token);
  const known = (await visitor.client.call(getExpressPayment, { params: { reference: token } })).body;
  expect(known.merchantRefNumber).toBe(attempt);
  const fields = { orderGuid: visitor.order.guid, referrer, token, PayerID: 'PAYER1' };
  const ends = await Promise.all([1, 2].map(() => post(visitor, pathOf(confirmExpressPayment), fields)));
  expect(new Set(ends)).toEqual(new Set([pageOf(visitor, { attempt })]));
  const unknown = { ...fields, token: 'UNKNOWN' };
  expect(await post(visitor, pathOf(confirmExpressPayment), unknown)).toBe(
    pageOf(visitor, { token: 'UNKNOWN', PayerID: 'PAYER1', problem: 'NOT_FOUND' }),
  );
  expect(await pageCharges(sandbox, paypal, attempt)).toEqual([10_000]);
});

test('a form with another amount, without a detail, of a stranger or from elsewhere starts nothing', async () => {
  const visitor = await opened();
  const before = await pagesOf(sandbox, redirect);
  const start = (others = {}, headers = {}) =>
    post(visitor, pathOf(startPagePayment), startWith('redirect', visitor, others), headers);
  const back = (problem: string) => pageOf(visitor, { provider: 'redirect', problem });
  const town = { 'account.town': 'Bosham' };
  expect(await start({ ...town, amount: '99.99' })).toBe(back('AMOUNT_CHANGED'));
  expect(await start({ ...town, amount: 'free' })).toBe(back('INVALID_REQUEST'));
  expect(await start()).toBe(back('INVALID_REQUEST'));
  expect(await start({ ...town, 'account.cardNum': '4111111111111111' })).toBe(back('RAW_CARD_DATA'));
  expect(await start(town, { cookie: '' })).toBe(back('NOT_SIGNED_IN'));
  expect(await start(town, { origin: 'https://stranger.example' })).toMatch(/problem=FOREIGN_ORIGIN$/);
  const hostile = await start({ ...town, orderGuid: '//stranger.example/?', providerKey: 'x&problem=y' });
  expect(hostile.startsWith('/quick-pay/%2F%2Fstranger.example%2F%3F?')).toBe(true);
  expect(await pagesOf(sandbox, redirect)).toEqual(before);
  expect((await visitor.open()).body.order.payment).toBeNull();
});
