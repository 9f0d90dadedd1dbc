import { type JobContext, jobContext } from '../jobs/context.ts';
import { buildRecurring } from '../worker/build-tasks.ts';
import type { TestApp } from './app.ts';

type JobApp = Pick<TestApp, 'app' | 'clock' | 'database' | 'files'>;

/** Makes the context of a marina's job, as the worker does. */
export const jobContextOf = ({ app, clock, database }: Omit<JobApp, 'files'>, tenantId: number): Promise<JobContext> =>
  jobContext({ database, clock, log: app.log }, tenantId);

/** Runs a recurring task once for a marina. @throws RangeError if no feature declares it */
export async function runRecurring(app: JobApp, tenantId: number, name: string): Promise<void> {
  const task = buildRecurring({ visibilityMs: 0, files: app.files }).find((each) => each.name === name);
  if (!task) throw new RangeError(`no feature declares the recurring task ${name}`);
  await task.run(await jobContextOf(app, tenantId));
}
