import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../lib/settings/env.ts';
import { startPgBouncer } from '../../testing/databases/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { DatabaseClient, type DatabaseOptions } from '../client.ts';
import { DatabaseAway } from './database-away.ts';
import { servingLimits } from './limits.ts';
import { openDatabase } from '../opening/open-database.ts';

/** Tests a real PgBouncer between us and PostgreSQL. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Starts a PgBouncer until the test ends. @returns URLs that lead through it */
async function pooled(options: Parameters<typeof startPgBouncer>[1] = {}) {
  const pooler = await startPgBouncer(database.appUrl, options);
  onTestFinished(pooler.stop);
  return { url: pooler.urlOf(database.appUrl), ownerUrl: pooler.urlOf(database.ownerUrl) };
}

function clientOf(url: string, more: Partial<DatabaseOptions> = {}): DatabaseClient {
  const client = new DatabaseClient({ url, session: 'transaction', ...more });
  onTestFinished(() => client.close());
  return client;
}

const open = (settings: NodeJS.ProcessEnv) => openDatabase(readEnvironment(settings), 'a test');

const tenantOf = sql<{ tenant: string }>`select current_setting('app.tenant_id', true) as tenant from pg_sleep(0.005)`;
const tenantSeen = async (client: DatabaseClient, id: number) =>
  Number((await tenantOf.execute(client.forTenant(id))).rows[0]?.tenant);

test.each([
  ['takes the connection that was used last', {}],
  ['takes one after the other', { server_round_robin: '1' }],
  ['has only one', { default_pool_size: '1' }],
  ['has two', { default_pool_size: '2', min_pool_size: '2', server_round_robin: '1' }],
])(
  '[RUN-4] a start through a pooler of transactions that %s is refused until the setting allows it',
  async (_, settings) => {
    const { url, ownerUrl } = await pooled({ settings });
    // Connections of the pooler that lie idle, as a busy server leaves them.
    const busy = clientOf(url, { size: 5 });
    await Promise.all([1, 2, 3, 4, 5].map((id) => tenantSeen(busy, id)));

    await expect(open({ DATABASE_URL: url })).rejects.toThrow(
      /^DATABASE_URL leads to a pooler that gives each transaction .*\. Set DATABASE_SESSION=transaction/,
    );
    await open({ DATABASE_URL: url, DATABASE_SESSION: 'transaction' });
    const owned = { DATABASE_URL: url, DATABASE_SESSION: 'transaction', MIGRATION_DATABASE_URL: ownerUrl };
    await expect(open(owned)).rejects.toThrow(
      /^MIGRATION_DATABASE_URL leads to a pooler .* Give it the address of PostgreSQL itself/,
    );
    await open({ ...owned, MIGRATION_DATABASE_URL: database.ownerUrl });
  },
);

test('[RUN-4] a pooler of sessions serves with either setting, and one of single statements with none', async () => {
  const sessions = await pooled({ mode: 'session' });
  for (const DATABASE_SESSION of ['session', 'transaction'])
    await open({ DATABASE_URL: sessions.url, MIGRATION_DATABASE_URL: sessions.ownerUrl, DATABASE_SESSION });
  const { url } = await pooled({ mode: 'statement' });
  await expect(open({ DATABASE_URL: url })).rejects.toThrow(/gives each transaction another connection/);
  await expect(open({ DATABASE_URL: url, DATABASE_SESSION: 'transaction' })).rejects.toThrow(
    /^DATABASE_URL leads to a pooler that refuses transactions/,
  );
});

test('[RUN-4] [SAFE-6] statements of many tenants share two connections, and each sees its own tenant', async () => {
  const { url } = await pooled({ settings: { default_pool_size: '2' } });
  const [one, other] = [clientOf(url), clientOf(url)];
  const ids = Array.from({ length: 60 }, (_, index) => index + 1);
  const seen = await Promise.all(ids.map((id) => tenantSeen(id % 2 ? one : other, id)));
  expect(seen).toEqual(ids);

  // A statement that fails leaves the connection free, and its transaction is undone.
  const failing = sql`insert into leases (name, holder, held_until) select 'x', ${'me'}, now() from generate_series(1,
  2)`;
  await expect(failing.execute(one.forTenant(5))).rejects.toThrow(/duplicate key/);
  const rows = await Promise.all(
    ids.map((id) =>
      one
        .forTenant(id)
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          await sql`select ${id}::int`.execute(trx);
          return (await tenantOf.execute(trx)).rows[0]?.tenant;
        }),
    ),
  );
  expect(rows).toEqual(ids.map(String));

  // Nothing of all that stays with the connections that the pooler shares.
  const neighbour = new pg.Client(url);
  await neighbour.connect();
  onTestFinished(() => neighbour.end());
  const left = await neighbour.query(
    `select current_setting('app.tenant_id', true) as tenant, current_setting('statement_timeout') as patience,
       (select count(*)::int from pg_prepared_statements) as prepared, (select count(*)::int from leases) as leases`,
  );
  expect(left.rows).toEqual([{ tenant: '', patience: '0', prepared: 0, leases: 0 }]);
  // The pool's own users see no tenant, although the connection was another's before.
  expect((await one.pool.query(`select current_setting('app.tenant_id') as tenant`)).rows).toEqual([{ tenant: '' }]);
});

test('[RUN-4] each transaction has its own limits', async () => {
  const { url } = await pooled();
  const limits = { ...servingLimits, statementMs: 1_000, lockMs: 200, transactionIdleMs: 200 };
  const client = clientOf(url, { limits });
  const ask = (text: string) => sql.raw(text).execute(client.unsafeWithoutTenant());
  await expect(ask('select pg_sleep(30)')).rejects.toThrow(/statement timeout/);
  const holder = new pg.Client(database.ownerUrl);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table tenants in access exclusive mode');
  await expect(ask('select count(*) from tenants')).rejects.toThrow(DatabaseAway);
  const standing = client
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await holder.query('select pg_sleep(1.5)');
      await sql`select 2`.execute(trx);
    });
  await expect(standing).rejects.toThrow(DatabaseAway);
  // A command without limits waits, on a connection that had limits before.
  await clientOf(url)
    .unsafeWithoutTenant()
    .transaction()
    .execute((trx) => sql`select pg_sleep(2)`.execute(trx));
});

test('[RUN-4] a statement leaves with its tenant and its commit at once: it takes no round trip more', async () => {
  const { url } = await pooled();
  const { port } = new URL(url);
  let [isHeld, sent] = [false, ''];
  const held: (() => void)[] = [];
  const server = createServer((client) => {
    const behind = connect(Number(port), '127.0.0.1');
    for (const end of [client, behind])
      end.on('error', () => {}).on('close', () => [client, behind].map((e) => e.destroy()));
    client.on('data', (bytes: Buffer) => {
      sent += bytes.toString('latin1');
      behind.write(bytes);
    });
    behind.on('data', (bytes) => (isHeld ? held.push(() => client.write(bytes)) : client.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const way = new URL(url);
  way.port = String((server.address() as AddressInfo).port);
  const client = clientOf(way.href, { size: 1 });
  expect(await tenantSeen(client, 7)).toBe(7);

  // No answer comes until everything was sent.
  [isHeld, sent] = [true, ''];
  const seen = tenantSeen(client, 8);
  await expect.poll(() => sent).toMatch(/begin; set local app.tenant_id = '8'[^]*select current_setting[^]*commit/);
  isHeld = false;
  for (const release of held) release();
  expect(await seen).toBe(8);
});
