import type { TenantDb } from '../db/client.ts';
import type { JobContext } from '../jobs/context.ts';
import { buildRecurring } from '../worker/build-tasks.ts';

/** Runs the recurring tasks that delete expired data of signing in. */
export async function sweepSignIns(db: TenantDb, tenantId: number, now: Date): Promise<void> {
  const ctx = { db, tenant: { id: tenantId }, clock: { now: () => now } } as JobContext;
  const tasks = buildRecurring({ visibilityMs: 0, files: null as never });
  for (const name of ['sweep-sessions', 'sweep-sign-in-locks', 'sweep-rate-limits']) {
    const task = tasks.find((each) => each.name === name);
    if (!task) throw new Error(`no task ${name}`);
    await task.run(ctx);
  }
}
