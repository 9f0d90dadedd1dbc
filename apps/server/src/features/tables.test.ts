import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient, type TenantDb } from '../db/client.ts';
import { inOrder, type Pair, parentsFirst } from '../db/table-order.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { buildRecurring } from '../worker/build-tasks.ts';
import { archivedTables } from './archive/archive.exports.ts';
import type { JobServices } from './feature.ts';
import { inErasureOrder } from './persons/persons.exports.ts';
import { tables } from './tables.ts';

let database: TestDatabase;
let owner: pg.Client;
let application: DatabaseClient;
let db: TenantDb;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  application = new DatabaseClient({ url: database.appUrl, size: 1 });
  db = application.forTenant(1);
});
afterAll(async () => {
  await application.close();
  await owner.end();
  await database.drop();
});

const namesOf = async (query: string) => (await owner.query<{ name: string }>(query)).rows.map(({ name }) => name);

/** Reads each foreign key between two tables: "child parent". */
async function referencesOfSchema(): Promise<Pair[]> {
  const names = await namesOf(`
    select conrelid::regclass || ' ' || confrelid::regclass as name from pg_constraint
    where contype = 'f' and conrelid <> confrelid`);
  return names.map((name) => name.split(' ') as [string, string]);
}

/** Returns the pairs of which both tables are in the order, and the second stands first. */
function broken(order: readonly { name: string }[], pairs: readonly Pair[]): Pair[] {
  const places = new Map(order.map(({ name }, place) => [name, place]));
  return pairs.filter(([first, second]) => (places.get(first) ?? -1) > (places.get(second) ?? Infinity));
}

test('[API-6] [RUN-10] one feature declares each table of the schema: its exports and its erasure', async () => {
  const stored = await namesOf(`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  const hint = 'declare each table in <noun>.tables.ts of its feature';
  expect(tables.map(({ name }) => name).toSorted(), hint).toEqual(stored);
});

test('each table whose old rows somebody deletes names a recurring task, and each sweep has a table', () => {
  const tasks = buildRecurring({} as JobServices).map(({ name }) => name);
  const sweeps = tables.flatMap(({ kept }) => (typeof kept === 'object' ? [kept.sweptBy] : []));
  expect(sweeps.length).toBeGreaterThan(20);
  expect(sweeps.filter((name) => !tasks.includes(name))).toEqual([]);
  expect(tasks.filter((name) => name.startsWith('sweep-') && !sweeps.includes(name))).toEqual([]);
});

test('[API-6] [RUN-10] a column that may hold a secret leaves with no export, or is known to have none', async () => {
  const columns = await namesOf(`
    select relname || '.' || attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and attname ~ 'hash|token|secret|key|password|code|link|url|settings' order by 1`);
  const leaving = tables.filter((table) => 'exported' in table || table.person !== null);
  const open = leaving.map(({ name, without = [] }) => ({ name, without: new Set<string>(without) }));
  const leaves = (column: string) =>
    open.some(({ name, without }) => column.startsWith(`${name}.`) && !without.has(column.slice(name.length + 1)));
  expect(columns.filter(leaves)).toEqual([
    'accounts.country_code',
    'accounts.county_code',
    'accounts.postcode',
    'agreement_signatures.declaration_hash',
    'agreements.declaration_hash',
    'card_vault_profiles.provider_key',
    'component_cards.provider_key',
    'contact_messages.subject_code',
    'declarations.hash',
    'earlier_audit_entries.hash',
    'earlier_audit_entries.previous_hash',
    'ineligible_cards.provider_key',
    'login_identities.linked_at',
    'look_files.hash',
    'mails.link_used_at',
    'payment_refunds.error_code',
    'payments.error_code',
    'payments.provider_key',
    'provider_events.provider_key',
    'sign_on_confirmations.provider_key',
    'sign_ons.provider_key',
  ]);
});

test('[API-6] an import stores the rows of each foreign key’s parent before those of the child', async () => {
  const references = await referencesOfSchema();
  expect(references.length).toBeGreaterThan(50);
  const parents = references.map(([child, parent]): Pair => [parent, child]);
  const exported = archivedTables(tables);
  const order = await parentsFirst(db, exported.toReversed());
  expect(order).toHaveLength(exported.length);
  expect(broken(order, parents)).toEqual([]);
});

test('[RUN-10] an erasure goes through children before parents, and keeps what tables declare', async () => {
  const declared = tables.flatMap(({ name, erasedBefore = [] }) => erasedBefore.map((later): Pair => [name, later]));
  expect(declared.length).toBeGreaterThan(5);
  const order = await inErasureOrder(db, tables.toReversed());
  expect(order).toHaveLength(tables.filter(({ person }) => person !== null).length);
  expect(broken(order, [...(await referencesOfSchema()), ...declared])).toEqual([]);
});

test('[RUN-10] the order is decided of each table whose rows the condition of an erasure reads', async () => {
  const person = {
    accountId: 1,
    reference: 'C-1',
    logins: [1],
    ownLogins: [1],
    emails: ['a@b.c'],
    textsOfGoing: ['0'],
  };
  const order = await inErasureOrder(db, tables);
  const erased = order.filter((table) => table.person.erasure !== 'stays');
  const places = new Set(order.map(({ name }) => name));
  const pairs = [
    ...(await referencesOfSchema()).filter((pair) => pair.every((name) => places.has(name))),
    ...order.flatMap(({ name, erasedBefore = [] }) => erasedBefore.map((later): Pair => [name, later])),
  ];
  /** True if pairs lead from one table to the other. */
  const leads = (from: string, to: string): boolean =>
    pairs.some(([first, second]) => first === from && (second === to || leads(second, to)));
  const undecided = erased.flatMap(({ name, person: rule }) => {
    const find = (rule.erasure === 'goes' && rule.goes) || rule.whose;
    const { sql } = find(person).compile(db);
    const read = [...sql.matchAll(/\b(?:from|join) "?([a-z_]+)/g)].map(([, table = '']) => table);
    return read
      .filter((table) => table !== name && erased.some((each) => each.name === table))
      .filter((table) => !leads(name, table) && !leads(table, name))
      .map((table) => `${name} reads ${table}`);
  });
  expect(undecided).toEqual([]);
});

test('pairs that contradict each other are an error, and tables without pairs stay in their order', () => {
  const named = ['a', 'b', 'c'].map((name) => ({ name }));
  const namesIn = (pairs: Pair[]) => inOrder(named, pairs).map(({ name }) => name);
  expect(namesIn([['c', 'a']])).toEqual(['b', 'c', 'a']);
  expect(namesIn([['elsewhere', 'a']])).toEqual(['a', 'b', 'c']);
  expect(() =>
    namesIn([
      ['a', 'b'],
      ['b', 'a'],
    ]),
  ).toThrow('no order keeps the pairs of these tables: a, b');
});
