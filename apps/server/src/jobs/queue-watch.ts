import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseClient } from '../db/client.ts';
import { minute } from '../lib/time/durations.ts';

/** The jobs of one task that should have run, on all copies together. */
export interface TaskQueue {
  task: string;
  /** Jobs that are due, or failed and are tried again. */
  waiting: number;
  /** Those of them that failed at least once. */
  failing: number;
  /** Jobs that failed too often. Nobody tries them again. */
  givenUp: number;
  /** The age of the oldest waiting job, in seconds; 0 if none waits. */
  oldestSeconds: number;
}

/** Reads the queues of all tasks that have jobs. Jobs for a later time don't count. */
export async function unsafeReadQueues(database: DatabaseClient): Promise<TaskQueue[]> {
  // A job that failed has a new time for its next try, so its age counts from its making.
  const { rows } = await sql<TaskQueue>`
    with jobs as (
      select t.identifier as task, j.attempts >= j.max_attempts as is_given_up, j.attempts > 0 as has_failed,
        case when j.attempts > 0 then j.created_at else j.run_at end as since
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.run_at <= now() or j.attempts > 0)
    select task,
      (count(*) filter (where not is_given_up))::int as waiting,
      (count(*) filter (where not is_given_up and has_failed))::int as failing,
      (count(*) filter (where is_given_up))::int as "givenUp",
      coalesce(extract(epoch from now() - min(since) filter (where not is_given_up)), 0)::float8 as "oldestSeconds"
    from jobs group by task order by task`.execute(database.unsafeWithoutTenant());
  return rows;
}

/** A job that waits for this long shows that nobody works, or that something outside fails. */
const stuckMs = 10 * minute;

/**
 * Tells the operator when jobs stand still: once when it begins, with an error in the log, and once when it is over.
 * Every copy looks, also one without a worker, because the copies with workers may all be gone.
 */
export class QueueWatch {
  readonly #log: Pick<FastifyBaseLogger, 'error' | 'info'>;
  readonly #still = new Set<string>();

  constructor(log: Pick<FastifyBaseLogger, 'error' | 'info'>) {
    this.#log = log;
  }

  /** Compares the queues with those of the last look. */
  look(queues: readonly TaskQueue[]): void {
    const late = new Map(queues.filter(isStuck).map((queue) => [queue.task, queue]));
    for (const { task, waiting, failing, oldestSeconds } of late.values()) {
      if (this.#still.has(task)) continue;
      this.#still.add(task);
      this.#log.error({ task, waiting, failing, minutes: Math.floor(oldestSeconds / 60) }, reasonOf(task, failing));
    }
    for (const task of this.#still) {
      if (late.has(task)) continue;
      this.#still.delete(task);
      this.#log.info({ task }, 'jobs run again');
    }
  }
}

/** Tells if a job of a queue waits for ten minutes. */
export const isStuck = ({ oldestSeconds }: TaskQueue): boolean => oldestSeconds * 1_000 >= stuckMs;

function reasonOf(task: string, failing: number): string {
  if (failing === 0) return 'jobs stand still: no copy with WORKER=on takes them';
  return task === 'send-mail'
    ? 'mails don’t go out: the mail server refuses them or does not answer (MAIL_URL)'
    : 'jobs stand still: they fail again and again, and the log says why';
}
