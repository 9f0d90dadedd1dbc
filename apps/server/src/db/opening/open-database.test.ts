import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../lib/settings/env.ts';
import { createTestDatabase } from '../../testing/databases/test-database.ts';
import { joinDatabase, openDatabase } from './open-database.ts';

const open = (settings: NodeJS.ProcessEnv) => openDatabase(readEnvironment(settings), 'a test');

async function emptyDatabase() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  await owner.query(
    'drop schema public cascade; drop schema graphile_worker cascade; create schema public; grant usage on ' +
      'schema public to public',
  );
  await owner.end();
  return database;
}

test('the owner migrates an empty database, and the other role serves from it', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  await open({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  const opened = await open({ DATABASE_URL: appUrl }); // a copy that only serves
  const client = new pg.Client(opened.url);
  await client.connect();
  onTestFinished(() => client.end());
  expect((await client.query('select current_user as role')).rows).toEqual([{ role: 'quayside_app' }]);
  expect((await client.query('select id from tenants')).rows).toEqual([]);
});

test('[RUN-5] servers that start at once on an empty database migrate it once, and all of them serve', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  const settings = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
  // A migration that ran twice would fail, because its tables exist.
  await Promise.all(Array.from({ length: 4 }, () => open(settings)));
  await open({ DATABASE_URL: appUrl });
});

test('[RUN-5] a migration that fails half-way leaves the old schema, and the start says which and why', async () => {
  const { ownerUrl, appUrl } = await emptyDatabase();
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  // Many migrations have run when this table is in the way.
  await owner.query('create table webhook_endpoints ()');
  const tables = async () => {
    const { rows } = await owner.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname not like 'kysely%'`,
    );
    return rows;
  };
  const settings = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl };
  for (let start = 0; start < 2; start++)
    await expect(open(settings)).rejects.toThrow(
      /^The migration 0072-webhooks failed: relation "webhook_endpoints" already exists\. The tables are as they were/,
    );
  expect(await tables()).toEqual([{ name: 'webhook_endpoints' }]);
  expect((await owner.query('select from kysely_migration')).rowCount).toBe(0);

  await owner.query('drop table webhook_endpoints');
  await open(settings);
});

test('a database that a newer version migrated is refused by name, and left as it is', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const owner = new pg.Client(database.ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query("insert into kysely_migration (name, timestamp) values ('9999-next-year', '2031-01-01')");
  await owner.query("comment on table kysely_migration is 'another'");
  const settings = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  await expect(open(settings)).rejects.toThrow(/^The database was made by another version .*9999-next-year/);
  await expect(open({ DATABASE_URL: database.appUrl })).rejects.toThrow(/^MIGRATION_DATABASE_URL is missing/);
});

test('a role that may not use the tables yet is let in by the owner’s next start', async () => {
  const { ownerUrl, appUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('revoke all on all tables in schema public from quayside_app');
  await expect(open({ DATABASE_URL: appUrl })).rejects.toThrow(/^MIGRATION_DATABASE_URL is missing/);
  await open({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
  await open({ DATABASE_URL: appUrl });
});

test('a copy without the owner’s URL refuses a database that is not migrated', async () => {
  const { appUrl } = await emptyDatabase();
  await expect(open({ DATABASE_URL: appUrl })).rejects.toThrow(/^MIGRATION_DATABASE_URL is missing/);
});

test('the owner of the tables, or a role that sees every tenant’s rows, does not serve', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  await expect(open({ DATABASE_URL: database.ownerUrl })).rejects.toThrow(/logs in as quayside_owner, who owns tables/);
  const superuser = new URL(database.ownerUrl);
  superuser.username = new URL(inject('postgres').adminUrl).username;
  await expect(open({ DATABASE_URL: superuser.href })).rejects.toThrow(/for whom row level security doesn't hold/);
});

test('a copy starts, and a command runs, while rows of programs wait in temporary tables of a server', async () => {
  const database = await createTestDatabase();
  const server = new pg.Client(database.appUrl);
  await server.connect();
  onTestFinished(async () => {
    await server.end();
    await database.drop();
  });
  await server.query('create temp table import_accounts (reference text)');
  const settings = { DATABASE_URL: database.appUrl };
  await open(settings);
  await joinDatabase(readEnvironment(settings), 'a command');
});

test('a PostgreSQL that is too old is refused with both versions', async () => {
  const { ownerUrl, drop } = await createTestDatabase();
  onTestFinished(drop);
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  // No old PostgreSQL is at hand, so this one says that it is old: the function in its own schema is found first.
  await owner.query(`create schema older`);
  await owner.query(`create function older.current_setting(text) returns text language sql as $$ select '140011' $$`);
  await owner.end();
  const old = new URL(ownerUrl);
  old.searchParams.set('options', '-c search_path=older,pg_catalog');
  await expect(open({ DATABASE_URL: old.href })).rejects.toThrow(
    'DATABASE_URL leads to PostgreSQL 14. Quayside needs 15 or newer.',
  );
});

test('a database or a role that isn’t there is named, and a password never', async () => {
  const { appUrl } = inject('postgres');
  const noDatabase = new URL(appUrl);
  noDatabase.pathname = '/nowhere';
  await expect(open({ DATABASE_URL: noDatabase.href })).rejects.toThrow(/^There is no database "nowhere"/);

  const refused = new URL(appUrl);
  refused.username = 'stranger';
  refused.password = 'open-sesame';
  const message = await open({ DATABASE_URL: refused.href }).catch((error: Error) => error.message);
  expect(message).toMatch(/refuses the login of DATABASE_URL/);
  expect(message).not.toMatch(/open-sesame/);
  await expect(open({ DATABASE_URL: 'postgresql://x@127.0.0.1:9/x' })).rejects.toThrow(/^No PostgreSQL answers at/);
});
