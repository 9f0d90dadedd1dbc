import { once } from 'node:events';
import { unsafeTenantIds } from '../http/tenant/tenant.queries.ts';
import { type JobDependencies, jobContext } from './context.ts';
import type { RecurringTask } from './tasks.ts';

/** The tasks that run one after the other for a tenant. */
export type Round = readonly [RecurringTask, ...RecurringTask[]];

/**
 * Puts the tasks for all tenants that have the same interval into one round, so that a tenant is loaded once for all of
 * them. A task that finds its own tenants has a round of its own.
 */
export function roundsOf(tasks: readonly RecurringTask[]): Round[] {
  const rounds = Map.groupBy(tasks, ({ name, by, everyMs, findTenants }) => (findTenants ? name : `${by} ${everyMs}`));
  return [...rounds.values()] as unknown as Round[]; // no group is empty
}

interface RoundOptions {
  /** Is asked before each task, because a copy that hung may no longer be the leader. */
  mayRun: () => boolean;
  /** Ends the round after the tenants that are being served. */
  stopped: AbortSignal;
}

/**
 * The number of tenants that are served at the same time, so that one with a slow provider does not hold up the others.
 */
const lanes = 4;

/**
 * The longest pause before a lane takes its next tenant, if all tenants are served. A round of a thousand marinas takes
 * nearly three hours with it, and sends four statements a second.
 */
const longestPauseMs = 40_000;

/**
 * Runs the tasks of a round: once for every tenant, or for those that `findTenants` of its only task finds. A failure
 * is logged and holds up no other task and no other tenant. A round of all tenants is spread over time, because a
 * thousand marinas at once would be a load that customers notice.
 */
export async function runRound(
  dependencies: JobDependencies,
  round: Round,
  { mayRun, stopped }: RoundOptions,
): Promise<void> {
  const [{ findTenants, everyMs }] = round;
  const { database, clock } = dependencies;
  const waiting = await (findTenants ? findTenants(database, clock.now()) : unsafeTenantIds(database));
  const pauseMs = findTenants ? 0 : Math.min(longestPauseMs, everyMs / lanes);
  const ended = once(stopped, 'abort');
  const work = async () => {
    for (let tenantId = waiting.shift(); tenantId !== undefined && mayRun(); tenantId = waiting.shift()) {
      await runTasks(dependencies, round, { tenantId, mayRun });
      if (waiting.length > 0 && pauseMs > 0) await Promise.race([clock.pause(pauseMs), ended]);
      if (stopped.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

/** Runs the tasks of a round for one tenant. */
async function runTasks(
  dependencies: JobDependencies,
  round: Round,
  { tenantId, mayRun }: { tenantId: number; mayRun: () => boolean },
): Promise<void> {
  const complain = (task: string) => (error: unknown) =>
    dependencies.log.error({ task, tenantId, reason: reasonOf(error) }, 'recurring task failed');
  const ctx = await jobContext(dependencies, tenantId).catch(complain(round[0].name));
  if (!ctx) return;
  for (const task of round) if (mayRun()) await Promise.try(() => task.run(ctx)).catch(complain(task.name));
}

/** Returns message and stack of an error, without the fields of database errors: those repeat the row. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export interface Timer {
  stop(): Promise<void>;
}

/** Calls `run` at once and then at this interval, never twice at a time. `run` handles its own errors. */
export function every(milliseconds: number, run: (stopped: AbortSignal) => Promise<void>): Timer {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const round = () => {
    running = run(stopping.signal).finally(() => {
      if (!stopping.signal.aborted) timer = setTimeout(round, milliseconds);
    });
  };
  round();
  return {
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
