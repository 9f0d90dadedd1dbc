import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FaultFixture, startFaultFixture } from '../../testing/fault-fixture.ts';
import { compareBooks } from '../../testing/payments/payment-books.ts';
import { payOnce } from '../../testing/persistent-customer.ts';
import type { ServerProcess } from '../../testing/processes/server-process.ts';

/** An upgrade without a stop: copies of this release serve while the next one changes the tables. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;

beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

/** A migration as ours are: new columns, tables and indexes, in one transaction, and another version in the comment. */
const nextRelease = [
  'alter table orders add column next_note text',
  "alter table payments add column next_kind text not null default 'online'",
  'create table next_things (tenant_id bigint not null, id bigint not null, primary key (tenant_id, id))',
  'create index next_orders on orders (tenant_id, next_note)',
  "insert into kysely_migration (name, timestamp) values ('9999-next', '2031-01-01')",
  "comment on table kysely_migration is 'the next release'",
];

test('[RUN-5] customers pay through copies of the last release while the next one migrates', async () => {
  const servers = [await fixture.startServer(), await fixture.startServer()];
  const payers = await Promise.all(Array.from({ length: 9 }, () => fixture.payer()));
  const customers = await Promise.all(payers.map((payer, index) => payer.at(servers[index % 2] as ServerProcess)));
  const pay = (from: number, to: number) =>
    Promise.all(customers.slice(from, to).map((customer) => payOnce(customer, fixture.sandbox.bankUrl)));

  const before = await pay(0, 3);
  const owner = new pg.Client(fixture.testDatabase.ownerUrl);
  await owner.connect();
  const migrated = owner.query(`begin; ${nextRelease.join('; ')}; commit`).finally(() => owner.end());
  const meanwhile = await pay(3, 6);
  await migrated;
  const after = await pay(6, 9);

  const statuses = [...before, ...meanwhile, ...after].map(({ paymentStatus }) => paymentStatus);
  expect(statuses).toEqual(statuses.map(() => 'Completed'));
  for (const { tenant, merchant } of payers)
    expect((await compareBooks(fixture.sandbox.url, tenant, merchant)).theirs.charged).toBe(10_000);
  expect(fixture.logs()).not.toMatch(/"level":(50|60)/);
});
