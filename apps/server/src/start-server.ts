import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Extension } from './app.ts';
import { isDatabaseMissing, openDatabase } from './db/opening/open-database.ts';
import type { Environment } from './lib/settings/env.ts';
import { openFrontDoor } from './front-door.ts';
import { CopyMetrics } from './copy-metrics.ts';
import { Readiness } from './http/readiness.ts';
import type { DemoKeys } from './start-parts.ts';
import { openStatusPort } from './status-port.ts';

export type RunningServer = {
  /** The folder of the embedded database's data; undefined for a given database. */
  databaseFolder: string | undefined;
  demoKeys: DemoKeys;
  /** Resolves when the server can't go on because its embedded database ended. */
  failed: Promise<void>;
  /** Tells balancers that this copy stops. It still takes requests. */
  drain: () => void;
  /** Closes in reverse order: takes no new requests, answers the open ones, finishes jobs, stops the database. */
  close: () => Promise<void>;
};

/**
 * Opens the port and starts the parts. If a step fails, everything that was started is closed again.
 * @param stopRequest resolves with a reason if the start is to stop
 * @param extend for tests
 * @throws StartError if a part can't start
 */
export async function startServer(
  environment: Environment,
  log: FastifyBaseLogger,
  stopRequest: Promise<string>,
  extend?: Extension,
): Promise<RunningServer> {
  const resources = new AsyncDisposableStack();
  const readiness = new Readiness();
  const metrics = new CopyMetrics(readiness, environment.dataDir);
  const door = await openFrontDoor(environment);
  resources.defer(door.close);
  const status = await openStatusPort(environment, readiness, metrics).catch(async (error: unknown) => {
    await resources.disposeAsync();
    throw error;
  });
  resources.defer(status.close);
  const isFirst = isDatabaseMissing(environment);
  const opening = openDatabase(environment, `the server on port ${environment.port}, process ${process.pid}`, {
    refusedMs: environment.databaseWaitMs,
    startingMs: Number.POSITIVE_INFINITY,
    say: (reason) => log.warn({ reason }, 'waiting for PostgreSQL'),
    stopRequest,
  });
  // Most of the program is loaded while PostgreSQL starts, which saves a third of the time to the first request. A
  // given database is running already: its answers could time out on a slow machine while the program loads.
  const loading = environment.databaseUrl === undefined ? loadParts() : undefined;
  const preparing = isFirst && environment.demo ? loading?.then(prepareDemo) : undefined;
  preparing?.catch(() => undefined); // told when the demo is loaded
  const opened = await opening.catch(async (error: unknown) => {
    await resources.disposeAsync();
    throw error;
  });
  resources.defer(opened.close);
  try {
    const { startParts } = await (loading ?? loadParts());
    const demoKeys = await startParts(resources, opened, {
      environment,
      log,
      door,
      readiness,
      metrics,
      extend,
      preparing,
    });
    return {
      databaseFolder: opened.folder,
      demoKeys,
      failed: opened.ended,
      drain: () => readiness.stop(),
      close: () => resources.disposeAsync(),
    };
  } catch (error) {
    const reason = opened.explain(error);
    await resources.disposeAsync();
    throw reason;
  }
}

/** Loads most of the program, after PostgreSQL's program was started. */
async function loadParts() {
  await nextTurn();
  return import('./start-parts.ts');
}

/** Makes the part of the demo that needs no database. */
async function prepareDemo() {
  const demo = await import('./demo/prepare-demo.ts');
  return demo.prepareDemo(new Date());
}
