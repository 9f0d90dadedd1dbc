import { sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';
import { type JobPayload, storedPayload, type TaskName } from './tasks.ts';

export interface JobOptions {
  /** Two jobs with the same key are one. The later one replaces the earlier one if that has not begun. */
  jobKey?: string;
  /** The earliest time of the job. Default: as soon as the transaction has committed. */
  runAt?: Date;
  /** A queue of its own: its jobs run one after the other. */
  queue?: string;
  /** True: a waiting job with the same key keeps its own time, and only its payload is replaced. */
  keepsTime?: boolean;
  /** The number of tries, with growing pauses between them. Default: 25, which takes about three days. */
  maxAttempts?: number;
}

/**
 * Enqueues a job in the transaction that causes it, so that the job exists exactly if its cause is committed. The
 * job runs at least once, so its handler must bear a second run.
 */
export async function enqueueJob<Name extends TaskName>(
  trx: TenantDb,
  task: Name,
  payload: JobPayload<Name>,
  { jobKey, runAt, queue, keepsTime = false, maxAttempts }: JobOptions = {},
): Promise<void> {
  const checked = JSON.stringify(storedPayload.parse(payload));
  await sql`
    select from graphile_worker.add_job(
      ${task}, ${checked}::json, job_key => ${jobKey ?? null}, run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int, queue_name => ${queue ?? null},
      job_key_mode => ${keepsTime ? 'preserve_run_at' : 'replace'})`.execute(trx);
}
