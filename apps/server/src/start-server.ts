import type { FastifyBaseLogger } from 'fastify';
import type { Extension } from './app.ts';
import { openDatabase } from './db/open-database.ts';
import type { Environment } from './env.ts';
import { openFrontDoor } from './front-door.ts';

export type RunningServer = {
  /** Where the embedded database's data is; undefined for a given one. */
  databaseFolder: string | undefined;
  /** Settles when the server can't go on because its embedded database ended. */
  failed: Promise<void>;
  /** Closes in reverse: no new requests, the open ones answered, jobs done, database stopped. */
  close: () => Promise<void>;
};

/**
 * Listens and puts the server together. What was begun is closed again when a later step fails.
 * @param asked settles with a reason when the start is to end before it came to anything
 * @param extend for tests
 * @throws StartError
 */
export async function startServer(
  environment: Environment,
  log: FastifyBaseLogger,
  asked: Promise<string>,
  extend?: Extension,
): Promise<RunningServer> {
  const begun = new AsyncDisposableStack();
  const door = await openFrontDoor(environment);
  begun.defer(door.close);
  const opening = openDatabase(environment, `the server on port ${environment.port}, process ${process.pid}`, {
    refusedMs: environment.databaseWaitMs,
    startingMs: Number.POSITIVE_INFINITY,
    say: (reason) => log.warn({ reason }, 'waiting for PostgreSQL'),
    asked,
  });
  // Most of the program is loaded while PostgreSQL starts: a third of the time until the first request can be served.
  // A given one is there already, and on a slow machine its answers would come too late while we load.
  const loading = environment.databaseUrl === undefined ? import('./start-parts.ts') : undefined;
  const opened = await opening.catch(async (error: unknown) => {
    await begun.disposeAsync();
    throw error;
  });
  begun.defer(opened.close);
  try {
    const { startParts } = await (loading ?? import('./start-parts.ts'));
    await startParts(begun, opened, { environment, log, door, extend });
    return { databaseFolder: opened.folder, failed: opened.ended, close: () => begun.disposeAsync() };
  } catch (error) {
    const reason = opened.explain(error);
    await begun.disposeAsync();
    throw reason;
  }
}
