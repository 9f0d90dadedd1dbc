import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { asDatabaseAway, DatabaseAway, isStarting } from './database-away.ts';
import { StartError } from '../../lib/start-error.ts';

const oldest = 15;
const tryAgainMs = 500;

/** The wait for a database that does not serve yet, in milliseconds. */
export interface WaitLimits {
  /** The limit while nothing answers at the address. */
  refusedMs: number;
  /** The limit while PostgreSQL answers that it is starting. */
  startingMs: number;
  /** Gets the reason, once. */
  say?: (reason: string) => void;
  /** Resolves when nobody needs the database any more. */
  stopRequest?: Promise<unknown>;
}

/** The facts of a PostgreSQL that answers. */
export interface FoundDatabase {
  /** The role that the URL logs in as. */
  role: string;
  /** True if a pooler is in between. */
  isPooled: boolean;
}

/**
 * Does what `checkDatabase` does, but waits for a PostgreSQL that is starting: a machine that boots starts both at
 * once.
 * @throws StartError if the time is over, or nobody needs the database any more
 */
export async function waitForDatabase(url: string, variable: string, limits: WaitLimits): Promise<FoundDatabase> {
  const { refusedMs, startingMs, say, stopRequest = new Promise(() => {}) } = limits;
  const startedAt = performance.now();
  for (let tries = 0; ; tries++) {
    try {
      return await checkDatabase(url, variable);
    } catch (error) {
      const { cause } = error as StartError;
      const longestMs = isStarting(cause) ? startingMs : asDatabaseAway(cause) instanceof DatabaseAway ? refusedMs : 0;
      if (performance.now() - startedAt >= longestMs) throw error;
      if (tries === 0) say?.((error as StartError).message);
    }
    const isUnwanted = await Promise.race([stopRequest.then(() => true), pause(tryAgainMs, false)]);
    if (isUnwanted) throw new StartError('Stopped while it waited for PostgreSQL.');
  }
}

/**
 * Returns a client for the few questions of a start. Its limits keep it from waiting for ever on a network that
 * drops packets.
 */
export const checkingClient = (url: string): pg.Client =>
  new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, query_timeout: 10_000, keepAlive: true });

/**
 * Checks that a given database answers and is new enough.
 * @param variable the environment variable that `url` came from, for the message
 * @throws StartError that says what is wrong with it
 */
async function checkDatabase(url: string, variable: string): Promise<FoundDatabase> {
  const client = checkingClient(url);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select current_user as role, current_setting('server_version_num')::int as version, pg_backend_pid() as pid`,
    );
    const { role, version, pid } = rows[0] as { role: string; version: number; pid: number };
    const major = Math.floor(version / 10_000);
    if (major < oldest)
      throw new StartError(`${variable} leads to PostgreSQL ${major}. Quayside needs ${oldest} or newer.`);
    // A pooler makes up the process that a connection can cancel. PostgreSQL names its own.
    return { role, isPooled: Reflect.get(client, 'processID') !== pid };
  } catch (error) {
    throw explain(error, url, variable);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Checks the role that is to serve. @throws StartError if it could see every tenant, or change the tables */
export async function checkServingRole(url: string, variable: string): Promise<void> {
  const client = checkingClient(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select rolname as role, rolsuper or rolbypassrls as unbound,
         -- The rows of programs wait in temporary tables, which stay with the connections of a server.
         exists (select from pg_class c where c.relkind in ('r', 'p') and c.relpersistence <> 't'
           and pg_has_role(r.oid, c.relowner, 'member')
           and c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')) as owns
       from pg_roles r where rolname = current_user`,
    );
    const { role, unbound, owns } = rows[0] as { role: string; unbound: boolean; owns: boolean };
    const advice = 'Make the two roles of docs/operating/running.md and let this one only serve.';
    if (unbound)
      throw new StartError(`${variable} logs in as ${role}, for whom row level security doesn't hold. ${advice}`);
    if (owns) throw new StartError(`${variable} logs in as ${role}, who owns tables. ${advice}`);
  } finally {
    await client.end();
  }
}

function explain(error: unknown, url: string, variable: string): unknown {
  const { code = '', message } = error as { code?: string; message: string };
  const { hostname, port, pathname } = new URL(url);
  const at = `${hostname}:${port || 5432}`;
  if (
    [
      'ECONNREFUSED',
      'ENOTFOUND',
      'EAI_AGAIN',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOENT',
      'ECONNRESET',
    ].includes(code) ||
    /timeout/.test(message)
  )
    return new StartError(`No PostgreSQL answers at ${at} (${variable}): start it, or correct the address.`, {
      cause: error,
    });
  if (code.startsWith('28'))
    return new StartError(`PostgreSQL at ${at} refuses the login of ${variable}: correct its user or password.`);
  if (code === '3D000')
    return new StartError(`There is no database "${pathname.slice(1)}" at ${at} (${variable}): create it first.`);
  if (code !== '') return new StartError(`PostgreSQL at ${at} (${variable}) answers: ${message}.`, { cause: error });
  return error;
}
