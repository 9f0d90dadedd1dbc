import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { ownerRole } from '../../db/opening/roles.ts';
import { templateDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection strings of the run's template database; see test-database.ts. */
    postgres: { adminUrl: string; ownerUrl: string; appUrl: string };
  }
}

export type TestDatabase = {
  name: string;
  /** Connects as the role that owns the tables. */
  ownerUrl: string;
  /** Connects as the application's own role, behind row level security. */
  appUrl: string;
  drop: () => Promise<void>;
};

/**
 * Makes a fresh, migrated database for one test file. Call `drop` when done.
 * @param like a database without connections, to copy its contents; default: empty
 */
export async function createTestDatabase(like?: TestDatabase): Promise<TestDatabase> {
  const { adminUrl, ownerUrl, appUrl } = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    adminUrl,
    `create database ${name} template ${like?.name ?? templateDatabase} strategy file_copy owner ${ownerRole}`,
  );
  return {
    name,
    ownerUrl: ownerUrl.replace(templateDatabase, name),
    appUrl: appUrl.replace(templateDatabase, name),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

async function administer(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
