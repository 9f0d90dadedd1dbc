import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import type { Extension } from './app.ts';
import type { RunningServer } from './start-server.ts';
import { readEnvironment } from './lib/settings/env.ts';
import { createLog } from './lib/telemetry/log.ts';
import { explainFileError, StartError } from './lib/start-error.ts';

/** The folder for Node's compile cache, so that a later start need not compile again or load a compiler. */
const compiled = join(import.meta.dirname, '../../../.cache/compiled');

/**
 * Runs the server as this process, to its end. It stops on SIGINT and SIGTERM, when its terminal closes, and when
 * its parent process is gone. For the latter the parent gives it a channel (`stdio: 'ipc'`): the system cuts it with
 * the parent, however that ends. Over the same channel the server says when it is ready.
 * @param extend for tests: adds things that production does not have
 */
export async function run(extend?: Extension): Promise<void> {
  try {
    await serve(extend);
  } catch (error) {
    tell(error);
    process.exit(1);
  }
}

async function serve(extend: Extension | undefined): Promise<void> {
  const environment = readEnvironment(process.env);
  const log = createLog(environment.logLevel);
  const stopRequest = firstReasonToStop();
  enableCompileCache(compiled);
  const { startServer } = await import('./start-server.ts');
  const server = await startServer(environment, log, stopRequest, extend);
  flushCompileCache(); // now, because a process that is killed can't write it at its end
  tellParent({
    ready: true,
    port: environment.port,
    databaseFolder: server.databaseFolder,
    demoKeys: server.demoKeys,
    looksForViruses: environment.clamav !== undefined,
  });

  const reason = await Promise.race([stopRequest, server.failed.then(() => databaseEnded)]);
  if (reason === databaseEnded) log.fatal(databaseEnded);
  else await drain(server, environment.drainMs, reason, log);
  await server.close();
  process.exit(reason === databaseEnded ? 1 : 0);
}

/**
 * Tells balancers that this copy stops, and takes requests until they have heard it. It does not wait if the parent is
 * gone, because nobody would stop it then.
 */
async function drain(
  server: Pick<RunningServer, 'drain' | 'failed'>,
  drainMs: number,
  reason: string,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  server.drain();
  if (drainMs > 0 && reason !== parentGone) {
    log.info({ reason, seconds: drainMs / 1_000 }, 'not ready any more; serving on');
    await Promise.race([pause(drainMs), server.failed]);
  }
  log.info({ reason }, 'stopping');
}

function tellParent(word: object): void {
  if (process.connected) process.send?.(word);
}

const parentGone = 'the parent process is gone';
const databaseEnded = 'PostgreSQL ended of its own accord; its log is beside its data';

/**
 * Resolves with the first reason to stop. A server that is still starting finishes its start and stops then,
 * because half-started parts would be left behind. Only the wait for PostgreSQL ends at once.
 */
function firstReasonToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve(signal));
    // A terminal that closes ends only a program that uses it. Node undoes what nohup sets.
    const usesTerminal = [0, 1, 2].some((stream) => isatty(stream)); // a closed stream is no terminal
    process.on('SIGHUP', () => {
      if (usesTerminal) resolve('SIGHUP');
    });
    const gone = () => resolve(parentGone);
    process.once('disconnect', gone);
    if (process.connected === false) gone(); // the parent was gone before we listened
  });
}

/** Prints one line for operators. LOG_LEVEL=debug prints the stack, to find a bug. */
function tell(error: unknown): void {
  const explanation = explainFileError(error, process.env.DATA_DIR ?? './data');
  if (explanation instanceof StartError) console.error(explanation.message);
  else if (process.env.LOG_LEVEL === 'debug') console.error(error);
  else console.error(`The server did not start: ${String(explanation).split('\n')[0]} (LOG_LEVEL=debug tells more)`);
}
