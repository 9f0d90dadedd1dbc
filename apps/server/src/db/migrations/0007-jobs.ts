import { type Kysely, sql } from 'kysely';

/**
 * Opens the queue's tables to the application. graphile-worker turns row level security on without a policy, which
 * would shut it out. These tables have no tenant: a job's payload names it, and holds ids only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs']) {
    await sql`create policy worker on graphile_worker.${sql.id(table)} using (true) with check (true)`.execute(db);
  }
}
