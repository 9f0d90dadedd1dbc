import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { DatabaseClient } from '../apps/server/src/db/client.ts';
import { type Marina, saltmarsh } from '../apps/server/src/demo/marinas.ts';
import { storeProviders } from '../apps/server/src/demo/providers.ts';
import { hashPassword } from '../apps/server/src/features/identity/password-hash.service.ts';
import { saveTenant } from '../apps/server/src/features/tenant/tenant.service.ts';
import { testSecretKeys } from '../apps/server/src/testing/secret-keys.ts';
import type { ScratchDatabase } from './scratch-postgres.ts';

/** Number of orders of each account, as on one page of the list. */
export const ordersOfAccount = 10;
const signedInAccounts = 500;
export const password = 'Harbour#2026';

/** A marina with many customers, some of them signed in. */
export interface BenchMarina extends ScratchDatabase {
  tenantId: number;
  sessions: BenchSession[];
  /** E-mail addresses of logins with `password`. */
  logins: string[];
}

export interface BenchSession {
  token: string;
  guid: string;
  accountId: number;
}

/** Fills a database. An account's orders are spread over the table, as they are after years. */
export async function fillMarina(database: ScratchDatabase, orders: number): Promise<BenchMarina> {
  const [tenantId = 0] = await storeMarinas(database, [saltmarsh]);
  const client = new pg.Client(database.superUrl);
  await client.connect();
  try {
    const accounts = Math.ceil(orders / ordersOfAccount);
    await client.query('set session_replication_role = replica'); // no foreign keys while loading
    for (const statement of fillStatements(tenantId, accounts, orders)) await client.query(statement);
    const { sessions, logins } = await makeSessions(client, tenantId, accounts);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return { ...database, tenantId, sessions, logins };
  } finally {
    await client.end();
  }
}

/** Adds marinas to a database, each with a site and its providers. They have no customers. */
export async function addMarinas(database: ScratchDatabase, count: number): Promise<void> {
  const sites = saltmarsh.sites.slice(0, 1);
  const keys = Array.from({ length: count }, (_, index) => `marina-${index + 1}`);
  await storeMarinas(
    database,
    keys.map((key) => ({ key, name: key, hosts: [`${key}.localhost`], sites })),
  );
}

type NamedMarina = Pick<Marina, 'key' | 'name' | 'hosts' | 'sites'>;

/** Stores marinas with the settings and the providers of saltmarsh. @returns their ids */
async function storeMarinas({ ownerUrl, appUrl }: ScratchDatabase, marinas: readonly NamedMarina[]): Promise<number[]> {
  const owner = new DatabaseClient({ url: ownerUrl, size: 1 });
  const app = new DatabaseClient({ url: appUrl, size: 1, secretKeys: testSecretKeys });
  const now = new Date();
  const ids: number[] = [];
  try {
    for (const { key, name, hosts, sites } of marinas) {
      const numbered = sites.map((site, index) => ({ id: index + 1, ...site }));
      const draft = { key, name, hosts, settings: saltmarsh.settings, sites: numbered };
      const tenantId = await saveTenant(owner.unsafeWithoutTenant(), draft, now);
      const sandbox = { sandboxUrl: 'http://127.0.0.1:9', now };
      await storeProviders(app.forTenant(tenantId), tenantId, { ...saltmarsh, sites }, sandbox);
      ids.push(tenantId);
    }
    return ids;
  } finally {
    await Promise.all([owner.close(), app.close()]);
  }
}

const fillStatements = (tenantId: number, accounts: number, orders: number): string[] => [
  `insert into accounts (tenant_id, id, reference, guid, site_id, firstname, lastname, email, opaque_token, created_at)
   select ${tenantId}, n, 'A' || n, gen_random_uuid(), 1, 'Robin', 'Number ' || n, 'robin.' || n || '@example.com',
     gen_random_uuid(), now() - interval '5 years'
   from generate_series(1, ${accounts}) n`,
  // Every second account has a signed one.
  `insert into agreements (tenant_id, id, guid, account_id, site_id, type, signed_at, created_at)
   select ${tenantId}, n, gen_random_uuid(), n, 1, 'Annual berthing agreement', now(), now()
   from generate_series(2, ${accounts}, 2) n`,
  `insert into orders (tenant_id, id, reference, guid, account_id, site_id, order_type, description, boat_name,
     agreement_id, created_at, tax_point_date, currency, gross_minor, allocated_minor)
   select ${tenantId}, n + 1, 'O' || n, gen_random_uuid(), account, 1, 'Berthing', 'Annual berth 2026/27', 'Kittiwake',
     case when account % 2 = 0 and n / ${accounts} = 0 then account end, now() - interval '30 days',
     current_date + 14 - (n / ${accounts}) * 7, 'GBP', 1000 + n % 500000, case when n % 10 = 0 then 500 else 0 end
   from generate_series(0, ${orders - 1}) n, lateral (select 1 + n % ${accounts} as account) as whose`,
  // Earlier payments, so that the payment tables are as full as in real use. The planner depends on that.
  `insert into payments (tenant_id, id, account_id, site_id, merchant_ref_number, provider_key, provider_account,
     channel, state, currency, amount_minor, allocated_minor, is_test, created_at, updated_at, expires_at)
   select ${tenantId}, id, account_id, 1, 'OFFICE-' || id, 'office', '', 'None', 'allocated', 'GBP', allocated_minor,
     allocated_minor, false, created_at, created_at, created_at
   from orders where allocated_minor > 0`,
  `insert into payment_orders (tenant_id, payment_id, order_id, amount_minor, live)
   select ${tenantId}, id, id, allocated_minor, false from orders where allocated_minor > 0`,
  `insert into payment_events (tenant_id, payment_id, sequence, event, from_state, to_state, detail, created_at)
   select ${tenantId}, id, 1, 'allocated', 'approved', 'allocated', '{}', created_at
   from orders where allocated_minor > 0`,
  `insert into counters (tenant_id, name, last) values (${tenantId}, 'payment', ${orders})`,
];

async function makeSessions(client: pg.Client, tenantId: number, accounts: number) {
  const passwordHash = await hashPassword(password);
  const { rows } = await client.query<{ id: number; guid: string; email: string }>(
    'select id, guid, email from accounts where tenant_id = $1 and id % $2 = 0 order by id limit $3',
    [tenantId, Math.max(1, Math.floor(accounts / signedInAccounts)), signedInAccounts],
  );
  await client.query(
    `insert into logins (tenant_id, id, email, password_hash, created_at)
     select $1, id, email, $2, now() from accounts where id = any($3)`,
    [tenantId, passwordHash, rows.map(({ id }) => id)],
  );
  await client.query('insert into login_accounts (tenant_id, login_id, account_id) select $1, id, id from logins', [
    tenantId,
  ]);
  const sessions = rows.map(({ id, guid }) => ({ token: randomBytes(32).toString('base64url'), guid, accountId: id }));
  for (const { token, accountId } of sessions)
    await client.query(
      `insert into sessions (tenant_id, token_hash, name, login_id, account_id, is_account_user, remember, created_at,
         last_seen_at, authenticated_at, expires_at)
       values ($1, $2, $3, $4, $4, true, true, now(), now(), now(), now() + interval '30 days')`,
      [tenantId, createHash('sha256').update(token).digest(), randomUUID(), accountId],
    );
  return { sessions, logins: rows.map(({ email }) => email) };
}
