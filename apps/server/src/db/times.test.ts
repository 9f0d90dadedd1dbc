import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases/test-database.ts';
import { DatabaseClient } from './client.ts';

let database: TestDatabase;
let client: DatabaseClient;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new DatabaseClient({ url: database.appUrl, size: 1 });
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

test.each([
  ['UTC', '2026-05-16 09:00:00.123999+00', '2026-05-16T09:00:00.123Z'],
  ['America/Los_Angeles', '2026-05-16 17:00:00.000999+00', '2026-05-16T17:00:00.000Z'],
  ['Asia/Kathmandu', '2026-05-16 09:00:00.5+00', '2026-05-16T09:00:00.500Z'],
  ['Europe/Amsterdam', '1900-01-01 00:00:00+00', '1900-01-01T00:00:00.000Z'],
  ['UTC', '0099-01-02 03:04:05+00', '0099-01-02T03:04:05.000Z'],
  ['UTC', '0044-03-15 12:00:00+00 BC', '-000043-03-15T12:00:00.000Z'],
  ['UTC', '12026-01-01 00:00:00+00', '+012026-01-01T00:00:00.000Z'],
])('a time of the database is read right in %s: %s', async (zone, written, expected) => {
  const read = await client
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (db) => {
      await sql`set local time zone ${sql.lit(zone)}`.execute(db);
      return sql<{ at: Date }>`select ${written}::timestamptz as at`.execute(db);
    });
  expect(read.rows[0]?.at.toISOString()).toBe(expected);
});
