import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { DatabaseClient } from '../client.ts';
import { findObstacles } from './obstacles.ts';

let testDatabase: TestDatabase;
let owner: DatabaseClient;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new DatabaseClient({ url: testDatabase.ownerUrl, size: 1 });
});
afterAll(async () => {
  await owner.close();
  await testDatabase.drop();
});

/** Returns the obstacles after these statements, and undoes the statements. */
async function obstaclesAfter(...statements: readonly string[]): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  const tried = owner
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx);
      found = await findObstacles(trx as unknown as Kysely<unknown>);
      throw undone;
    });
  await expect(tried).rejects.toBe(undone);
  return found;
}

test('[RUN-8] nothing stands in the way of distributing every table of marinas by tenant_id', async () => {
  expect(await obstaclesAfter()).toEqual([]);
});

const berths = (more: string) => `create table berths (tenant_id int not null, id int not null${more})`;
const trigger = (body: string, how: string) => [
  berths(', primary key (tenant_id, id)'),
  `create function look() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
  `create trigger look after insert on berths ${how} execute function look()`,
];

const obstacles: Record<string, { statements: string[]; found: string }> = {
  'a table without a marina': {
    statements: ['create table berths (id int primary key)'],
    found: 'berths: has no tenant_id, and db/cluster/tables.ts does not name it',
  },
  'a marina that may be missing': {
    statements: ['create table berths (tenant_id int, id int not null)'],
    found: 'berths: tenant_id may be null',
  },
  'a marina’s number of another type': {
    statements: ['create table berths (tenant_id bigint not null, id int not null)'],
    found: 'berths: tenant_id is bigint, and that of other tables is integer',
  },
  'a primary key without the marina': {
    statements: [berths(' primary key')],
    found: 'berths: berths_pkey is unique over all marinas: tenant_id is not in it',
  },
  'a unique index without the marina': {
    statements: ['create unique index one_name on boats (name)'],
    found: 'boats: one_name is unique over all marinas: tenant_id is not in it',
  },
  'a foreign key to a row of any marina': {
    statements: [
      'create unique index any_account on accounts (id, tenant_id)',
      berths(', constraint owner foreign key (id, tenant_id) references accounts (tenant_id, id)'),
    ],
    found: 'berths: owner leads to another marina’s rows: tenant_id is not at the same place in both ends',
  },
  'a foreign key to a table without a marina': {
    statements: [berths(', lease text constraint held references leases')],
    found: 'berths: held leads to a table without a marina',
  },
  'a foreign key from a table without a marina': {
    statements: [
      'alter table leases add marina int, add id int, add constraint made foreign key (marina, id) references sites',
    ],
    found: 'leases: made leads from a table without a marina to one of marinas',
  },
  'a foreign key that empties the marina': {
    statements: [berths(', constraint moored foreign key (tenant_id, id) references sites on delete set null')],
    found: 'berths: moored changes tenant_id when a row goes',
  },
  'a number that is no bigint': {
    statements: [berths(', place int generated always as identity, primary key (tenant_id, id)')],
    found: 'berths: place numbers rows by itself, and is no bigint',
  },
  'a policy with a subquery': {
    statements: [berths(''), 'create policy mine on berths using (id in (select 1))'],
    found: 'berths: the policy mine has a subquery',
  },
  'a trigger on all rows of a statement': {
    statements: trigger('perform 1', 'referencing new table as made for each statement'),
    found: 'berths: the trigger look reads all rows of a statement',
  },
  'a trigger that enqueues a job': {
    statements: trigger('perform graphile_worker.add_job(1)', 'for each row'),
    found: 'berths: the trigger look uses "graphile_worker", which a node does not have',
  },
  'a trigger that reads a table of the coordinator': {
    statements: trigger('perform 1 from leases', 'for each row'),
    found: 'berths: the trigger look uses "leases", which a node does not have',
  },
};

for (const [what, { statements, found }] of Object.entries(obstacles))
  test(`[RUN-8] finds ${what}`, async () => {
    expect(await obstaclesAfter(...statements)).toEqual([found]);
  });
