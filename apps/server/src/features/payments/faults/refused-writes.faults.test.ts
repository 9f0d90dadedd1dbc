import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticated, chargesOf, create, pay } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';

/** Tests payments while PostgreSQL answers and stores nothing: its disk is full, or it is read-only. */

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  await sql`
    create function disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(fixture.app.ownerDb);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.app.clock.set(new Date().toISOString()));

const makeRoom = () => sql`drop trigger if exists full_disk on payments`.execute(fixture.app.ownerDb);
afterEach(makeRoom);

/** Refuses changes of payments, as a disk without room does. @param when the changes, as a trigger names them */
async function fillDisk(when: string): Promise<void> {
  const statement = `create trigger full_disk before ${when} execute function disk_full()`;
  await sql.raw(statement).execute(fixture.app.ownerDb);
}

/** Makes the database read-only for every connection that opens from now on, and closes those that are open. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const { ownerDb } = fixture.app;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ownerDb);
  const name = sql.id(rows[0]?.name ?? '');
  await sql`alter database ${name} set default_transaction_read_only = ${sql.lit(value)}`.execute(ownerDb);
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user order by pid = pg_backend_pid()`;
  await expect(fixture.app.database.pool.query(kill)).rejects.toThrow(/terminat/); // it ends itself at last
}

const chargesFor = async (merchantRefNumber: string) => (await chargesOf(fixture, merchantRefNumber)).length;

test('[RUN-198] [MONEY-1] a full disk before the charge: nothing is charged, and paying works later', async () => {
  const customer = await fixture.customer({});
  await fillDisk('insert on payments for each row');
  const refused = await create(customer);
  expect(codeOf(refused)).toBe('503 UNAVAILABLE');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await makeRoom();

  const { payment, token } = await authenticated(customer);
  await fillDisk('update on payments for each row');
  expect(codeOf(await pay(customer, payment.merchantRefNumber, token))).toBe('503 UNAVAILABLE');
  expect(await chargesFor(payment.merchantRefNumber)).toBe(0);
  expect(fixture.app.logs()).toMatch(/"reason":"could not extend file".*"msg":"the database is away"/);
  await makeRoom();
  expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
  expect(await chargesFor(payment.merchantRefNumber)).toBe(1);
});

test('[RUN-198] [MONEY-2] a full disk after the charge: the payment is pending, then paid, charged once', async () => {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  const again = () => pay(customer, payment.merchantRefNumber, token);
  await fillDisk("update on payments for each row when (old.state = 'sent')");
  expect(codeOf(await again())).toBe('503 UNAVAILABLE');
  expect((await again()).body.paymentStatus).toBe('Incomplete');
  expect(codeOf(await create(customer))).toBe('409 PAYMENT_IN_PROGRESS');
  await makeRoom();
  fixture.app.clock.advance({ minutes: 2 });
  await reconcile(fixture);
  expect((await again()).body.paymentStatus).toBe('Completed');
  expect(await chargesFor(payment.merchantRefNumber)).toBe(1);
});

test('[RUN-198] [MONEY-1] a read-only database, as a standby is: nothing is charged before it is mended', async () => {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await setReadOnly('on');
  onTestFinished(() => setReadOnly('off'));
  await expect.poll(async () => codeOf(await pay(customer, payment.merchantRefNumber, token))).toBe('503 UNAVAILABLE');
  expect(fixture.app.logs()).toMatch(/read-only transaction.*"msg":"the database is away"/);
  expect(await chargesFor(payment.merchantRefNumber)).toBe(0);
  await setReadOnly('off');
  await expect
    .poll(async () => (await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus)
    .toBe('Completed');
  expect(await chargesFor(payment.merchantRefNumber)).toBe(1);
});
