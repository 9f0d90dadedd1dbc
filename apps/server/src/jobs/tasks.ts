import type { JobContext } from './context.ts';
import type { JobPayload, TaskName } from './payloads.ts';

/** What does each task. Runs at least once: after a crash or an error it runs again. */
export type Tasks = {
  [Name in TaskName]: (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>;
};

/** Work that comes round by itself, for one tenant after the other. */
export interface RecurringTask {
  name: string;
  everyMs: number;
  /**
   * `one-copy`: by the leader. It may happen that a second copy begins while the first hangs in the middle, so twice must
   * do no harm. `settling`: money is settled by every copy, each taking its own rows, so that it waits for nobody; but not
   * by one whose clock is wrong.
   */
  by: 'one-copy' | 'settling';
  run(ctx: JobContext): Promise<void>;
}
