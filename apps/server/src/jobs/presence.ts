import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DatabaseClient } from '../db/client.ts';

/** Namespace of our advisory locks; any number that nobody else in this database uses. */
const workerLocks = 7_201_845;

/** A worker that lost its connection has this long to come back before its jobs are given to others. */
const graceSeconds = 5;
const reconnectMs = 1_000;

/** Who has not been heard of for so long is taken for dead, by the database's clock. */
const leaseSeconds = 10;
const heartbeatMs = 2_500;
/** What only one copy does at a time, it does no longer than this after its last heartbeat, by its own clock. */
const sureMs = (leaseSeconds - 2) * 1_000;

/**
 * Tells other copies that this worker lives, and decides which copy does what only one may do. A lock tells of a process
 * that ended: PostgreSQL drops it with the connection. A heartbeat tells of one that hangs, as a paused machine does: its
 * connection stays, but nothing more is heard of it.
 */
export class Presence {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #holder = randomUUID();
  readonly #workerIds = new Set<string>();
  #client: pg.PoolClient | null = null;
  /** Until when this copy is the leader, by `performance.now()`. */
  #leadsUntil = 0;
  #ended = false;
  #reconnect: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
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
    await this.#beat();
  }

  /** @param workerId what the queue writes into `locked_by` */
  async announce(workerId: string): Promise<void> {
    this.#workerIds.add(workerId);
    await this.#lock(workerId);
    await this.#tell();
  }

  /** Takes an announcement back: that worker is gone. */
  async withdraw(workerId: string): Promise<void> {
    this.#workerIds.delete(workerId);
    await this.#query('select pg_advisory_unlock($1, hashtext($2))', [workerLocks, workerId]);
    await this.#query('delete from live_workers where worker_id = $1', [workerId]);
  }

  /** Whether this copy is the one of all that does what only one may do. Ask again before each piece of work. */
  isLeader(): boolean {
    return performance.now() < this.#leadsUntil;
  }

  /** Gives up what this copy holds, and ends the connection. */
  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#reconnect);
    clearTimeout(this.#heartbeat);
    this.#leadsUntil = 0;
    // Whoever comes next need not wait until the lease ends.
    await this.#query('delete from leases where holder = $1', [this.#holder]).catch(() => undefined);
    await this.#query('delete from live_workers where worker_id = any($1)', [[...this.#workerIds]]).catch(
      () => undefined,
    );
    this.#drop();
  }

  async #lock(workerId: string): Promise<void> {
    await this.#query('select pg_advisory_lock($1, hashtext($2))', [workerLocks, workerId]);
  }

  /** One after the other: a connection does one thing at a time. */
  #query(text: string, values: unknown[]): Promise<pg.QueryResult<{ holder?: string }> | undefined> {
    const asked = this.#last.then(() => this.#client?.query<{ holder?: string }>(text, values));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  async #beat(): Promise<void> {
    clearTimeout(this.#heartbeat);
    const client = this.#client;
    try {
      await this.#tell();
      await this.#lead();
    } catch (error) {
      // A connection that is lost says so itself; this is for what the database refuses.
      if (this.#client === client) this.#log.warn({ reason: String(error) }, 'could not tell that this worker lives');
    }
    if (!this.#ended) this.#heartbeat = setTimeout(() => void this.#beat(), heartbeatMs);
  }

  async #tell(): Promise<void> {
    await this.#query(
      `insert into live_workers (worker_id, seen_until)
         select id, clock_timestamp() + make_interval(secs => $2) from unnest($1::text[]) as id
       on conflict (worker_id) do update set seen_until = excluded.seen_until`,
      [[...this.#workerIds], leaseSeconds],
    );
  }

  /** Takes the lease, or keeps it, where nobody else holds it now. */
  async #lead(): Promise<void> {
    // Counted from before the question: the database grants it a moment later.
    const asked = performance.now();
    const answer = await this.#query(
      `insert into leases as l (name, holder, held_until)
         values ('recurring', $1, clock_timestamp() + make_interval(secs => $2))
       on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
         where l.holder = excluded.holder or l.held_until < clock_timestamp()
       returning holder`,
      [this.#holder, leaseSeconds],
    );
    this.#leadsUntil = answer?.rows[0] ? asked + sureMs : 0;
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

  /** The lease stays: it is as good as its last heartbeat, with or without this connection. */
  #drop(): void {
    clearTimeout(this.#heartbeat);
    this.#client?.release(true);
    this.#client = null;
  }
}

/** Gives the jobs of workers that are gone, or that hang, back to the queue. */
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
          where pg_try_advisory_xact_lock(${workerLocks}, hashtext(locked_by))
            or exists (select from live_workers w where w.worker_id = locked_by and w.seen_until < clock_timestamp())))`.execute(
        trx,
      ),
    );
}

/** Forgets workers that were killed. */
export async function unsafeSweepWorkers(database: DatabaseClient): Promise<void> {
  const before = sql<Date>`clock_timestamp() - interval '1 day'`;
  await database.unsafeWithoutTenant().deleteFrom('live_workers').where('seen_until', '<', before).execute();
}
