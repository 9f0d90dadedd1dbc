import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { dinarCulture, makeAgreement, makeOrder, type Owner, yenCulture } from '../../testing/factories/orders.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import type { PaymentState } from '../payments/payment-states.rules.ts';

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;

const ownerOf = (of: TestTenant, { account }: SignedIn): Owner => ({
  tenantId: of.id,
  accountId: account.id,
  siteId: account.siteId,
});

async function outstanding(of: SignedIn = robin) {
  const { status, body } = await of.client.call(listOutstandingOrders, { params: { guid: of.account.guid } });
  expect(status).toBe(200);
  return body.orders;
}

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  robin = await signedInCustomer(app, tenant);
  owner = ownerOf(tenant, robin);
});

describe('access to the list', () => {
  test('[CALL-2] nobody without a session', async () => {
    const { status, body } = await app
      .client(tenant.key)
      .call(listOutstandingOrders, { params: { guid: robin.account.guid } });
    expect([status, body.responseStatus?.errorCode]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  test("answers 404 for another account's guid", async () => {
    const other = await makeAccount(tenant);
    await makeOrder(tenant.db, { ...owner, accountId: other.id });
    const { status } = await robin.client.call(listOutstandingOrders, { params: { guid: other.guid } });
    expect(status).toBe(404);
    expect(await outstanding()).toEqual([]);
  });

  test("another tenant's session is none here, and its orders are not listed", async () => {
    const elsewhere = await makeTenant(app);
    const stranger = await signedInCustomer(app, elsewhere);
    await makeOrder(elsewhere.db, ownerOf(elsewhere, stranger));
    stranger.client.headers = { tenantkey: tenant.key };
    const { status } = await stranger.client.call(listOutstandingOrders, { params: { guid: stranger.account.guid } });
    expect(status).toBe(401);
    expect(await outstanding()).toEqual([]);
  });

  test('a tenant without invoicing has no such page', async () => {
    const { permissions } = sampleSettings();
    const quiet = await makeTenant(app, {
      settings: sampleSettings({ permissions: { ...permissions, invoicingEnabled: false } }),
    });
    const { client, account } = await signedInCustomer(app, quiet);
    const { status, body } = await client.call(listOutstandingOrders, { params: { guid: account.guid } });
    expect([status, body.responseStatus?.errorCode]).toEqual([404, 'FEATURE_DISABLED']);
  });

  test('staff who view the portal read it as the customer does', async () => {
    await makeOrder(tenant.db, owner);
    expect(await outstanding(await signedInStaff(app, tenant, robin.account))).toHaveLength(1);
  });
});

describe('the content of the list', () => {
  test('[ORD-1] it lists what is left to pay, the earliest tax point first, and no settled order', async () => {
    const late = await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-20' });
    const early = await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-01' });
    await makeOrder(tenant.db, owner, { allocatedMinor: 10_000 });
    await makeOrder(tenant.db, owner, { cancelledAt: app.clock.now() });
    await makeOrder(tenant.db, owner, { grossMinor: -500 });
    await makeOrder(tenant.db, owner, { grossMinor: 0 });
    expect((await outstanding()).map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  test('[CALL-2] every field, amounts in major units', async () => {
    const agreement = await makeAgreement(tenant.db, owner, { optional: true });
    const order = await makeOrder(tenant.db, owner, {
      taxPointDate: '2026-05-10',
      agreementId: agreement.id,
      allocatedMinor: 1_050,
      lines: [{ name: 'Annual berth 2026/27', quantity: '9.4', grossUnitMinor: 1_335, vatPercent: 20 }],
    });
    expect(await outstanding()).toEqual([
      {
        id: order.id,
        guid: order.guid,
        orderType: { name: 'Berthing' },
        description: 'Annual berth 2026/27',
        boatName: 'Kittiwake',
        createdOn: '2026-05-10T09:00:00.000Z',
        taxPointDate: '2026-05-10',
        isFuture: false,
        daysOverdue: 0,
        paymentStatus: 'PartPaid',
        grossOrderCost: 125.49,
        outstandingAmount: 114.99,
        siteId: 1,
        isoCurrencyCode: 'GBP',
        agreement: {
          guid: agreement.guid,
          isSigned: false,
          signatureRequired: true,
          isOver: false,
          agreementType: { name: 'Berthing agreement', optional: true },
        },
        hold: null,
      },
    ]);
  });

  test('[SHELL-172] an order says if nobody can sign its agreement any more', async () => {
    const over = async (overrides: Parameters<typeof makeAgreement>[2]) => {
      const agreement = await makeAgreement(tenant.db, owner, overrides);
      const { id } = await makeOrder(tenant.db, owner, { agreementId: agreement.id });
      return (await outstanding()).find((order) => order.id === id)?.agreement?.isOver;
    };
    expect(await over({ withdrawnAt: new Date() })).toBe(true);
    expect(await over({ signBy: '2025-12-31' })).toBe(true);
    expect(await over({ signBy: '2199-12-31' })).toBe(false);
    expect(await over({ signedAt: new Date(), signBy: '2025-12-31' })).toBe(false);
  });

  test('[ORD-2] an order costs the sum of its rounded lines', async () => {
    const half = { name: 'Water', quantity: '0.5', grossUnitMinor: 1, vatPercent: 0 };
    await makeOrder(tenant.db, owner, { lines: [half, half, half] });
    expect((await outstanding())[0]?.grossOrderCost).toBe(0.03);
  });

  test.each([
    ['JPY', yenCulture, 12_345, 12_345],
    ['TND', dinarCulture, 12_345, 12.345],
    ['GBP', sampleSettings().culture, 12_345, 123.45],
  ])('[ORD-8] %s has the decimals of its culture', async (currency, culture, grossMinor, grossOrderCost) => {
    const marina = await makeTenant(app, { settings: sampleSettings({ culture }) });
    const customer = await signedInCustomer(app, marina);
    await makeOrder(marina.db, ownerOf(marina, customer), { grossMinor, currency });
    expect(await outstanding(customer)).toMatchObject([
      { grossOrderCost, outstandingAmount: grossOrderCost, isoCurrencyCode: currency },
    ]);
  });

  test('[ORD-8] an order in another currency is listed with the decimals of its own', async () => {
    await makeOrder(tenant.db, owner, { grossMinor: 12_345, currency: 'JPY' });
    expect(await outstanding()).toMatchObject([{ grossOrderCost: 12_345, isoCurrencyCode: 'JPY' }]);
  });
});

describe('the list as time passes', () => {
  test("[ORD-1] a day begins at the site's midnight, not at ours", async () => {
    const marina = await makeTenant(app, { sites: [sampleSite({ timeZone: 'Pacific/Auckland' })] });
    const customer = await signedInCustomer(app, marina);
    await makeOrder(marina.db, ownerOf(marina, customer), { taxPointDate: '2026-05-17' });
    app.clock.set('2026-05-16T11:59:59Z');
    expect(await outstanding(customer)).toMatchObject([{ isFuture: true }]);
    app.clock.set('2026-05-16T12:00:00Z');
    expect(await outstanding(customer)).toMatchObject([{ isFuture: false }]);
  });

  test('[ORD-1] summer time does not move it', async () => {
    await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-17' });
    app.clock.set('2026-05-16T22:59:59Z');
    expect(await outstanding()).toMatchObject([{ isFuture: true }]);
    app.clock.set('2026-05-16T23:00:00Z');
    expect(await outstanding()).toMatchObject([{ isFuture: false }]);
  });

  test('[ORD-10] a late order says so', async () => {
    await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-02' });
    expect(await outstanding()).toMatchObject([{ paymentStatus: 'Unpaid' }]);
    app.clock.advance({ days: 1 });
    expect(await outstanding()).toMatchObject([{ paymentStatus: 'Overdue' }]);
  });
});

describe('the list during an attempt to pay', () => {
  test.each<[PaymentState, string]>([
    ['created', 'Unpaid'],
    ['challenge', 'Unpaid'],
    ['sent', 'Processing'],
    ['unknown', 'Processing'],
    ['pending', 'Processing'],
    ['held', 'Processing'],
    ['approved', 'Processing'],
  ])('[ORD-10] held by an attempt at %s it is %s', async (state, paymentStatus) => {
    const order = await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-15' });
    await insertPayment(tenant.db, owner, { orderId: order.id, state });
    expect(await outstanding()).toMatchObject([{ paymentStatus }]);
  });

  test('[ORD-10] an attempt that let go of it doesn’t matter', async () => {
    const order = await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-15' });
    await insertPayment(tenant.db, owner, { orderId: order.id, state: 'sent' });
    await tenant.db.updateTable('payment_orders').set({ live: false }).where('order_id', '=', order.id).execute();
    expect(await outstanding()).toMatchObject([{ paymentStatus: 'Unpaid' }]);
  });
});
