import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../env.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

/** Somebody's own PostgreSQL, as DATABASE_URL and MIGRATION_DATABASE_URL name it. */

const open = (settings: NodeJS.ProcessEnv) => openDatabase(readEnvironment(settings), 'a test');

async function emptyDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(
    'drop schema public cascade; drop schema graphile_worker cascade; create schema public; grant usage on schema public to public',
  );
  await owner.end();
  return database;
}

test('the owner migrates an empty database, and the other role serves from it', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  await open({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  await open({ DATABASE_URL: appUrl }); // a copy that only serves
});

test('a copy without the owner’s URL refuses a database that nobody migrated', async () => {
  const { appUrl } = await emptyDatabase();
  await expect(open({ DATABASE_URL: appUrl })).rejects.toThrow(/^MIGRATION_DATABASE_URL is missing/);
});

test('whoever owns the tables, or may see every tenant’s rows, doesn’t serve', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await expect(open({ DATABASE_URL: database.ownerUrl })).rejects.toThrow(/logs in as quayside_owner, who owns tables/);
  const superuser = new URL(database.ownerUrl);
  superuser.username = new URL(inject('postgres').adminUrl).username;
  await expect(open({ DATABASE_URL: superuser.href })).rejects.toThrow(/for whom row level security doesn't hold/);
});

test('a database or a role that isn’t there is named, and a password never', async () => {
  const { appUrl } = inject('postgres');
  const noDatabase = new URL(appUrl);
  noDatabase.pathname = '/nowhere';
  await expect(open({ DATABASE_URL: noDatabase.href })).rejects.toThrow(/^There is no database "nowhere"/);

  const refused = new URL(appUrl);
  refused.username = 'stranger';
  refused.password = 'open-sesame';
  const told = await open({ DATABASE_URL: refused.href }).catch((error: Error) => error.message);
  expect(told).toMatch(/refuses the login of DATABASE_URL/);
  expect(told).not.toMatch(/open-sesame/);
  await expect(open({ DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' })).rejects.toThrow(/^No PostgreSQL answers at/);
});
