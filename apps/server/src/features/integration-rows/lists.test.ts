import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { applicationRole } from '../../db/opening/roles.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { seedIntegration } from '../../testing/contract/integration-examples.ts';
import { cursorAt } from '../../testing/cursors.ts';
import { reportPlans, watchPlans } from '../../testing/databases/query-plans.ts';
import { makeTenant, sampleSite, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

const base = '/harbour/api/integration/v1/';
const many = 12_000;
/** The first object of a list that is unlike most others. They are the last ones, so that a scan finds them late. */
const firstRare = many - 2;

interface Page {
  items: { reference?: string; number: number; updatedAt: string }[];
  next: string | null;
}

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
let statements: { text: string; rows: number }[] = [];

beforeAll(async () => {
  app = await startTestApp({}, async (url) => {
    await reportPlans(new URL(url).pathname.slice(1), applicationRole);
    const database = new DatabaseClient({ url, size: 2 });
    watchPlans(database.pool, (statement) => void statements.push(statement));
    return database;
  });
  const sites = [1, 2].map((id) => sampleSite({ id, name: `Harbour ${id}` }));
  marina = await makeTenant(app, { sites });
  program = await programOf(app, marina);
  await seedIntegration(program);
  await fill();
});
afterAll(() => app.close());

/** Copies the seeded objects many times. A few at the end have another site, type, status and account. */
async function fill(): Promise<void> {
  const ifRare = (rare: string | number, other: string) => `case when n >= ${firstRare} then ${rare} else ${other} end`;
  const site = `'site_id', ${ifRare(2, '1')}`;
  const account = `'account_id', a.account_id + 10 + ${ifRare(many, 'n % 1000 + 1')}`;
  const changesOf = {
    accounts: `'closed_at', ${ifRare('now()', 'null')}, ${site}`,
    boats: `'type', ${ifRare("'Rare'", "'Yacht'")}, ${account}`,
    stays: `'type', ${ifRare("'Rare'", "'Visitor'")}, ${account}`,
    estimates: account,
    agreements: `'type', ${ifRare("'Rare'", "'Annual berth'")}, ${account}`,
    account_documents: `'version', n + 1, 'superseded_at', now(), ${account}`,
    orders: `'order_type', ${ifRare("'Rare'", "'Berthing'")}, ${site}, ${account},
      'allocated_minor', ${ifRare(0, 'a.gross_minor')}`,
    payments: `'merchant_ref_number', gen_random_uuid(), 'state', ${ifRare("'declined'", "'allocated'")}, ${account}`,
  };
  const order = await marina.db
    .selectFrom('orders')
    .select(['id', 'account_id'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const owner = { tenantId: marina.id, accountId: order.account_id, siteId: 1 };
  await insertPayment(marina.db, owner, { state: 'declined', orderId: order.id });
  for (const [table, changes] of Object.entries(changesOf)) {
    const { rows } = await sql<{ attname: string }>`
      select attname::text from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and attgenerated = ''
        and not attisdropped`.execute(marina.db);
    const columns = sql.join(rows.map(({ attname }) => sql.ref(attname)));
    const copied = sql.join(rows.map(({ attname }) => sql.ref(`copy.${attname}`)));
    await sql`
      insert into ${sql.table(table)} (${columns}) select ${copied}
      from ${sql.table(table)} a, generate_series(1, ${many}) n, jsonb_populate_record(a, jsonb_build_object(
        'id', a.id + 10 + n, 'guid', gen_random_uuid(), 'consent_key', gen_random_uuid(),
        'pay_link_guid', gen_random_uuid(),
        'reference', to_jsonb(a) ->> 'reference' || '-' || n,
        'updated_at', '2026-01-01'::timestamptz + n * interval '1 second', ${sql.raw(changes)})) copy
      where a.tenant_id = ${marina.id} and a.id = 1`.execute(marina.db);
  }
  await sql`update orders set allocated_minor = gross_minor
    where tenant_id = ${marina.id} and reference in ('O-1', 'O-2', 'O-3')`.execute(marina.db);
  await sql`update orders set cancelled_at = now() where tenant_id = ${marina.id} and order_type = 'Rare'
    and id = (select max(id) from orders where tenant_id = ${marina.id})`.execute(marina.db);
  await sql`update payments set state = 'allocated' where tenant_id = ${marina.id} and id = 1`.execute(marina.db);
  for (const table of Object.keys(changesOf)) await sql`analyze ${sql.table(table)}`.execute(app.ownerDb);
}

async function list(noun: string, query: Record<string, string | number> = {}): Promise<Page> {
  const answer = await program.get(`${base}${noun}?${new URLSearchParams(query as Record<string, string>).toString()}`);
  expect(answer.status, `${noun} ${JSON.stringify(query)}: ${answer.text}`).toBe(200);
  return answer.body as Page;
}

const long = ['accounts', 'boats', 'orders'] as const;
const rareFilters = {
  accounts: [{ site: 2 }, { status: 'closed' }],
  boats: [{ type: 'Rare' }, { account: `C-1-${many}` }],
  stays: [{ type: 'Rare' }, { account: `C-1-${many}` }],
  estimates: [{ account: `C-1-${many}` }],
  agreements: [{ type: 'Rare' }, { account: `C-1-${many}` }],
  documents: [{ account: `C-1-${many}` }],
  payments: [{ status: 'failed' }, { account: `C-1-${many}` }],
  orders: [{ site: 2 }, { type: 'Rare' }, { account: `C-1-${many}` }, { status: 'open' }, { status: 'cancelled' }],
} as const;
/** The tables of the lists that have another name. */
const tableOf: Readonly<Record<string, string>> = { documents: 'account_documents' };
const more = ['stays', 'estimates', 'agreements', 'documents'] as const;
const namesIn = ({ items }: Page) => items.map(({ reference, number }) => reference ?? number);

/** Returns how often PostgreSQL planned the statements of a table anew, and how often it had a plan, if often asked. */
async function plansOf(table: string): Promise<{ custom_plans: number; generic_plans: number }[]> {
  const { pool } = app.database;
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  const of = `%from %${table}%limit%`;
  const found = await Promise.all(
    clients.map((client) =>
      client.query<{ custom_plans: number; generic_plans: number }>(
        `select custom_plans, generic_plans from pg_prepared_statements
          where statement like $1 and custom_plans + generic_plans >= 20`,
        [of],
      ),
    ),
  );
  for (const client of clients) client.release();
  return found.flatMap(({ rows }) => rows.map((row) => ({ ...row })));
}

describe('each list', () => {
  test.each([...long, ...more, 'payments'])('[API-4] of %s is not planned anew for each page', async (noun) => {
    for (let page = 0; page < 50; page += 1) await list(noun, { limit: 100 });
    const plans = await plansOf(tableOf[noun] ?? noun);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter(({ custom_plans: count }) => Number(count) > 10)).toEqual([]);
  });

  test.each(['sites', ...long, ...more])('[API-4] of %s has up to 100 objects a page, by default 50', async (noun) => {
    const all = noun === 'sites' ? 2 : many + 1;
    expect((await list(noun)).items).toHaveLength(Math.min(all, 50));
    expect((await list(noun, { limit: 100 })).items).toHaveLength(Math.min(all, 100));
    for (const wrong of ['limit=101', 'limit=0', 'limit=x', 'cursor=x', 'updatedSince=yesterday', 'offset=10'])
      expect([wrong, codeOf(await program.get(`${base}${noun}?${wrong}`))]).toEqual([wrong, '400 INVALID_REQUEST']);
  });

  test.each([...long, ...more, 'payments'] as const)(
    '[API-4] of %s reads each page by one statement, however far in it is and rare its rows',
    async (noun) => {
      const late = await list(noun, { limit: 100, updatedSince: '2026-01-01T03:15:00Z' });
      const queries: Record<string, string | number>[] = [
        {},
        { cursor: cursorAt((await list(noun, { limit: 1 })).next, many - 50) },
        { updatedSince: '2026-01-01T03:15:00Z', cursor: late.next ?? '' },
        ...rareFilters[noun].flatMap((filter) => [filter, { ...filter, updatedSince: '2020-01-01T00:00:00Z' }]),
      ];
      for (const query of queries) {
        statements = [];
        const { items } = await list(noun, { limit: 10, ...query });
        expect(items.length, JSON.stringify(query)).toBeGreaterThan(0);
        const read = statements.filter(({ text }) => text.includes(`from "${tableOf[noun] ?? noun}"`));
        expect(read, JSON.stringify(query)).toHaveLength(1);
        // Eleven rows, each with a row of each table that is joined, and the sums of every node of the plan.
        expect(read[0]?.rows, `${JSON.stringify(query)} ${read[0]?.text}`).toBeLessThan(400);
      }
    },
  );

  test.each(long)('[API-4] of %s is filtered, alone and together with the time of change', async (noun) => {
    for (const filter of rareFilters[noun]) {
      const found = namesIn(await list(noun, filter));
      expect(found.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(found.length, JSON.stringify(filter)).toBeLessThanOrEqual(3);
      for (const name of found) expect(Number(String(name).split('-')[2])).toBeGreaterThanOrEqual(firstRare);
      const changed = namesIn(await list(noun, { ...filter, updatedSince: '2020-01-01T00:00:00Z' }));
      expect(new Set(changed)).toEqual(new Set(found));
      expect(namesIn(await list(noun, { ...filter, updatedSince: '2030-01-01T00:00:00Z' }))).toEqual([]);
    }
  });

  test.each(long)('[API-4] of %s stays right while rows are added and changed', async (noun) => {
    const table = sql.table(noun);
    const add = async (name: string) =>
      sql`insert into ${table} select copy.* from ${table} a, jsonb_populate_record(a, jsonb_build_object(
          'id', (select max(id) + 1 from ${table} where tenant_id = ${marina.id}), 'guid', gen_random_uuid(),
          'consent_key', gen_random_uuid(), 'reference', ${name}::text, 'updated_at', now())) copy
        where a.tenant_id = ${marina.id} order by a.id limit 1`.execute(marina.db);
    const since = {
      limit: 2,
      updatedSince: new Date(Date.parse('2026-01-01T00:00:00Z') + (many - 2) * 1_000).toISOString(),
    };
    const late = { limit: 2, cursor: cursorAt((await list(noun, { limit: 1 })).next, many - 3) };
    for (const query of [late, since]) {
      const seen: (string | number)[] = [];
      let page = await list(noun, query);
      for (let turn = 0; ; turn += 1) {
        seen.push(...namesIn(page));
        if (turn < 2) await add(`new-${noun}-${Object.keys(query).length}${Object.keys(query)[1]}-${turn}`);
        if (page.next === null) break;
        page = await list(noun, { ...query, cursor: page.next });
      }
      expect(new Set(seen).size, 'nothing comes twice').toBe(seen.length);
      const added = seen.filter((name) => String(name).startsWith(`new-${noun}-2${Object.keys(query)[1]}`));
      expect(added, 'what was added comes last').toEqual(seen.slice(-2));
    }
  });
});
