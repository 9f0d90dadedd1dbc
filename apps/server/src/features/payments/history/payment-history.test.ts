import {
  getAccountPayment,
  getPaymentDateRange,
  listPaymentHistory,
} from '@quayside/contract/payments/payment-history.ts';
import { getReceipt } from '@quayside/contract/payments/receipts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  makeTenant,
  sampleSettings,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../../testing/factories/factories.ts';
import { makeOrder, type Owner } from '../../../testing/factories/orders.ts';
import { insertPayment } from '../../../testing/factories/payments.ts';
import { makePaidPayment, type PaidInput } from '../../../testing/factories/receipts.ts';
import { type PaymentState, paymentStates } from '../payment-states.rules.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

interface Reader {
  customer: SignedIn;
  owner: Owner;
}

async function newReader(of = tenant): Promise<Reader> {
  const customer = await signedInCustomer(app, of);
  return { customer, owner: { tenantId: of.id, accountId: customer.account.id, siteId: customer.account.siteId } };
}

/** Makes a payment of £100.00 without orders, unless `overrides` says otherwise. */
const pay = ({ owner }: Reader, overrides: Partial<PaidInput> = {}, of = tenant) =>
  makePaidPayment(of.db, owner, { orders: [], availableMinor: 10_000, ...overrides });
const list = ({ customer: { client, account } }: Reader, query: Record<string, unknown> = {}) =>
  client.call(listPaymentHistory, { params: { guid: account.guid }, query });
const idsOf = async (reader: Reader, query?: Record<string, unknown>) =>
  (await list(reader, query)).body.payments.map(({ id }) => id);
const open = ({ customer: { client, account } }: Reader, id: number) =>
  client.call(getAccountPayment, { params: { guid: account.guid, id } });

test('[ORD-6] only the account’s payments, the newest first, page by page', async () => {
  const reader = await newReader();
  await pay(await newReader());
  const ids: number[] = [];
  for (const day of ['05-01', '05-03', '05-02']) ids.push(await pay(reader, { paidAt: `2026-${day}T08:00:00Z` }));
  const [first, third, second] = ids;
  const { body } = await list(reader, { page: 1, rows: 2 });
  expect([body.totalItems, body.totalPages, body.payments.map(({ id }) => id)]).toEqual([3, 2, [third, second]]);
  expect(await idsOf(reader, { skip: 2, take: 2 })).toEqual([first]);
  expect(body.payments[0]).toEqual({
    id: third,
    paymentId: third,
    reference: `P${String(third).padStart(6, '0')}`,
    paymentStatus: 'Completed',
    amount: 100,
    availableAmount: 100,
    refundedAmount: 0,
    disputedAmount: 0,
    reversedAmount: 0,
    isoCurrencyCode: 'GBP',
    createdOn: '2026-05-03T08:00:00.000Z',
    transactionDate: '2026-05-03T08:00:00.000Z',
    paymentMethod: 'Card',
    paymentChannel: 'Card',
    maskedCardNumber: '**** 1000',
    paidFor: [],
  });
});

test('[ORD-6] the list says which orders each payment pays, or was meant to pay, with their boats', async () => {
  const reader = await newReader();
  const one = await makeOrder(tenant.db, reader.owner);
  const two = await makeOrder(tenant.db, reader.owner);
  const paid = await pay(reader, { orders: [{ id: one.id, minor: 10_000 }], availableMinor: 0 });
  const sent = await insertPayment(tenant.db, reader.owner, { state: 'sent', orderId: two.id });
  const { payments } = (await list(reader)).body;
  const facts = { description: 'Visitor berth', boatName: 'Kittiwake' };
  const paidForBy = (id: number) => payments.find((payment) => payment.id === id)?.paidFor;
  expect(paidForBy(paid)).toEqual([{ orderId: one.id, ...facts }]);
  expect(paidForBy(sent.id)).toEqual([{ orderId: two.id, ...facts }]);
});

test('[ORD-6] an attempt that was given up before its provider was asked is not in the list or found', async () => {
  const reader = await newReader();
  const states = Object.keys(paymentStates) as PaymentState[];
  const ids = new Map<PaymentState, number>();
  for (const state of states) ids.set(state, await pay(reader, { state }));
  const listed = new Set(await idsOf(reader, { rows: 100 }));
  expect(states.filter((state) => !listed.has(ids.get(state) ?? 0))).toEqual([
    'created',
    'authenticating',
    'challenge',
    'authenticated',
    'agreeing',
    'cancelled',
    'expired',
  ]);
  const { client, account } = reader.customer;
  const range = await client.call(getPaymentDateRange, { params: { guid: account.guid } });
  expect(range.body).toEqual({ from: '2026-05-16', to: '2026-05-16', count: listed.size });
  expect((await open(reader, ids.get('cancelled') ?? 0)).status).toBe(404);
  expect((await open(reader, ids.get('declined') ?? 0)).body.payment).toMatchObject({
    paymentStatus: 'Declined',
    receiptReady: false,
  });
});

test('[ORD-6] [MONEY-1] an attempt given up on its provider’s page is cancelled and not listed', async () => {
  const reader = await newReader();
  const id = await pay(reader, { state: 'cancelled' });
  const page = tenant.db.updateTable('payments').set({ redirect_url: 'https://pay.example/1', channel: 'Redirect' });
  await page.where('id', '=', id).execute();
  expect((await open(reader, id)).body.payment).toMatchObject({
    paymentStatus: 'Cancelled',
    progress: 'over',
    mayContinue: false,
    mayCancel: false,
  });
  expect(await idsOf(reader)).toEqual([]);
  expect((await open(await newReader(), id)).status).toBe(404);
});

test('[ORD-6] bounds are on the clocks of each payment’s own site', async () => {
  const sites = [
    { ...sampleSite({ id: 1 }), timeZone: 'Europe/London' },
    { ...sampleSite({ id: 2 }), timeZone: 'Pacific/Auckland' },
  ];
  const marina = await makeTenant(app, { sites });
  const reader = await newReader(marina);
  // Summer time begins in London on this night: the day has 23 hours.
  const london = await pay(reader, { paidAt: '2026-03-29T22:59:59Z' }, marina);
  const after = await pay(reader, { paidAt: '2026-03-29T23:00:00Z' }, marina);
  const down = { ...reader, owner: { ...reader.owner, siteId: 2 } };
  const auckland = await pay(down, { paidAt: '2026-03-28T11:00:00Z' }, marina);
  await pay(down, { paidAt: '2026-03-29T11:00:00Z' }, marina);
  const day = { fromDate: '2026-03-29 00:00:00', toDate: '2026-03-29 23:59:59' };
  expect(await idsOf(reader, day)).toEqual([london, auckland]);
  expect((await list(reader, day)).body.totalItems).toBe(2);
  expect((await idsOf(reader, { fromDate: '2026-03-30 00:00:00' }))[0]).toBe(after);
  const { client, account } = reader.customer;
  const range = await client.call(getPaymentDateRange, { params: { guid: account.guid } });
  expect(range.body).toEqual({ from: '2026-03-29', to: '2026-03-30', count: 4 });
});

test('[ORD-6] one shows its orders and what its receipt takes; other readers don’t find it', async () => {
  const reader = await newReader();
  const order = await makeOrder(tenant.db, reader.owner);
  const id = await pay(reader, { orders: [{ id: order.id, minor: 6_000 }], availableMinor: 500 });
  const { guid } = reader.customer.account;
  const { payment } = (await open(reader, id)).body;
  expect(payment).toMatchObject({
    id,
    amount: 65,
    availableAmount: 5,
    accountGuid: guid,
    receiptReady: true,
    isTest: false,
    paymentAllocations: [{ orderId: order.id, amount: 60, createdOn: '2026-05-16T08:50:07.000Z' }],
    paidFor: [{ orderId: order.id, description: 'Visitor berth', boatName: 'Kittiwake' }],
  });
  expect((await open(await newReader(), id)).status).toBe(404);
  expect((await open(await newReader(await makeTenant(app)), id)).status).toBe(404);
  expect((await open(reader, 99_999_999_999)).status).toBe(400);
});

test('[ORD-6] [LOGIN-13] receipts are available if the portal shows orders anywhere', async () => {
  const answers: unknown[] = [];
  for (const off of [['invoicingEnabled'], ['invoicingEnabled', 'showAccountActivity']]) {
    const permissions = { ...sampleSettings().permissions, ...Object.fromEntries(off.map((name) => [name, false])) };
    const marina = await makeTenant(app, { settings: sampleSettings({ permissions }) });
    const reader = await newReader(marina);
    const id = await pay(reader, {}, marina);
    const { client, account } = reader.customer;
    const { status, body } = await client.call(getReceipt, { params: { id, accountGuid: account.guid } });
    answers.push([status, body?.responseStatus?.errorCode]);
  }
  expect(answers).toEqual([
    [200, undefined],
    [404, 'FEATURE_DISABLED'],
  ]);
});

test('[FIND-4] payments are found by reference, card and purpose, and sorted by date and amount', async () => {
  const reader = await newReader();
  const { id: orderId } = await makeOrder(tenant.db, reader.owner);
  const forOrder = await pay(reader, { orders: [{ id: orderId, minor: 2_500 }], availableMinor: 0 });
  const other = await pay(reader, { maskedCardNumber: '**** 4242' });
  const found = (search: string) => idsOf(reader, { search });
  expect(await found('visitor KITTIWAKE')).toEqual([forOrder]);
  expect(await found('4242')).toEqual([other]);
  expect(await found(`p${String(other).padStart(6, '0')}`)).toEqual([other]);
  expect(await found('visitor 4242')).toEqual([]);
  expect(await idsOf(reader, { sort: 'highest' })).toEqual([other, forOrder]);
  expect(await idsOf(reader, { sort: 'lowest' })).toEqual([forOrder, other]);
  expect(await idsOf(reader, { sort: 'oldest' })).toEqual([forOrder, other]);
  expect((await list(reader, { search: '4242' })).body.totalItems).toBe(1);
});
