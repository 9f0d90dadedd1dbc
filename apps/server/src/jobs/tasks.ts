import { z } from 'zod';
import type { DatabaseClient } from '../db/client.ts';
import type { JobContext } from './context.ts';

/**
 * The payload of each task, without the tenant. Each feature adds its own (`declare module`). A payload holds ids and
 * nothing else: it is stored in plain tables without a tenant, and a failing job may be printed.
 */
export interface JobPayloads {}

export type TaskName = keyof JobPayloads;
export type JobPayload<Name extends TaskName> = JobPayloads[Name] & { tenantId: number };

/** A task. It runs at least once: after a crash or an error it runs again. */
interface Task<Payload> {
  payload: z.ZodType<Payload>;
  /** True if it calls servers of the marinas. Such tasks have places of their own, so a slow one delays no mail. */
  isOutgoing?: boolean;
  /**
   * True if it may take minutes. Such tasks have places of their own, so that they delay no mail, and connections whose
   * statements may take as long as they need.
   */
  isLong?: boolean;
  run: (ctx: JobContext, payload: Payload) => Promise<void>;
}

export type Tasks = { [Name in TaskName]: Task<JobPayloads[Name]> };

/** Any payload, as the queue stores it: only ids. */
export const storedPayload = z.object({ tenantId: z.int().positive() }).catchall(z.int().positive());

/** Recurring work, for one tenant after the other. Tasks with the same interval run one after the other for each. */
export interface RecurringTask {
  name: string;
  everyMs: number;
  /**
   * `one-copy`: the leader alone runs it. A second copy may begin while the first one hangs, so a double run must
   * do no harm. `settling`: every copy settles money, each with its own rows, so that it waits for no other copy. A
   * copy with a wrong clock does not.
   */
  by: 'one-copy' | 'settling';
  /**
   * Finds the tenants that the task has work for, in one statement. Default: all. A task that runs every few seconds
   * needs it, because asking a thousand marinas takes thousands of statements.
   */
  findTenants?: (database: DatabaseClient, now: Date) => Promise<number[]>;
  run(ctx: JobContext): Promise<void>;
}
