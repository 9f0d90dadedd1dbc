import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DatabaseClient } from '../db/client.ts';

/** Namespaces of our advisory locks; any two numbers that nobody else in this database uses. */
const workerLocks = 7_201_845;
const leaderLock = 7_201_846;

/** A worker that lost its connection has this long to come back before its jobs are given to others. */
const graceSeconds = 5;
const reconnectMs = 1_000;

/**
 * Tells other copies that this worker lives, by a lock that PostgreSQL drops with the connection, however the process
 * ended. Without it the queue would keep a killed worker's jobs locked for four hours.
 */
export class Presence {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #workerIds = new Set<string>();
  #client: pg.PoolClient | null = null;
  #isLeader = false;
  #ended = false;
  #reconnect: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: DatabaseClient, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  async open(): Promise<void> {
    const client = await this.#database.pool.connect();
    this.#client = client;
    client.on('error', (error: Error) => {
      if (this.#client === client) this.#lost(error);
    });
    for (const workerId of this.#workerIds) await this.#lock(workerId);
  }

  /** @param workerId what the queue writes into `locked_by` */
  async announce(workerId: string): Promise<void> {
    this.#workerIds.add(workerId);
    await this.#lock(workerId);
  }

  /** Takes an announcement back: that worker is gone. */
  async withdraw(workerId: string): Promise<void> {
    this.#workerIds.delete(workerId);
    await this.#query('select pg_advisory_unlock($1, hashtext($2))', [workerLocks, workerId]);
  }

  /** Whether this copy is the one of all that does what comes round by itself. It stays so until its process ends. */
  async isLeader(): Promise<boolean> {
    if (this.#isLeader || !this.#client) return this.#isLeader;
    const client = this.#client;
    const answer = await this.#query('select pg_try_advisory_lock($1, 0) as locked', [leaderLock]);
    // The lock is as good as the connection that holds it, which may have been lost meanwhile.
    if (this.#client === client) this.#isLeader = answer?.rows[0]?.locked ?? false;
    return this.#isLeader;
  }

  /** Ends the connection and with it every lock. */
  close(): void {
    this.#ended = true;
    clearTimeout(this.#reconnect);
    this.#drop();
  }

  async #lock(workerId: string): Promise<void> {
    await this.#query('select pg_advisory_lock($1, hashtext($2))', [workerLocks, workerId]);
  }

  /** One after the other: several timers ask at once, and a connection does one thing at a time. */
  #query(text: string, values: unknown[]): Promise<pg.QueryResult<{ locked?: boolean }> | undefined> {
    const asked = this.#last.then(() => this.#client?.query<{ locked?: boolean }>(text, values));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  #lost(error: Error): void {
    this.#log.warn({ reason: error.message }, 'lost the connection that shows this worker alive');
    this.#drop();
    this.#tryAgain();
  }

  #tryAgain(): void {
    if (this.#ended) return;
    this.#reconnect = setTimeout(() => {
      this.open().catch(() => {
        this.#drop();
        this.#tryAgain();
      });
    }, reconnectMs);
  }

  #drop(): void {
    this.#client?.release(true);
    this.#client = null;
    this.#isLeader = false;
  }
}

/** Gives the jobs of workers that are gone back to the queue. */
export async function unsafeReleaseJobsOfTheDead(database: DatabaseClient): Promise<void> {
  const stale = sql`locked_at < now() - make_interval(secs => ${graceSeconds})`;
  // In a transaction of another connection than the locks are held on: there the living can't be locked.
  await database
    .unsafeWithoutTenant()
    .transaction()
    .execute((trx) =>
      sql`
        select graphile_worker.force_unlock_workers(array(
          select locked_by from (
            select locked_by from graphile_worker._private_jobs where ${stale}
            union
            select locked_by from graphile_worker._private_job_queues where ${stale}
          ) as held
          where pg_try_advisory_xact_lock(${workerLocks}, hashtext(locked_by))))`.execute(trx),
    );
}
