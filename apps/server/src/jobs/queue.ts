import { EventEmitter } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type JobDependencies, jobContext } from './context.ts';
import type { Presence } from './presence.ts';
import { inSpan } from '../lib/telemetry/spans.ts';
import { reasonOf } from './recurring.ts';
import { storedPayload, type TaskName, type Tasks } from './tasks.ts';

/**
 * New jobs are noticed at once. Polling is for those that wait for their time or for another try. Each place of a queue
 * polls by itself.
 */
const pollMs = 5_000;
const restartMs = 1_000;

/**
 * Takes jobs from the queue and runs them. The library gives up for good if it can't note that a job has ended,
 * such as while PostgreSQL restarts. This class starts it again.
 */
export class Queue {
  readonly #dependencies: JobDependencies;
  readonly #tasks: Partial<Tasks>;
  readonly #concurrency: number;
  readonly #presence: Presence;
  #runner: Runner | undefined;
  #workerIds: string[] = [];
  #stopped = false;
  #restart: NodeJS.Timeout | undefined;

  /** @param concurrency the number of jobs that run at the same time */
  constructor(dependencies: JobDependencies, tasks: Partial<Tasks>, presence: Presence, concurrency: number) {
    this.#dependencies = dependencies;
    this.#tasks = tasks;
    this.#presence = presence;
    this.#concurrency = concurrency;
  }

  async start(): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    const announced: Promise<void>[] = [];
    events.on('pool:create', ({ workerPool }) => {
      this.#workerIds.push(workerPool.id);
      announced.push(this.#presence.announce(workerPool.id));
    });
    const runner = await run({
      pgPool: this.#dependencies.database.pool,
      taskList: taskList(this.#dependencies, this.#tasks),
      parsedCronItems: [],
      concurrency: this.#concurrency,
      pollInterval: pollMs,
      // Batches of zero milliseconds. Without batches the library drops the promise that a job's end was written:
      // stopping would not wait for it, and a lost connection would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      // run.ts handles the signals.
      noHandleSignals: true,
      logger: queueLogger(this.#dependencies.log),
      events,
    });
    this.#runner = runner;
    const ended = () => this.#ended(runner);
    runner.promise.then(ended, ended);
    await Promise.all(announced);
    if (this.#stopped) await runner.stop();
  }

  /** Takes no more jobs. Resolves when the running ones are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    await this.#runner?.stop();
  }

  #ended(runner: Runner): void {
    if (this.#runner !== runner) return;
    this.#runner = undefined;
    if (this.#stopped) return;
    this.#dependencies.log.error('the queue gave up; starting it again');
    this.#again();
  }

  #again(): void {
    this.#restart = setTimeout(() => {
      this.#startAgain().catch((error: unknown) => {
        this.#dependencies.log.error({ reason: reasonOf(error) }, 'the queue did not start');
        if (!this.#stopped) this.#again();
      });
    }, restartMs);
  }

  async #startAgain(): Promise<void> {
    // Withdraws the old workers, so that their unfinished jobs are released with those of dead workers.
    for (const workerId of this.#workerIds.splice(0)) await this.#presence.withdraw(workerId);
    await this.start();
  }
}

function taskList(dependencies: JobDependencies, tasks: Partial<Tasks>): TaskList {
  const names = Object.keys(tasks) as TaskName[];
  return Object.fromEntries(
    names.map((name) => [name, (stored: unknown) => runTask(dependencies, tasks, name, stored)]),
  );
}

async function runTask<Name extends TaskName>(
  dependencies: JobDependencies,
  tasks: Partial<Tasks>,
  name: Name,
  stored: unknown,
): Promise<void> {
  const { tenantId, ...ids } = storedPayload.parse(stored);
  const task = tasks[name];
  if (!task) throw new Error(`no task ${name}`);
  const { payload, run } = task;
  await inSpan(
    () => ({ name: `job ${name}`, kind: 'consumer', facts: { 'quayside.task': name } }),
    async (span) => {
      const ctx = await jobContext(dependencies, tenantId);
      span?.add({ 'quayside.tenant': ctx.tenant.key });
      await run(ctx, payload.parse(ids));
    },
  );
}

/** Writes the queue's messages to our log, without their `meta`: it repeats payloads and rows. */
function queueLogger(log: FastifyBaseLogger): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { task: scope.taskIdentifier, job: scope.jobId };
    if (level === 'error') log.error(fields, message);
    else if (level === 'warning') log.warn(fields, message);
    else log.debug(fields, message);
  });
}
