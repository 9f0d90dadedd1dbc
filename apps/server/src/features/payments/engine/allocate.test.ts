import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import { insertPayment } from '../../../testing/factories/payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { allocate } from './allocate.service.ts';
import type { Engine } from './engine.types.ts';

let fixture: CheckoutFixture;
let engine: Engine;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const { app, tenant } = fixture;
  const marina = await loadTenant(app.database, tenant.id);
  engine = { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
});
afterAll(() => fixture.close());

test('[MONEY-3] only one of many at once allocates a payment: one receipt, and no amount twice', async () => {
  const { owner } = await fixture.customer();
  // The order takes less than was paid. The rest stays available, which a second allocation would tell again.
  const { id: orderId } = await makeOrder(engine.db, owner, { grossMinor: 9_000 });
  const { id } = await insertPayment(engine.db, owner, { state: 'approved', orderId });
  const done = await Promise.all(Array.from({ length: 8 }, () => allocate(engine, id)));
  expect(done.map(({ state, allocated_minor }) => [state, allocated_minor])).toEqual(
    done.map(() => ['allocated', 9_000]),
  );
  const ofPayment = (table: 'payment_allocations' | 'payment_alerts') =>
    engine.db.selectFrom(table).selectAll().where('payment_id', '=', id).execute();
  expect(await ofPayment('payment_allocations')).toHaveLength(1);
  expect(await ofPayment('payment_alerts')).toHaveLength(1);
  const receipts = engine.db.selectFrom('mails').select('id').where('kind', '=', 'receipt');
  expect(await receipts.execute()).toHaveLength(1);
});
