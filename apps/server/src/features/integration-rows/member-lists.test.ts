import { sql } from 'kysely';
import { putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import {
  deleteWaitingListEntry,
  moveWaitingListEntry,
  putWaitingList,
  putWaitingListEntry,
} from '@quayside/contract/integration/waiting-lists.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { applicationRole } from '../../db/opening/roles.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { reportPlans, watchPlans } from '../../testing/databases/query-plans.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import type { HttpClient } from '../../testing/http-client.ts';

const base = '/harbour/api/integration/v1/';
const many = 6_000;

interface Page {
  items: { account: string; updatedAt: string }[];
  next: string | null;
}

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
let statements: { text: string; rows: number }[] = [];

beforeAll(async () => {
  app = await startTestApp({}, async (url) => {
    await reportPlans(new URL(url).pathname.slice(1), applicationRole);
    const database = new DatabaseClient({ url, size: 3 });
    watchPlans(database.pool, (statement) => void statements.push(statement));
    return database;
  });
  marina = await makeTenant(app);
  program = await programOf(app, marina);
  await putSailor('C-0');
  await sql`
    insert into accounts select copy.* from accounts a, generate_series(1, ${many}) n,
      jsonb_populate_record(a, jsonb_build_object('id', a.id + n, 'guid', gen_random_uuid(),
        'consent_key', gen_random_uuid(), 'opaque_token', gen_random_uuid(), 'reference', 'C-' || n)) copy
    where a.tenant_id = ${marina.id} and a.reference = 'C-0'`.execute(marina.db);
});
afterAll(() => app.close());

const putSailor = (reference: string) =>
  program.call(putAccount, { params: { reference }, body: { site: 1, lastName: 'Sailor' } });

async function page(path: string, query: Record<string, string> = {}): Promise<Page> {
  const answer = await program.get(`${base}${path}?${new URLSearchParams(query).toString()}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Page;
}

/** Walks a list to its end, and does something after some of its pages. */
async function walk(path: string, query: Record<string, string>, after: (page: number) => Promise<void>) {
  const seen: string[] = [];
  for (let cursor: string | null = '', number = 0; cursor !== null; number += 1) {
    const read: Page = await page(path, { ...query, ...(cursor === '' ? {} : { cursor }) });
    seen.push(...read.items.map(({ account }) => account));
    await after(number);
    cursor = read.next;
  }
  return seen;
}

/** A list whose members are customers. */
interface Members {
  path: string;
  table: 'consents' | 'waiting_list_entries';
  make: () => Promise<unknown>;
  /** Puts a customer on the list. */
  join: (account: string) => Promise<unknown>;
  /** Puts a customer on the list in a transaction of the caller. */
  joinWithin: (trx: TestTenant['db'], account: string) => Promise<unknown>;
}

const idOf = (account: string) =>
  sql`(select id from accounts where tenant_id = ${marina.id} and reference = ${account})`;
const listId = (table: string, reference: string) =>
  sql`(select id from ${sql.table(table)} where tenant_id = ${marina.id} and reference = ${reference})`;

const waitingList = (reference: string): Members => ({
  path: `waiting-lists/${reference}/entries`,
  table: 'waiting_list_entries',
  make: () => program.call(putWaitingList, { params: { reference }, body: { title: reference, type: 'Berth' } }),
  join: (account) =>
    program.call(putWaitingListEntry, { params: { list: reference, account }, body: { addedOn: '2026-05-01' } }),
  joinWithin: (trx, account) =>
    sql`insert into waiting_list_entries (tenant_id, waiting_list_id, account_id, added_on)
      values (${marina.id}, ${listId('waiting_lists', reference)}, ${idOf(account)}, '2026-05-01')`.execute(trx),
});

const consents = (reference: string): Members => ({
  path: `consent-groups/${reference}/consents`,
  table: 'consents',
  make: () =>
    program.call(putConsentGroup, {
      params: { reference },
      body: { position: 1, description: { 'en-GB': reference, 'fr-FR': reference } },
    }),
  join: (account) =>
    program.call(putConsent, { params: { reference, account }, body: { granted: true, givenAt: '2026-05-01' } }),
  joinWithin: (trx, account) =>
    sql`insert into consents (tenant_id, account_id, consent_group_id, sequence, granted, source, recorded_at)
      values (${marina.id}, ${idOf(account)}, ${listId('consent_groups', reference)}, 1, true, 'office',
        '2026-05-01')`.execute(trx),
});

describe.each([
  ['entries of a waiting list', waitingList],
  ['consents of a group', consents],
] as const)('a list of %s', (_, listOf) => {
  test('[API-4] has all customers once, also older ones who join while it is read', async () => {
    const list = listOf('joined');
    await list.make();
    for (const account of ['C-20', 'C-10', 'C-30', 'C-40']) await list.join(account);
    for (const [query, own] of [
      [{ limit: '2' }, 'C-1'],
      [{ limit: '2', updatedSince: '2020-01-01T00:00:00Z' }, 'C-2'],
    ] as const) {
      const seen = await walk(list.path, query, async (number) => {
        if (number === 0) await list.join(own);
      });
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.slice(0, 4)).toEqual(['C-20', 'C-10', 'C-30', 'C-40']);
      expect(seen.at(-1)).toBe(own);
    }
  });

  test('[API-4] shows a customer whose transaction commits late after those who were faster', async () => {
    const list = listOf('late');
    await list.make();
    let commit = () => {};
    const mayCommit = new Promise<void>((done) => (commit = done));
    let begun = () => {};
    const hasBegun = new Promise<void>((done) => (begun = done));
    const slow = marina.db.transaction().execute(async (trx) => {
      await list.joinWithin(trx, 'C-1');
      begun();
      await mayCommit;
    });
    await hasBegun;
    await list.joinWithin(marina.db, 'C-2');
    await list.joinWithin(marina.db, 'C-3');
    const first = await page(list.path, { limit: '1' });
    expect(first.items).toMatchObject([{ account: 'C-2' }]);
    commit();
    await slow;
    const rest = await page(list.path, { limit: '100', cursor: first.next ?? '' });
    expect(rest.items.map(({ account }) => account)).toEqual(['C-3', 'C-1']);
  });

  test('[API-4] reads each page by one statement, however long it is', async () => {
    const list = listOf('long');
    await list.make();
    const ids = await sql<{ id: number }>`
      select id from ${sql.table(list.table === 'consents' ? 'consent_groups' : 'waiting_lists')}
      where tenant_id = ${marina.id} and reference = 'long'`.execute(marina.db);
    const id = ids.rows[0]?.id ?? 0;
    const from = sql`from accounts where tenant_id = ${marina.id} and reference like 'C-%'`;
    await (list.table === 'consents'
      ? sql`insert into consents (tenant_id, account_id, consent_group_id, sequence, granted, source, recorded_at)
          select tenant_id, id, ${id}::int, n, n = 2, 'office', '2026-05-01'::timestamptz + n * interval '1 day'
          from accounts, generate_series(1, 2) n where tenant_id = ${marina.id} and reference like 'C-%'
          order by n, id`.execute(marina.db)
      : sql`insert into waiting_list_entries (tenant_id, waiting_list_id, account_id, added_on)
          select tenant_id, ${id}::int, id, '2026-05-01' ${from}`.execute(marina.db));
    for (const table of ['accounts', list.table]) await sql`analyze ${sql.table(table)}`.execute(app.ownerDb);
    const { next: half } = await page(list.path, { limit: '100' });
    const updatedSince = '2020-01-01T00:00:00Z';
    const changes = await page(list.path, { limit: '100', updatedSince });
    for (const query of [{}, { cursor: half ?? '' }, { updatedSince, cursor: changes.next ?? '' }]) {
      statements = [];
      const { items } = await page(list.path, { limit: '10', ...query });
      expect(items).toHaveLength(10);
      const read = statements.filter(({ text }) => text.includes('limit') && text.includes(list.table));
      expect(read).toHaveLength(1);
      expect(read[0]?.rows, JSON.stringify(query)).toBeLessThan(400);
    }
  });
});

test('[API-4] a customer who was taken off a list and comes back is its last one', async () => {
  const list = waitingList('left');
  await list.make();
  for (const account of ['C-5', 'C-6', 'C-7']) await list.join(account);
  const { next } = await page(list.path, { limit: '3' });
  expect(next).toBeNull();
  const first = await page(list.path, { limit: '2' });
  await program.call(deleteWaitingListEntry, { params: { list: 'left', account: 'C-5' } });
  await list.join('C-5');
  const moved = { params: { list: 'left', account: 'C-7' }, body: { position: 1, reason: 'A shorter boat' } };
  expect((await program.call(moveWaitingListEntry, moved)).status).toBe(200);
  const rest = await page(list.path, { limit: '5', cursor: first.next ?? '' });
  expect(rest.items.map(({ account }) => account)).toEqual(['C-7', 'C-5']);
});

test('[API-4] a choice that is made again comes last, as it holds now', async () => {
  const list = consents('again');
  await list.make();
  for (const account of ['C-5', 'C-6', 'C-7']) await list.join(account);
  const first = await page(list.path, { limit: '1' });
  const params = { reference: 'again', account: 'C-6' };
  await program.call(putConsent, { params, body: { granted: false, givenAt: '2026-05-02' } });
  const rest = await page(list.path, { limit: '5', cursor: first.next ?? '' });
  expect(rest.items).toMatchObject([
    { account: 'C-7', granted: true },
    { account: 'C-6', granted: false },
  ]);
});
