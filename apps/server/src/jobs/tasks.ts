import type { JobContext } from './context.ts';
import type { JobPayload, TaskName } from './payloads.ts';

/** The function of each task. It runs at least once: after a crash or an error it runs again. */
export type Tasks = {
  [Name in TaskName]: (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>;
};

/** Recurring work, for one tenant after the other. */
export interface RecurringTask {
  name: string;
  everyMs: number;
  /**
   * `one-copy`: the leader alone runs it. A second copy may begin while the first one hangs, so a double run must
   * do no harm. `settling`: every copy settles money, each with its own rows, so that it waits for no other copy. A
   * copy with a wrong clock does not.
   */
  by: 'one-copy' | 'settling';
  run(ctx: JobContext): Promise<void>;
}
