import { StartError } from '../../lib/start-error.ts';
import { checkingClient, type FoundDatabase } from './reachable-database.ts';
import type { DatabaseSession } from './transaction-client.ts';

/**
 * Checks that the connections of this URL keep their sessions, if they need to. Otherwise statements would see another
 * marina's rows, or none.
 * @param found as `waitForDatabase` returned it
 * @throws StartError if a pooler in between gives each transaction another connection
 */
export async function checkPooling(
  url: string,
  variable: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  { isPooled }: FoundDatabase,
  session: DatabaseSession,
): Promise<void> {
  if (!isPooled) return;
  if (session === 'transaction') return checkTransactions(url, variable);
  if (await keepsSessions(url)) return;
  const advice =
    variable === 'DATABASE_URL'
      ? 'Set DATABASE_SESSION=transaction, or let the pooler keep a connection for each session'
      : 'Give it the address of PostgreSQL itself, or of a pool that keeps sessions';
  throw new StartError(
    `${variable} leads to a pooler that gives each transaction another connection. ${advice} ` +
      '(docs/operating/poolers.md).',
  );
}

/** Checks that a pooler allows transactions. @throws StartError if it doesn't */
async function checkTransactions(url: string, variable: string): Promise<void> {
  const client = checkingClient(url);
  client.on('error', () => {}); // the pooler ends the connection after it has refused the statement
  await client.connect();
  try {
    await client.query('begin');
    await client.query('commit');
  } catch (cause) {
    throw new StartError(
      `${variable} leads to a pooler that refuses transactions: ${(cause as Error).message}. Let it pool ` +
        'transactions or sessions (docs/operating/poolers.md).',
      { cause },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Tells if two connections keep apart. Each asks several times which process of PostgreSQL answers. A pooler of
 * transactions answers both from one process, or one from several, however it chooses: the order of the questions shows
 * it for any number of idle connections.
 */
async function keepsSessions(url: string): Promise<boolean> {
  const clients = [checkingClient(url), checkingClient(url)];
  try {
    const answers: Set<number>[] = [new Set(), new Set()];
    for (const client of clients) await client.connect();
    for (const place of [0, 1, 1, 0, 0, 1, 0, 1]) {
      const { rows } = (await clients[place]?.query<{ pid: number }>('select pg_backend_pid() as pid')) ?? { rows: [] };
      for (const { pid } of rows) answers[place]?.add(pid);
    }
    const [first, second] = answers;
    return first?.size === 1 && second?.size === 1 && first.isDisjointFrom(second);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
