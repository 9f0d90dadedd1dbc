import { getOrder } from '@quayside/contract/orders/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, sampleSettings, type SignedIn, type TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner, signedInOwner } from '../../testing/factories/orders.ts';
import { makePaidPayment } from '../../testing/factories/receipts.ts';

let app: TestApp;
let tenant: TestTenant;
let customer: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  ({ customer, owner } = await newCustomer());
});
afterAll(() => app.close());

const newCustomer = (of = tenant) => signedInOwner(app, of);

const open = ({ client, account }: SignedIn, id: number) =>
  client.call(getOrder, { params: { guid: account.guid, id } });

const lines = [
  {
    name: 'Annual berth',
    quantity: '11.35',
    grossUnitMinor: 10_000,
    unit: 'm',
    vatPercent: 20,
    location: 'B 12',
    startDate: '2026-04-01',
    departureDate: '2027-03-31',
    boatName: 'Kittiwake',
  },
  { name: 'Electricity', quantity: '1', grossUnitMinor: 1_250, vatPercent: 20 },
];

test('[ORD-5] an order has its head, lines, payments with their allocations, and its agreement', async () => {
  const agreement = await makeAgreement(tenant.db, owner);
  const { id, guid } = await makeOrder(tenant.db, owner, { lines, agreementId: agreement.id });
  const other = await makeOrder(tenant.db, owner);
  const paid = { orders: [{ id, minor: 40_000 }], paidAt: '2026-05-10T08:00:00Z' };
  const first = await makePaidPayment(tenant.db, owner, paid);
  const both = [
    { id: other.id, minor: 10_000 },
    { id, minor: 2_500 },
  ];
  const second = await makePaidPayment(tenant.db, owner, { orders: both, paidAt: '2026-05-12T08:00:00Z' });
  const { body, status } = await open(customer, id);
  expect(status).toBe(200);
  expect(body.order).toMatchObject({
    id,
    guid,
    orderType: { name: 'Berthing' },
    description: 'Annual berth',
    boatName: 'Kittiwake',
    taxPointDate: '2026-06-01',
    paymentStatus: 'PartPaid',
    grossOrderCost: 1147.5,
    totalPaid: 425,
    outstandingAmount: 722.5,
    isoCurrencyCode: 'GBP',
    agreement: { guid: agreement.guid, isSigned: false, signatureRequired: true },
  });
  expect(body.order.details).toEqual([
    {
      name: 'Annual berth',
      quantity: 11.35,
      unit: 'm',
      grossUnitCost: 100,
      grossCost: 1135,
      location: 'B 12',
      startDate: '2026-04-01',
      departureDate: '2027-03-31',
      boatName: 'Kittiwake',
    },
    {
      name: 'Electricity',
      quantity: 1,
      unit: null,
      grossUnitCost: 12.5,
      grossCost: 12.5,
      location: null,
      startDate: null,
      departureDate: null,
      boatName: null,
    },
  ]);
  expect(body.order.payments.map((payment) => [payment.id, payment.amount, payment.paymentStatus])).toEqual([
    [second, 125, 'Completed'],
    [first, 400, 'Completed'],
  ]);
  expect(body.order.payments[0]?.paymentAllocations.map(({ orderId, amount }) => [orderId, amount])).toEqual([
    [other.id, 100],
    [id, 25],
  ]);
});

test('[ORD-5] a foreign and an unknown order are not found', async () => {
  const { id } = await makeOrder(tenant.db, owner);
  expect((await open((await newCustomer()).customer, id)).status).toBe(404);
  expect((await open((await newCustomer(await makeTenant(app))).customer, id)).status).toBe(404);
  expect((await open(customer, 999_999)).status).toBe(404);
});

test('[ORD-5] [LOGIN-13] an order is readable if the portal shows orders anywhere', async () => {
  const { permissions } = sampleSettings();
  const answers: unknown[] = [];
  for (const off of [['invoicingEnabled'], ['showAccountActivity'], ['invoicingEnabled', 'showAccountActivity']]) {
    const changed = { ...permissions, ...Object.fromEntries(off.map((name) => [name, false])) };
    const marina = await makeTenant(app, { settings: sampleSettings({ permissions: changed }) });
    const made = await newCustomer(marina);
    const { id } = await makeOrder(marina.db, made.owner);
    const { status, body } = await open(made.customer, id);
    answers.push([status, body.responseStatus?.errorCode]);
  }
  expect(answers).toEqual([
    [200, undefined],
    [200, undefined],
    [404, 'FEATURE_DISABLED'],
  ]);
});
