import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import { DatabaseClient } from './db/client.ts';
import { type OpenDatabase, openDatabase } from './db/open-database.ts';
import type { Environment } from './env.ts';
import { checkStoredProviders } from './features/payments/providers.service.ts';
import { StartError } from './start-error.ts';
import { startJobs } from './start-jobs.ts';

export type RunningServer = {
  /** Where the embedded database's data is; undefined for a given one. */
  databaseFolder: string | undefined;
  /** Settles when the server can't go on because its embedded database ended. */
  failed: Promise<void>;
  /** Closes in reverse: no new requests, the open ones answered, jobs done, database stopped. */
  close: () => Promise<void>;
};

/** Puts the server together and listens. What was begun is closed again when a later step fails. @throws StartError */
export async function startServer(environment: Environment, log: FastifyBaseLogger): Promise<RunningServer> {
  const begun = new AsyncDisposableStack();
  const opened = await openDatabase(environment, `the server on port ${environment.port}, process ${process.pid}`);
  begun.defer(opened.close);
  try {
    await startParts(begun, opened, environment, log);
    return { databaseFolder: opened.folder, failed: opened.ended, close: () => begun.disposeAsync() };
  } catch (error) {
    const reason = opened.explain(error);
    await begun.disposeAsync();
    throw reason;
  }
}

/** One after the other; each is put on the stack as soon as it runs. */
async function startParts(
  begun: AsyncDisposableStack,
  opened: OpenDatabase,
  environment: Environment,
  log: FastifyBaseLogger,
): Promise<void> {
  let closing = false;
  const database = new DatabaseClient({
    url: opened.url,
    // Its message alone: the error carries the whole connection.
    onError: (error) => closing || log.warn({ reason: error.message }, 'database connection lost'),
  });
  begun.defer(() => {
    closing = true;
    return database.close();
  });
  if (environment.demo) await provideDemo(environment, opened, database, log);
  await checkStoredProviders(database);

  const clock = { now: () => new Date() };
  if (environment.worker) {
    const worker = await startJobs(environment, { database, clock, log });
    begun.defer(() => worker.stop());
  }
  const { trustProxy, providerVisibilityMs } = environment;
  const app = await buildApp({ database, clock, log, trustProxy, providerVisibilityMs });
  begun.defer(() => app.close());
  await listen(
    () =>
      app.listen({
        host: environment.host,
        port: environment.port,
        listenTextResolver: (address) => `listening at ${address}`,
      }),
    environment,
  );
}

async function provideDemo(
  { sandboxUrl }: Environment,
  { ownerUrl }: OpenDatabase,
  appDatabase: DatabaseClient,
  log: FastifyBaseLogger,
): Promise<void> {
  if (ownerUrl === undefined)
    throw new StartError(
      'MIGRATION_DATABASE_URL is missing: the demo makes tenants, which the role of DATABASE_URL may not.',
    );
  const { loadDemo } = await import('./db/demo/load-demo.ts');
  await loadDemo({ ownerUrl, appDatabase, sandboxUrl, now: new Date(), log });
}

async function listen(start: () => Promise<unknown>, { host, port }: Environment): Promise<void> {
  try {
    await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use by another program. Stop it, or set PORT to another one.`);
    if (code === 'EACCES') throw new StartError(`Port ${port} needs more rights. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL') throw new StartError(`This machine has no address ${host}. Correct HOST.`);
    throw error;
  }
}
