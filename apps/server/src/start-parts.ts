import type { FastifyBaseLogger } from 'fastify';
import { buildApp, type Extension } from './app.ts';
import { DatabaseClient } from './db/client.ts';
import type { OpenDatabase } from './db/open-database.ts';
import type { Environment } from './env.ts';
import { checkStoredProviders } from './features/payments/providers.service.ts';
import { openErrorReporter } from './providers/error-reports/open-error-reporter.ts';
import { originOf } from './origin.ts';
import type { FileStorage } from './providers/files/file-storage.ts';
import { openFiles } from './providers/files/open-files.ts';
import { openScanner, tellMissingScanner } from './providers/scanner/open-scanner.ts';
import { DatabaseClock } from './http/clock.ts';
import { StartError } from './start-error.ts';
import { startJobs } from './start-jobs.ts';

/** One after the other; each is put on the stack as soon as it runs. @throws StartError */
export async function startParts(
  begun: AsyncDisposableStack,
  opened: OpenDatabase,
  { environment, log, extend }: { environment: Environment; log: FastifyBaseLogger; extend: Extension | undefined },
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
  const files = await openFiles(environment);
  begun.defer(() => files.close?.());
  const scanner = openScanner(environment);
  if (environment.demo) await provideDemo(environment, opened, { appDatabase: database, files, log });
  await checkStoredProviders(database);

  const clock = await DatabaseClock.open(database, log);
  begun.defer(() => clock.stop());
  if (environment.worker) {
    const worker = await startJobs(environment, { database, clock, log }, files);
    begun.defer(() => worker.stop());
  }
  const errorReporter = await openErrorReporter(environment, log);
  begun.defer(() => errorReporter.close());
  const { trustProxy, providerVisibilityMs } = environment;
  const ground = { database, clock, log, errorReporter, files, scanner };
  const hostOrigin = (host: string) => originOf(host, environment);
  const app = await buildApp({ ...ground, originOf: hostOrigin, trustProxy, providerVisibilityMs, extend });
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
  // Only now: a start that comes to nothing says why, and nothing else.
  tellMissingScanner(scanner, environment, log);
}

async function provideDemo(
  { sandboxUrl }: Environment,
  { ownerUrl }: OpenDatabase,
  means: { appDatabase: DatabaseClient; files: FileStorage; log: FastifyBaseLogger },
): Promise<void> {
  if (ownerUrl === undefined)
    throw new StartError(
      'MIGRATION_DATABASE_URL is missing: the demo makes tenants, which the role of DATABASE_URL may not.',
    );
  const { loadDemo } = await import('./db/demo/load-demo.ts');
  await loadDemo({ ...means, ownerUrl, sandboxUrl, now: new Date() });
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
