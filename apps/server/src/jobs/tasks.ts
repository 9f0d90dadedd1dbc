import type { JobContext } from './context.ts';
import type { JobPayload, TaskName } from './payloads.ts';

/** What does each task. Runs at least once: after a crash or an error it runs again. */
export type Tasks = {
  [Name in TaskName]: (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>;
};

/** Work that comes round by itself, for one tenant after the other, in one of all running copies at a time. */
export interface RecurringTask {
  name: string;
  everyMs: number;
  run(ctx: JobContext): Promise<void>;
}
