import { unsafeTenantIds } from '../http/tenant.queries.ts';
import { type JobDependencies, jobContext } from './context.ts';
import type { RecurringTask } from './tasks.ts';

/**
 * The number of tenants that a task serves at the same time, so that one with a slow provider does not hold up the
 * others.
 */
const lanes = 4;

/**
 * Runs a task once for every tenant. A tenant's failure is logged and holds up no other tenant.
 * @param mayRun is asked before each tenant, because a copy that hung may no longer be the leader
 */
export async function runForEveryTenant(
  dependencies: JobDependencies,
  task: RecurringTask,
  mayRun: () => boolean,
): Promise<void> {
  const waiting = await unsafeTenantIds(dependencies.database);
  const work = async () => {
    for (let tenantId = waiting.shift(); tenantId !== undefined && mayRun(); tenantId = waiting.shift()) {
      try {
        await task.run(await jobContext(dependencies, tenantId));
      } catch (error) {
        dependencies.log.error({ task: task.name, tenantId, reason: reasonOf(error) }, 'recurring task failed');
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** Returns message and stack of an error, without the fields of database errors: those repeat the row. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export interface Timer {
  stop(): Promise<void>;
}

/** Calls `run` at once and then at this interval, never twice at a time. `run` handles its own errors. */
export function every(milliseconds: number, run: () => Promise<void>): Timer {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = () => {
    running = run().finally(() => {
      if (!stopped) timer = setTimeout(round, milliseconds);
    });
  };
  round();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
