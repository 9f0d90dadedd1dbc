import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../lib/settings/env.ts';
import { startSystemPostgres, systemPassword } from '../../testing/databases/system-postgres.ts';
import { blocksOf } from '../../testing/operating-guide.ts';
import { openDatabase } from './open-database.ts';

/** Tests a PostgreSQL without a superuser, as cloud providers rent it: one role that may make databases and roles. */

const open = (settings: NodeJS.ProcessEnv) => openDatabase(readEnvironment(settings), 'a test');

/** Runs statements one after the other, each in its own transaction, as `psql` does. */
async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the same address for another role and database. */
function login(url: string, role: string, database: string): string {
  const other = new URL(url);
  [other.username, other.password, other.pathname] = [role, systemPassword, `/${database}`];
  return other.href;
}

async function debian(): Promise<string> {
  const postgres = await startSystemPostgres();
  onTestFinished(postgres.stop);
  return postgres.url('postgres', 'postgres');
}

test.each([
  ['Debian’s PostgreSQL', debian],
  ['the embedded PostgreSQL', () => Promise.resolve(inject('postgres').adminUrl)],
])(
  '[RUN-4] on %s, a role that makes databases and roles follows the guide, and the server migrates and serves',
  async (_, start) => {
    const adminUrl = await start();
    const suffix = randomBytes(4).toString('hex');
    const [provider, owner, app, database, own] = ['provider', 'owner', 'app', 'portal', 'own'].map(
      (name) => `${name}_${suffix}`,
    ) as [string, string, string, string, string];
    await run(adminUrl, [`create role ${provider} login createdb createrole password '${systemPassword}'`]);
    const drops = [database, own].map((name) => `drop database if exists ${name} with (force)`);
    onTestFinished(() =>
      run(adminUrl, [...drops, ...[app, owner, provider].map((role) => `drop role if exists ${role}`)]).catch(() => {}),
    );
    const names = { quayside_owner: owner, quayside_app: app, quayside: database, '…': systemPassword };
    const guide = (blocksOf('running.md', 'sql')[0] ?? '').replace(
      /quayside_owner|quayside_app|quayside|…/g,
      (name) => names[name as keyof typeof names],
    );
    const providerUrl = login(adminUrl, provider, 'postgres');
    await run(providerUrl, guide.trim().split(/;\n?/).filter(Boolean));

    const settings = {
      DATABASE_URL: login(adminUrl, app, database),
      MIGRATION_DATABASE_URL: login(adminUrl, owner, database),
    };
    await open(settings);
    await open({ DATABASE_URL: settings.DATABASE_URL });

    // A database that the provider's role owns itself, as a console makes it.
    await run(providerUrl, [`create database ${own}`]);
    await open({ DATABASE_URL: login(adminUrl, app, own), MIGRATION_DATABASE_URL: login(adminUrl, provider, own) });
    expect(await isSuperuser(settings.MIGRATION_DATABASE_URL)).toBe(false);
    expect(await isSuperuser(providerUrl)).toBe(false);
  },
);

async function isSuperuser(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
  await client.end();
  return rows[0].rolsuper;
}
