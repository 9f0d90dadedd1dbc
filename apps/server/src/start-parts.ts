import type { FastifyBaseLogger } from 'fastify';
import { buildApp, type Extension } from './app.ts';
import { DatabaseClient } from './db/client.ts';
import { servingLimits } from './db/connections/limits.ts';
import { agreeOnSecretKeys } from './db/secrets/check-secret-keys.ts';
import type { OpenDatabase } from './db/opening/open-database.ts';
import { refuseUnfinishedRestore } from './db/opening/unfinished-restore.ts';
import type { Environment } from './lib/settings/env.ts';
import { takeSentRows } from './operator/import/take-sent-rows.ts';
import { openKeysOf } from './db/secrets/open-keys.ts';
import { refuseForeignStorage } from './features/files/files.exports.ts';
import { watchOwnPapers } from './features/papers/papers.service.ts';
import { checkStoredProviders, findLastCheck } from './features/payments/payments.exports.ts';
import { openErrorReporter } from './providers/error-reports/open-error-reporter.ts';
import { originOf } from './lib/settings/origin.ts';
import { programVersion } from './lib/settings/program-version.ts';
import type { FileStorage } from './providers/files/file-storage.ts';
import { openFiles } from './providers/files/open-files.ts';
import { tellMissingMail } from './providers/mail/open-mail.ts';
import { openScanner, tellMissingScanner } from './providers/scanner/open-scanner.ts';
import { openTraces } from './providers/traces/open-traces.ts';
import { type CopyMetrics, watchQueues } from './copy-metrics.ts';
import { DatabaseClock } from './http/clock.ts';
import type { Readiness } from './http/readiness.ts';
import { StartError } from './lib/start-error.ts';
import type { FrontDoor } from './front-door.ts';
import type { PreparedDemo } from './demo/prepare-demo.ts';
import type { RunningWorker } from './worker/worker.ts';
import { startJobs } from './worker/start-jobs.ts';
import { watchSecretKeys } from './watch-secret-keys.ts';

interface StartOptions {
  environment: Environment;
  log: FastifyBaseLogger;
  /** Listens already. */
  door: FrontDoor;
  readiness: Readiness;
  metrics: CopyMetrics;
  extend: Extension | undefined;
  /** The part of the demo that is made while PostgreSQL starts; undefined if the demo may be loaded already. */
  preparing: Promise<PreparedDemo> | undefined;
}

/** The demo's keys of the integration API, by marina. */
export type DemoKeys = Readonly<Record<string, string>>;

/**
 * Starts the parts one after the other. Each is put on the stack as soon as it runs.
 * @returns the demo's keys, if there is the demo
 * @throws StartError if one can't start
 */
export async function startParts(
  begun: AsyncDisposableStack,
  opened: OpenDatabase,
  { environment, log, door, readiness, metrics, extend, preparing }: StartOptions,
): Promise<DemoKeys> {
  await refuseUnfinishedRestore(opened.url);
  const traces = await openTraces(environment, log);
  begun.defer(() => traces.close());
  let closing = false;
  const database = new DatabaseClient({
    url: opened.url,
    limits: servingLimits,
    session: environment.databaseSession,
    secretKeys: await openKeysOf(opened.url, environment),
    // Logs the message alone, because the error carries the whole connection.
    onError: (error) => closing || log.warn({ reason: error.message }, 'database connection lost'),
  });
  metrics.watch(database);
  watchOwnPapers((fault) => log.error({ ...fault }, "a marina's own paper template failed, and ours was used"));
  begun.defer(() => {
    closing = true;
    return database.close();
  });
  // Opens no connection before there is a worker.
  const longDatabase = database.openPatient(6);
  begun.defer(() => longDatabase.close());
  await agreeOnSecretKeys(database);
  const files = await openFiles(environment);
  begun.defer(() => files.close?.());
  await files.check?.();
  if (!environment.startsWithoutFiles) await refuseForeignStorage(database, files);
  const scanner = openScanner(environment);
  const means = { appDatabase: database, files, log };
  // The application is built meanwhile. It answers nobody before the demo is loaded.
  const providing = environment.demo ? provideDemo(environment, opened, means, preparing) : Promise.resolve({});
  const provided = Promise.allSettled([providing]);
  begun.defer(async () => void (await provided)); // a start that fails closes no connection in the middle of it

  const clock = await DatabaseClock.open(database, log);
  begun.defer(() => clock.stop());
  const errorReporter = await openErrorReporter(environment, log);
  begun.defer(() => errorReporter.close());
  // The worker starts last and stops after the last answer, which may have left it something to do.
  let worker: RunningWorker | undefined;
  begun.defer(() => worker?.stop());
  const { trustProxy, providerVisibilityMs, hstsSubDomains, privateHosts } = environment;
  const dependencies = { database, clock, log, errorReporter, files, scanner };
  const hostOrigin = (host: string) => originOf(host, environment);
  const lastCheck = findLastCheck(database, programVersion());
  lastCheck.catch(() => undefined); // if the application can't be built, nobody asks for it
  const app = await buildApp({
    ...dependencies,
    originOf: hostOrigin,
    trustProxy,
    providerVisibilityMs,
    privateHosts,
    hstsSubDomains,
    extend,
    door,
    readiness,
    countRequests: (counted) => metrics.countRequests(counted, environment.requestLog),
  });
  begun.defer(() => app.close());
  const keys = await providing;
  await app.listen({
    host: environment.host,
    port: environment.port,
    listenTextResolver: (address) => `listening at ${address}`,
  });
  // It reads the providers of all marinas, which nobody's first page has to wait for.
  await checkStoredProviders(database, log, await lastCheck);
  readiness.serve(opened.url, environment.databaseSession, database.secretKeys);
  begun.defer(() => readiness.close());
  const queues = watchQueues(database, log);
  begun.defer(() => queues.stop());
  const keyWatch = watchSecretKeys(database, log);
  begun.defer(() => keyWatch.stop());
  if (environment.worker)
    worker = await startJobs(environment, { database, longDatabase, clock, log }, { files, takeSentRows });
  // Warns at the end: a start that fails prints its reason and nothing else.
  tellMissingScanner(scanner, environment, log);
  tellMissingMail(environment, log);
  return keys;
}

async function provideDemo(
  { sandboxUrl }: Environment,
  { ownerUrl }: OpenDatabase,
  means: { appDatabase: DatabaseClient; files: FileStorage; log: FastifyBaseLogger },
  preparing: StartOptions['preparing'],
): Promise<DemoKeys> {
  if (ownerUrl === undefined)
    throw new StartError(
      'MIGRATION_DATABASE_URL is missing: the demo makes tenants, which the role of DATABASE_URL may not.',
    );
  const { loadDemo } = await import('./demo/load-demo.ts');
  const prepared = await preparing;
  return loadDemo({ ...means, ownerUrl, sandboxUrl, now: prepared?.now ?? new Date(), prepared });
}
