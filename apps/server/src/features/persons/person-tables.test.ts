import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { personTables, tablesWithoutPersons } from './person-tables.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('[RUN-10] each table of the schema says what an erasure does with it, or holds no customer', async () => {
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`);
  await owner.end();
  const decided = [...personTables.map(({ name }) => name), ...tablesWithoutPersons];
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name));
});
