import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { DatabaseClient } from '../db/client.ts';
import { type Machine, mayHaveBeenPaused, momentOf, thisMachine } from '../lib/time/elapsed.ts';

/** The namespace of our advisory locks: any number that nobody else uses in this database. */
const workerLocks = 7_201_845;

/** The time that a worker without a connection has to come back before others get its jobs. */
const graceSeconds = 5;
const reconnectMs = 1_000;

/** A copy that has not reported for this long counts as dead. The database's clock decides. */
const leaseSeconds = 10;
const heartbeatMs = 2_500;
/** The time after its last heartbeat in which a copy may act as the leader, by its own clock. */
const leaderMs = (leaseSeconds - 2) * 1_000;

/** An answer of this file's queries: of the lease, or of a lock. */
interface Answer {
  holder?: string;
  locked?: boolean;
}

/**
 * Tells other copies that this worker lives, and decides which copy is the leader. A lock shows that a process
 * ended: PostgreSQL drops it with the connection. A heartbeat shows that a process hangs, such as on a paused
 * machine: its connection stays, but it no longer reports. Without a connection of its own there is only the heartbeat.
 */
export class Presence {
  readonly #database: DatabaseClient;
  readonly #log: FastifyBaseLogger;
  readonly #holder = randomUUID();
  readonly #workerIds = new Set<string>();
  /** Holds the locks. Null if there is none now, or a pooler keeps no session. */
  #client: pg.PoolClient | null = null;
  /** The workers whose locks this connection holds. */
  readonly #locked = new Set<string>();
  readonly #machine: Machine;
  /** The time until which this copy is the leader, by the machine's counter. */
  #leadsUntil = 0;
  /** The last heartbeat. */
  #toldAt = { wall: 0, elapsed: 0 };
  #ended = false;
  #reconnect: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param machine this machine's own times; tests pass wrong ones */
  constructor(database: DatabaseClient, log: FastifyBaseLogger, machine = thisMachine) {
    this.#database = database;
    this.#log = log;
    this.#machine = machine;
  }

  async open(): Promise<void> {
    if (this.#holdsLocks) await this.#connect();
    await this.#beat();
  }

  async #connect(): Promise<void> {
    const client = await this.#database.pool.connect();
    if (this.#ended) return client.release(true);
    this.#locked.clear();
    this.#client = client;
    client.on('error', (error: Error) => {
      if (this.#client === client) this.#lost(error);
    });
  }

  /** Announces a worker. @param workerId the name that the queue writes into `locked_by` */
  async announce(workerId: string): Promise<void> {
    this.#workerIds.add(workerId);
    await this.#lock();
    await this.#tell();
  }

  /** Withdraws an announcement, because the worker is gone. */
  async withdraw(workerId: string): Promise<void> {
    this.#workerIds.delete(workerId);
    this.#locked.delete(workerId);
    if (this.#holdsLocks) await this.#query('select pg_advisory_unlock($1, hashtext($2))', [workerLocks, workerId]);
    await this.#query('delete from live_workers where worker_id = $1', [workerId]);
  }

  /**
   * Tells if this copy is the leader, which alone does some work. Ask again before each piece of work. After a pause of
   * the machine it is not, until its next heartbeat.
   */
  isLeader(): boolean {
    return this.#machine.elapsed() < this.#leadsUntil && !mayHaveBeenPaused(this.#machine, this.#toldAt);
  }

  /** Gives up the lease and the announcements of this copy, and ends the connection. */
  async close(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#reconnect);
    clearTimeout(this.#heartbeat);
    this.#leadsUntil = 0;
    // Frees the lease, so that the next leader need not wait until it ends.
    await this.#query('delete from leases where holder = $1', [this.#holder]).catch(() => undefined);
    await this.#query('delete from live_workers where worker_id = any($1)', [[...this.#workerIds]]).catch(
      () => undefined,
    );
    this.#drop();
  }

  /** False if a pooler keeps no session: a lock would stay with a connection that others use. */
  get #holdsLocks(): boolean {
    return this.#database.session === 'session';
  }

  /**
   * Takes the locks that are free. DANGER: waiting for one would stop the heartbeats. After a broken network PostgreSQL
   * may keep the lost session, with its locks, for hours.
   */
  async #lock(): Promise<void> {
    if (!this.#holdsLocks) return;
    for (const workerId of this.#workerIds) {
      if (this.#locked.has(workerId)) continue;
      const answer = await this.#query('select pg_try_advisory_lock($1, hashtext($2)) as locked', [
        workerLocks,
        workerId,
      ]);
      if (answer?.rows[0]?.locked === true) this.#locked.add(workerId);
    }
  }

  /** Sends one query after the other, because a connection does one thing at a time. */
  #query(text: string, values: unknown[]): Promise<pg.QueryResult<Answer> | undefined> {
    const report = this.#last.then(() =>
      (this.#holdsLocks ? this.#client : this.#database.pool)?.query<Answer>(text, values),
    );
    this.#last = report.catch(() => undefined);
    return report;
  }

  async #beat(): Promise<void> {
    clearTimeout(this.#heartbeat);
    const client = this.#client;
    try {
      await this.#lock();
      await this.#tell();
      await this.#lead();
    } catch (error) {
      // A lost connection reports itself. This is for queries that the database refuses.
      if (this.#client === client)
        this.#log.warn({ reason: String(error) }, 'could not report that this worker is alive');
    }
    // Its own connection begins the heartbeats again.
    if (!this.#ended && this.#client === client) this.#heartbeat = setTimeout(() => void this.#beat(), heartbeatMs);
  }

  async #tell(): Promise<void> {
    const workers = [...this.#workerIds];
    await this.#query(
      `insert into live_workers (worker_id, seen_until, has_lock)
         select id, clock_timestamp() + make_interval(secs => $2), has_lock
         from unnest($1::text[], $3::boolean[]) as w (id, has_lock)
       on conflict (worker_id) do update set seen_until = excluded.seen_until, has_lock = excluded.has_lock`,
      [workers, leaseSeconds, workers.map((id) => this.#locked.has(id))],
    );
  }

  /** Takes or renews the lease, unless another copy holds it. */
  async #lead(): Promise<void> {
    // Counts from before the query, because the database grants the lease a moment later.
    const sentAt = momentOf(this.#machine);
    const answer = await this.#query(
      `insert into leases as l (name, holder, held_until)
         values ('recurring', $1, clock_timestamp() + make_interval(secs => $2))
       on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
         where l.holder = excluded.holder or l.held_until < clock_timestamp()
       returning holder`,
      [this.#holder, leaseSeconds],
    );
    this.#leadsUntil = answer?.rows[0] ? sentAt.elapsed + leaderMs : 0;
    this.#toldAt = sentAt;
  }

  #lost(error: Error): void {
    this.#log.warn({ reason: error.message }, 'lost the connection that shows this worker alive');
    this.#drop();
    this.#tryAgain();
  }

  #tryAgain(): void {
    if (this.#ended) return;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => {
      this.open().catch((error: unknown) => {
        this.#log.warn({ reason: String(error) }, 'could not open the connection that shows this worker alive');
        this.#tryAgain();
      });
    }, reconnectMs);
  }

  /**
   * Releases the connection. The lease stays: it is as good as its last heartbeat, with or without this connection.
   */
  #drop(): void {
    clearTimeout(this.#heartbeat);
    this.#client?.release(true);
    this.#client = null;
  }
}

/** Gives the jobs of workers that are gone or hang back to the queue. */
export async function unsafeReleaseJobsOfTheDead(database: DatabaseClient): Promise<void> {
  const stale = sql`locked_at < now() - make_interval(secs => ${graceSeconds})`;
  // Runs on another connection than the one that holds the locks: on that one, the locks of living workers would
  // not block. The statement is a transaction of its own, whose end frees the locks that it takes.
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from (
        select locked_by from graphile_worker._private_jobs where ${stale}
        union
        select locked_by from graphile_worker._private_job_queues where ${stale}
      ) as held
      where (
          not exists (select from live_workers w where w.worker_id = locked_by and not w.has_lock)
          and pg_try_advisory_xact_lock(${workerLocks}, hashtext(locked_by)))
        or exists (select from live_workers w where w.worker_id = locked_by
          and w.seen_until < clock_timestamp())))`.execute(database.unsafeWithoutTenant());
}

/** Deletes workers that were killed. */
export async function unsafeSweepWorkers(database: DatabaseClient): Promise<void> {
  const before = sql<Date>`clock_timestamp() - interval '1 day'`;
  await database.unsafeWithoutTenant().deleteFrom('live_workers').where('seen_until', '<', before).execute();
}
