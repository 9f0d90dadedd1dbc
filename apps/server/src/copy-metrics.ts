import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { readFreeBytes } from './copy-checks.ts';
import type { DatabaseClient } from './db/client.ts';
import { watchStatements } from './db/connections/statement-span.ts';
import { type CredentialEnds, watchCredentials } from './features/credentials/credentials.exports.ts';
import { watchOwnPapers } from './features/papers/papers.service.ts';
import { watchWebhooks, type WebhookLags } from './features/webhooks/webhooks.exports.ts';
import { watchStateChanges } from './features/payments/payments.exports.ts';
import type { Readiness } from './http/readiness.ts';
import { unsafeReadQueues, QueueWatch } from './jobs/queue-watch.ts';
import { every, type Timer } from './jobs/recurring.ts';
import { hour, minute } from './lib/time/durations.ts';
import { inTime } from './lib/time/in-time.ts';
import { Metrics } from './lib/telemetry/metrics.ts';

/** The copy that leads looks at them every hour, with a thousand marinas every three. Another copy may lead since. */
const credentialsMs = 6 * hour;

/** The copy that leads looks at the webhooks every minute, with a thousand marinas every few. */
const lagsMs = 10 * minute;

/** The figures of one copy of the server, for Prometheus. */
export class CopyMetrics {
  readonly #metrics = new Metrics();
  readonly #readiness: Pick<Readiness, 'probe' | 'whyNot'>;
  readonly #folder: string;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #credentials = new Map<string, CredentialEnds & { at: number }>();
  readonly #lags = new Map<string, WebhookLags & { at: number }>();
  /** The counters of requests, by call and status. */
  readonly #answers = new Map<string, Map<number, () => void>>();
  #database: DatabaseClient | undefined;

  /** @param folder the data folder, whose disk may fill up */
  constructor(readiness: Pick<Readiness, 'probe' | 'whyNot'>, folder: string) {
    this.#readiness = readiness;
    this.#folder = folder;
    this.#delay.enable();
    const help = 'Changes of payments by this copy, by provider and the state that they came to.';
    watchCredentials((ends) => this.#credentials.set(ends.tenant, { ...ends, at: performance.now() }));
    watchStateChanges((change) => this.#metrics.add('quayside_payment_states_total', help, { ...change }));
    const counterOf = (outcome: string) =>
      this.#metrics.counter('quayside_statements_total', 'Statements of this copy, by outcome.', { outcome });
    const statements = { failed: counterOf('failed'), answered: counterOf('answered') };
    watchStatements((seconds, hasFailed) => {
      statements[hasFailed ? 'failed' : 'answered']();
      this.#metrics.observe('quayside_statement_seconds', 'The time until PostgreSQL answered.', seconds);
    });
    watchWebhooks((lags) => this.#lags.set(lags.tenant, { ...lags, at: performance.now() }));
    const failed = "Papers that a marina's own template could not set, so that ours set them.";
    watchOwnPapers(({ tenant, paper }) =>
      this.#metrics.add('quayside_own_papers_failed_total', failed, { tenant, paper }),
    );
  }

  /** Counts the connections of the pool that serves. */
  watch(database: DatabaseClient): void {
    this.#database = database;
  }

  /** Counts requests, by call and status, and writes each to the log if wanted. No address and no person is in it. */
  countRequests(app: FastifyInstance, writesLog: boolean): void {
    app.addHook('onResponse', (request, reply, done) => {
      const call = request.routeOptions.config?.call?.name ?? 'page';
      const seconds = reply.elapsedTime / 1_000;
      this.#answered(call, reply.statusCode)();
      this.#metrics.observe('quayside_request_seconds', 'The time until requests were answered.', seconds);
      if (writesLog) {
        const tenant = request.quayside?.tenant.key ?? request.tenantKey ?? null;
        const fields = { tenant, method: request.method, call, status: reply.statusCode };
        request.log.info({ ...fields, ms: Math.round(reply.elapsedTime) }, 'request');
      }
      done();
    });
  }

  /** Returns the counter of a call's answers with a status. */
  #answered(call: string, status: number): () => void {
    const known = this.#answers.get(call)?.get(status);
    if (known) return known;
    const labels = { call, status: String(status) };
    const fresh = this.#metrics.counter('quayside_requests_total', 'Answered requests, by call and status.', labels);
    this.#answers.set(call, new Map(this.#answers.get(call)).set(status, fresh));
    return fresh;
  }

  /** Returns all figures as Prometheus reads them, within two seconds. */
  async write(): Promise<string> {
    await Promise.all([this.#readDatabase(), this.#readDisk()]);
    const metrics = this.#metrics;
    this.#writeCredentials();
    this.#writeLags();
    const { rss } = process.memoryUsage();
    metrics.set('quayside_memory_bytes', 'The memory of the process.', rss);
    metrics.set('quayside_uptime_seconds', 'The time since the start of the process.', Math.round(process.uptime()));
    const lag = 'How late the process was at most since the last question.';
    metrics.set('quayside_event_loop_delay_seconds', lag, this.#delay.max / 1e9);
    this.#delay.reset();
    return metrics.write();
  }

  #writeCredentials(): void {
    const name = 'quayside_credential_end_timestamp_seconds';
    const help = 'The ends of keys and certificates, from the copy that leads.';
    this.#metrics.forget(name); // those that were renewed are gone
    for (const { tenant, credentials, at } of this.#credentials.values()) {
      if (performance.now() - at > credentialsMs) continue;
      for (const { kind, reference, endsAt } of credentials)
        this.#metrics.set(name, help, Math.floor(endsAt.getTime() / 1_000), { tenant, kind, reference });
    }
  }

  #writeLags(): void {
    const name = 'quayside_webhook_lag_seconds';
    const help = 'How long the oldest event waits for its webhook, from the copy that leads.';
    this.#metrics.forget(name); // endpoints that were removed are gone
    for (const { tenant, endpoints, at } of this.#lags.values()) {
      if (performance.now() - at > lagsMs) continue;
      for (const { reference, seconds } of endpoints)
        this.#metrics.set(name, help, seconds, { tenant, endpoint: reference });
    }
  }

  async #readDatabase(): Promise<void> {
    const metrics = this.#metrics;
    const reason = await this.#readiness.whyNot();
    metrics.set('quayside_ready', '1 if this copy takes requests.', reason === null ? 1 : 0);
    metrics.set('quayside_database_up', '1 if PostgreSQL answers.', reason === null || reason === 'stopping' ? 1 : 0);
    const { pool } = this.#database ?? {};
    if (pool) {
      const help = 'The connections to PostgreSQL, and the requests that wait for one.';
      metrics.set('quayside_database_connections', help, pool.totalCount - pool.idleCount, { state: 'busy' });
      metrics.set('quayside_database_connections', help, pool.idleCount, { state: 'idle' });
      metrics.set('quayside_database_connections', help, pool.waitingCount, { state: 'waited-for' });
    }
    const { probe } = this.#readiness;
    const queues = reason === null && probe ? await inTime(unsafeReadQueues(probe)) : null;
    const gauges = {
      quayside_jobs_waiting: ['Jobs that are due or tried again.', 'waiting'],
      quayside_jobs_failing: ['Waiting jobs that failed at least once.', 'failing'],
      quayside_jobs_given_up: ['Jobs that failed too often.', 'givenUp'],
      quayside_oldest_job_seconds: ['The age of the oldest waiting job.', 'oldestSeconds'],
    } as const;
    for (const [name, [help, figure]] of Object.entries(gauges)) {
      metrics.forget(name); // old figures would look like figures of now
      for (const queue of queues ?? []) metrics.set(name, help, queue[figure], { task: queue.task });
    }
  }

  async #readDisk(): Promise<void> {
    const free = await readFreeBytes(this.#folder);
    this.#metrics.forget('quayside_disk_free_bytes');
    if (free !== null) this.#metrics.set('quayside_disk_free_bytes', 'The free space of DATA_DIR.', free);
  }
}

/** Looks every minute if jobs stand still. */
export function watchQueues(database: DatabaseClient, log: FastifyBaseLogger): Timer {
  const watch = new QueueWatch(log);
  return every(minute, () =>
    unsafeReadQueues(database).then(
      (queues) => watch.look(queues),
      (error: unknown) => log.warn({ reason: String(error) }, 'could not look if jobs stand still'),
    ),
  );
}
