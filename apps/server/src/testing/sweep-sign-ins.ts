import type { TestApp } from './app.ts';
import { runRecurring } from './jobs.ts';

/** Runs the recurring tasks that delete expired data of signing in. */
export async function sweepSignIns(app: TestApp, tenantId: number): Promise<void> {
  for (const name of ['sweep-sessions', 'sweep-sign-in-locks', 'sweep-rate-limits'])
    await runRecurring(app, tenantId, name);
}
