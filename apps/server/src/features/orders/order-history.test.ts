import { getOrder, getOrderDateRange, listOrderHistory } from '@quayside/contract/orders/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type SignedIn, signedInCustomer, type TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';

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
  return { customer, owner: { tenantId: of.id, accountId: customer.account.id, siteId: 1 } };
}

const list = ({ customer: { client, account } }: Reader, query: Record<string, unknown> = {}) =>
  client.call(listOrderHistory, { params: { guid: account.guid }, query });
const idsOf = async (reader: Reader, query?: Record<string, unknown>) =>
  (await list(reader, query)).body.orders.map(({ id }) => id);

/** Makes orders with these tax points, in the given order. */
async function ordersOn({ owner }: Reader, ...days: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const taxPointDate of days) ids.push((await makeOrder(tenant.db, owner, { taxPointDate })).id);
  return ids;
}

test('[ORD-4] every order of the account and of no other, with all columns', async () => {
  const reader = await newReader();
  await makeOrder(tenant.db, (await newReader()).owner);
  const agreement = await makeAgreement(tenant.db, reader.owner);
  const { id, guid } = await makeOrder(tenant.db, reader.owner, { agreementId: agreement.id, grossMinor: 12_050 });
  await makePaidPayment(tenant.db, reader.owner, { orders: [{ id, minor: 2_050 }] });
  const { body, status } = await list(reader);
  expect([status, body.totalItems, body.totalPages]).toEqual([200, 1, 1]);
  expect(body.orders).toEqual([
    {
      id,
      guid,
      orderType: { name: 'Berthing' },
      description: 'Visitor berth',
      boatName: 'Kittiwake',
      createdOn: '2026-06-01T09:00:00.000Z',
      siteId: 1,
      taxPointDate: '2026-06-01',
      paymentStatus: 'PartPaid',
      isoCurrencyCode: 'GBP',
      grossOrderCost: 120.5,
      outstandingAmount: 100,
      totalPaid: 20.5,
      agreement: {
        guid: agreement.guid,
        isSigned: false,
        signatureRequired: true,
        isOver: false,
        agreementType: { name: 'Berthing agreement', optional: false },
      },
    },
  ]);
});

test('[ORD-4] the latest tax point comes first, in pages or by skip; beyond the end the count stays', async () => {
  const reader = await newReader();
  const ids = await ordersOn(reader, '2026-03-01', '2026-05-01', '2026-04-01', '2027-01-01', '2026-05-01');
  const [march, may, april, later, mayAgain] = ids;
  expect(await idsOf(reader)).toEqual([later, mayAgain, may, april, march]);
  expect(await idsOf(reader, { page: 2, rows: 2 })).toEqual([may, april]);
  expect(await idsOf(reader, { skip: 1, take: 3 })).toEqual([mayAgain, may, april]);
  const { body } = await list(reader, { page: 9, rows: 2 });
  expect(body).toEqual({ orders: [], totalItems: 5, totalPages: 3 });
});

test('[ORD-4] both bounds are included, and a tax point is its whole day', async () => {
  const reader = await newReader();
  const [first, second, third] = await ordersOn(reader, '2026-03-28', '2026-03-29', '2026-03-30');
  const between = (fromDate: string, toDate: string) => idsOf(reader, { fromDate, toDate });
  expect(await between('2026-03-29 00:00:00', '2026-03-29 23:59:59')).toEqual([second]);
  expect(await between('2026-03-28 00:00:01', '2026-03-30 00:00:00')).toEqual([third, second]);
  expect(await idsOf(reader, { fromDate: '2026-03-29 00:00:00' })).toEqual([third, second]);
  expect(await idsOf(reader, { toDate: '2026-03-28 00:00:00' })).toEqual([first]);
  expect((await list(reader, { fromDate: '2026-03-29 00:00:00' })).body.totalItems).toBe(2);
  expect((await list(reader, { fromDate: '2026-02-30 00:00:00' })).status).toBe(400);
  const { client, account } = reader.customer;
  const range = await client.call(getOrderDateRange, { params: { guid: account.guid } });
  expect(range.body).toEqual({ from: '2026-03-28', to: '2026-03-30', count: 3 });
  const nothing = (await newReader()).customer;
  const none = await nothing.client.call(getOrderDateRange, { params: { guid: nothing.account.guid } });
  expect(none.body).toEqual({ from: null, to: null, count: 0 });
});

test('[ORD-4] [ORD-10] credited, cancelled and refunded ones are listed as such, without a balance', async () => {
  const reader = await newReader();
  const { owner } = reader;
  const credit = await makeOrder(tenant.db, owner, { grossMinor: -2_500 });
  const cancelled = await makeOrder(tenant.db, owner, { cancelledAt: new Date('2026-05-02T09:00:00Z') });
  const refunded = await makeOrder(tenant.db, owner);
  await makePaidPayment(tenant.db, owner, { orders: [{ id: refunded.id, minor: 10_000 }], state: 'refunded' });
  const half = await makeOrder(tenant.db, owner);
  await makePaidPayment(tenant.db, owner, { orders: [{ id: half.id, minor: 4_000 }], state: 'refunded' });
  await makePaidPayment(tenant.db, owner, { orders: [{ id: half.id, minor: 6_000 }] });
  const { orders } = (await list(reader)).body;
  expect(orders.map(({ id, paymentStatus, outstandingAmount }) => [id, paymentStatus, outstandingAmount])).toEqual([
    [half.id, 'PartRefunded', 0],
    [refunded.id, 'Refunded', 0],
    [cancelled.id, 'Cancelled', 0],
    [credit.id, 'Credited', 0],
  ]);
  const { client, account } = reader.customer;
  const one = await client.call(getOrder, { params: { guid: account.guid, id: refunded.id } });
  expect(one.body.order).toMatchObject({ paymentStatus: 'Refunded', totalPaid: 100 });
});

test('[FIND-4] orders are found by number, invoice, type, item and boat: all words, any case, no pattern', async () => {
  const reader = await newReader();
  const [first = 0, second = 0] = await ordersOn(reader, '2026-01-01', '2026-02-01');
  const change = (id: number, set: { description?: string; invoice_number?: string; invoiced_on?: string }) =>
    tenant.db.updateTable('orders').set(set).where('tenant_id', '=', tenant.id).where('id', '=', id).execute();
  await change(first, { description: 'Lift-out 100%', invoice_number: 'INV-77', invoiced_on: '2026-01-02' });
  const found = (search: string) => idsOf(reader, { search });
  expect(await found('kittiwake')).toEqual([second, first]);
  expect(await found('  LIFT  kitti ')).toEqual([first]);
  expect(await found('inv-77')).toEqual([first]);
  expect(await found(String(second))).toContain(second);
  expect(await found('0%')).toEqual([first]);
  for (const nothing of ['lift visitor', '_______', '%%%', '\\\\']) expect(await found(nothing)).toEqual([]);
  expect((await list(reader, { search: 'lift', rows: 1 })).body).toMatchObject({ totalItems: 1, totalPages: 1 });
  expect((await list(reader, { search: 'x'.repeat(101) })).status).toBe(400);
});

test('[FIND-4] orders are sorted by date and amount, across pages', async () => {
  const reader = await newReader();
  const ids: number[] = [];
  for (const [taxPointDate, grossMinor] of [
    ['2026-01-01', 300],
    ['2026-01-02', 100],
    ['2026-01-03', 200],
  ] as const)
    ids.push((await makeOrder(tenant.db, reader.owner, { taxPointDate, grossMinor })).id);
  const [a, b, c] = ids;
  expect(await idsOf(reader, { sort: 'newest' })).toEqual([c, b, a]);
  expect(await idsOf(reader, { sort: 'oldest' })).toEqual([a, b, c]);
  expect(await idsOf(reader, { sort: 'highest' })).toEqual([a, c, b]);
  expect(await idsOf(reader, { sort: 'lowest' })).toEqual([b, c, a]);
  expect(await idsOf(reader, { sort: 'lowest', rows: 1, page: 2 })).toEqual([c]);
  expect((await list(reader, { sort: 'dearest' })).status).toBe(400);
});
