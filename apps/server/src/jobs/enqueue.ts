import { sql } from 'kysely';
import type { TenantDb } from '../db/client.ts';
import { type JobPayload, jobPayloads, type TaskName } from './payloads.ts';

export interface JobOptions {
  /** Two jobs with one key are one: the later replaces the earlier, as long as that one has not begun. */
  jobKey?: string;
  /** Not before. Absent: as soon as the transaction has committed. */
  runAt?: Date;
  /** How often it is tried in all, with growing pauses; 25 unless said (about three days). */
  maxAttempts?: number;
}

/**
 * Enqueues a job in the transaction that causes it: the job exists exactly when its cause was committed.
 * It then runs at least once, so its handler has to bear being run twice.
 */
export async function enqueueJob<Name extends TaskName>(
  trx: TenantDb,
  task: Name,
  payload: JobPayload<Name>,
  { jobKey, runAt, maxAttempts }: JobOptions = {},
): Promise<void> {
  const checked = JSON.stringify(jobPayloads[task].parse(payload));
  await sql`
    select from graphile_worker.add_job(
      ${task}, ${checked}::json, job_key => ${jobKey ?? null}, run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${maxAttempts ?? null}::int)`.execute(trx);
}
