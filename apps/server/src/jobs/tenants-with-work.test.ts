import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantDb } from '../db/client.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAccount, makeTenant, sampleSettings, type TestTenant } from '../testing/factories/factories.ts';
import { makeOrder, type Owner } from '../testing/factories/orders.ts';
import { insertPayment } from '../testing/factories/payments.ts';
import { unsafeTenantsWith } from './tenants-with-work.queries.ts';

let app: TestApp;
let busy: TestTenant;
let idle: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  const settings = sampleSettings({ invoices: { automaticFrom: '2026-05-01', numberPrefix: 'A-' } });
  busy = await makeTenant(app, { settings });
  idle = await makeTenant(app, { settings });
});
afterAll(() => app.close());

const newOwner = async (tenant: TestTenant): Promise<Owner> => {
  const { id: accountId } = await makeAccount(tenant);
  return { tenantId: tenant.id, accountId, siteId: 1 };
};
/** Returns the number of a table's rows that this connection has read and not reported yet. */
async function rowsRead(trx: TenantDb, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = ${table}`.execute(trx);
  return rows[0]?.count ?? 0;
}

const found = (work: Parameters<typeof unsafeTenantsWith>[0]) => unsafeTenantsWith(work)(app.database, app.clock.now());

test('payments and refunds whose time has come name their marina, and later ones do not', async () => {
  for (const [tenant, at] of [
    [busy, '2026-05-16T08:59:00Z'],
    [idle, '2026-05-16T09:01:00Z'],
  ] as const) {
    const owner = await newOwner(tenant);
    const order = await makeOrder(tenant.db, owner, { allocatedMinor: 0 });
    const { id } = await insertPayment(tenant.db, owner, { state: 'created', orderId: order.id });
    await sql`update payments set check_at = ${at} where tenant_id = ${tenant.id} and id = ${id}`.execute(tenant.db);
    await sql`
      insert into payment_refunds (tenant_id, id, payment_id, reference, amount_minor, reason, state,
        refunded_before_minor, earlier_ids, created_at, updated_at, check_at)
      values (${tenant.id}, 1, ${id}, 'R-1', 100, 'a test', 'unknown', 0, '[]', now(), now(), ${at})`.execute(
      tenant.db,
    );
  }
  expect(await found('due_payments')).toEqual([busy.id]);
  expect(await found('due_refunds')).toEqual([busy.id]);
});

test('an endpoint that is on names its marina, and one that is off does not', async () => {
  for (const [tenant, offReason] of [
    [busy, null],
    [idle, 'office'],
  ] as const)
    await sql`
      insert into webhook_endpoints (tenant_id, id, reference, url, types, secrets, sent_up_to, off_reason, created_at)
      values (${tenant.id}, 1, 'we_1', 'https://office.example.com', '{}', '{}', 0, ${offReason}, now())`.execute(
      tenant.db,
    );
  expect(await found('webhook_endpoints')).toEqual([busy.id]);
});

test('an order to invoice names its marina: its day has come, or it is paid', async () => {
  const [due, early] = [await newOwner(busy), await newOwner(idle)];
  const before = { taxPointDate: '2026-04-30' };
  await makeOrder(busy.db, due, before);
  await makeOrder(idle.db, early, { taxPointDate: '2026-06-16' });
  const manual = await makeTenant(app);
  await makeOrder(manual.db, await newOwner(manual), { taxPointDate: '2026-05-16' });
  expect(await found('orders_to_invoice')).toEqual([]);
  await makeOrder(busy.db, due, { taxPointDate: '2026-05-16' });
  expect(await found('orders_to_invoice')).toEqual([busy.id]);
  await makeOrder(idle.db, early, { taxPointDate: '2026-06-16', allocatedMinor: 100 });
  expect(await found('orders_to_invoice')).toEqual([busy.id, idle.id]);
});

test('no order is read of a marina that issues no invoices here', async () => {
  const manual = await makeTenant(app);
  const owner = await newOwner(manual);
  for (let count = 0; count < 30; count += 1) await makeOrder(manual.db, owner, { taxPointDate: '2026-05-16' });
  await sql`analyze orders`.execute(app.ownerDb);
  const counted = await app.database
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      const before = await rowsRead(trx, 'orders');
      await sql`select unsafe_tenants_with_orders_to_invoice(${app.clock.now()})`.execute(trx);
      return (await rowsRead(trx, 'orders')) - before;
    });
  expect(counted).toBeLessThan(30);
});

test('afterwards the connection sees the rows of no marina, as before', async () => {
  await found('due_payments');
  const { rows } = await sql`select id from payments`.execute(app.database.unsafeWithoutTenant());
  expect(rows).toEqual([]);
  const own = await sql<{ key: string }>`
    select key from tenants, lateral unsafe_tenants_with_due_payments(now()) as other limit 1`.execute(busy.db);
  expect(own.rows).toEqual([{ key: busy.key }]);
});
