import type { JobServices } from '../features/feature.ts';
import { features } from '../features/features.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';

/** Returns every task of the queue. */
export function buildTasks(services: JobServices): Tasks {
  // Each name of JobPayloads has its task in the feature that adds the name. `features.test.ts` checks it.
  return Object.assign({}, ...features.map(({ tasks }) => tasks?.(services))) as Tasks;
}

/** Returns the recurring tasks. */
export const buildRecurring = (services: Pick<JobServices, 'visibilityMs' | 'files'>): RecurringTask[] =>
  features.flatMap(({ recurring }) => recurring?.(services) ?? []);
