import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tenant } from '../../http/context.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { allocateToOrder, allocateToOrders, lockOrdersForPayment } from './orders.service.ts';

let app: TestApp;
let marina: TestTenant;
let tenant: Tenant;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
  tenant = await loadTenant(app.database, marina.id);
  const account = await makeAccount(marina);
  owner = { tenantId: marina.id, accountId: account.id, siteId: 1 };
});
afterAll(() => app.close());

const lock = (orderIds: number[], accountId = owner.accountId) =>
  marina.db.transaction().execute((trx) => lockOrdersForPayment(trx, tenant, accountId, orderIds, app.clock.now()));

async function allocatedOn(orderId: number): Promise<number> {
  const { allocated_minor } = await marina.db
    .selectFrom('orders')
    .select('allocated_minor')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return allocated_minor;
}

describe('orders locked for a payment', () => {
  test("[MONEY-4] another account's and unknown ones are not among them", async () => {
    const other = await makeAccount(marina);
    const theirs = await makeOrder(marina.db, { ...owner, accountId: other.id });
    expect(await lock([theirs.id, 999_999])).toEqual([]);
  });

  test('[MONEY-4] come by id, with what the database says is outstanding', async () => {
    const one = await makeOrder(marina.db, owner, { grossMinor: 1_200, allocatedMinor: 200 });
    const two = await makeOrder(marina.db, owner, { taxPointDate: '2030-01-01' });
    expect(await lock([two.id, one.id])).toEqual([
      {
        id: one.id,
        siteId: 1,
        currency: 'GBP',
        outstandingMinor: 1_000,
        status: 'PartPaid',
        isFuture: true,
        payable: true,
        waitsForSignature: false,
        hold: null,
      },
      expect.objectContaining({ id: two.id, outstandingMinor: 10_000, isFuture: true }),
    ]);
  });

  test('[ORD-10] a settled, cancelled, foreign-currency, unsigned or processing order cannot be paid', async () => {
    const agreement = await makeAgreement(marina.db, owner);
    const optional = await makeAgreement(marina.db, owner, { optional: true });
    const inputs = [
      { allocatedMinor: 10_000 },
      { cancelledAt: app.clock.now() },
      { currency: 'EUR' },
      { agreementId: agreement.id },
      {},
      { agreementId: optional.id },
    ];
    const ids: number[] = [];
    for (const one of inputs) ids.push((await makeOrder(marina.db, owner, one)).id);
    const { merchantRefNumber } = await insertPayment(marina.db, owner, { orderId: ids[4] ?? 0, state: 'sent' });
    const orders = await lock(ids);
    expect(orders.map(({ payable }) => payable)).toEqual([false, false, false, false, false, true]);
    expect(orders[4]).toMatchObject({ status: 'Processing', hold: { reference: merchantRefNumber } });
  });

  test('[MONEY-1] an attempt that was sent is reported, and a call that waited for the lock sees it', async () => {
    const { id } = await makeOrder(marina.db, owner);
    const { promise: second, resolve: secondStarted } = Promise.withResolvers<void>();
    const first = marina.db.transaction().execute(async (trx) => {
      await lockOrdersForPayment(trx, tenant, owner.accountId, [id], app.clock.now());
      secondStarted();
      return insertPayment(trx, owner, { orderId: id, state: 'sent' });
    });
    await second;
    const [seen] = await lock([id]);
    expect(seen?.hold?.reference).toBe((await first).merchantRefNumber);
  });
});

describe('an allocation', () => {
  test('[MONEY-3] takes no more than is outstanding, and nothing on a cancelled or unknown order', async () => {
    const open = await makeOrder(marina.db, owner, { grossMinor: 1_000 });
    const cancelled = await makeOrder(marina.db, owner, { cancelledAt: app.clock.now() });
    expect(await allocateToOrder(marina.db, marina.id, open.id, 700)).toBe(700);
    expect(await allocateToOrder(marina.db, marina.id, open.id, 700)).toBe(300);
    expect(await allocateToOrder(marina.db, marina.id, open.id, 700)).toBe(0);
    expect(await allocateToOrder(marina.db, marina.id, cancelled.id, 700)).toBe(0);
    expect(await allocateToOrder(marina.db, marina.id, 999_999, 700)).toBe(0);
  });

  test.each([0, -1, 0.5])('of %d is refused', async (amount) => {
    const { id } = await makeOrder(marina.db, owner);
    await expect(allocateToOrder(marina.db, marina.id, id, amount)).rejects.toThrow(RangeError);
  });

  test('two amounts for one order in one go are refused', async () => {
    const { id } = await makeOrder(marina.db, owner);
    const allocation = { orderId: id, amountMinor: 1 };
    await expect(allocateToOrders(marina.db, marina.id, [allocation, allocation])).rejects.toThrow(RangeError);
  });

  test('[MONEY-3] the database itself refuses more than the order costs', async () => {
    const { id } = await makeOrder(marina.db, owner, { grossMinor: 1_000 });
    const update = marina.db.updateTable('orders').set({ allocated_minor: 1_001 }).where('id', '=', id).execute();
    await expect(update).rejects.toThrow(/check constraint/);
  });

  test('[MONEY-3] forty at once add up to what the order costs, to the last penny', async () => {
    const { id } = await makeOrder(marina.db, owner, { grossMinor: 1_000 });
    const taken = await Promise.all(Array.from({ length: 40 }, () => allocateToOrder(marina.db, marina.id, id, 77)));
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(1_000);
    expect(await allocatedOn(id)).toBe(1_000);
  });

  test('[MONEY-3] many payments over the same orders, at once and in any order, never over-fill one', async () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(amounts, { minLength: 2, maxLength: 6 }), async (payments) => {
        const orders = await Promise.all(
          [400, 700, 1_000].map((grossMinor) => makeOrder(marina.db, owner, { grossMinor })),
        );
        const parts = payments.map((amounts) =>
          amounts
            .map((amountMinor, index) => ({ orderId: orders[index]?.id ?? 0, amountMinor }))
            .filter(({ amountMinor }) => amountMinor > 0)
            .toReversed(),
        );
        const taken = await Promise.all(parts.map((part) => allocateToOrders(marina.db, marina.id, part)));
        for (const [index, gross] of [400, 700, 1_000].entries()) {
          const id = orders[index]?.id ?? 0;
          const given = payments.reduce((sum, amounts) => sum + (amounts[index] ?? 0), 0);
          const got = parts.flatMap((part, at) =>
            part.map((one, place) => (one.orderId === id ? (taken[at]?.[place] ?? 0) : 0)),
          );
          expect(await allocatedOn(id)).toBe(Math.min(gross, given));
          expect(got.reduce((sum, one) => sum + one, 0)).toBe(Math.min(gross, given));
        }
      }),
      { numRuns: 25 },
    );
  });
});
