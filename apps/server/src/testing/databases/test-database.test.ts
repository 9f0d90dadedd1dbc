import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

test('every test file gets a database of its own, served by a role that owns nothing', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const names = await Promise.all([one, other].map(({ appUrl }) => nameOf(appUrl)));
  expect(new Set(names.map((row) => row.database)).size).toBe(2);
  expect(names[0]).toMatchObject({ role: 'quayside_app', owns: 0 });
  await Promise.all([one.drop(), other.drop()]);
  await expect(nameOf(one.appUrl)).rejects.toThrow('does not exist');
});

async function nameOf(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `select current_database() as database, current_user as role,
       (select count(*)::int from pg_class where relowner = current_user::regrole) as owns`,
  );
  await client.end();
  return rows[0] as { database: string; role: string; owns: number };
}
