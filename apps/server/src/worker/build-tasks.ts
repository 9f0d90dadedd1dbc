import type { JobServices } from '../features/feature.ts';
import { features } from '../features/features.ts';
import type { MailKinds } from '../features/mail/mail.exports.ts';
import type { RecurringTask, Tasks } from '../jobs/tasks.ts';

/** Returns every task of the queue. */
export function buildTasks(services: JobServices): Tasks {
  // Each name of JobPayloads has its task in the feature that adds the name. `features.test.ts` checks it.
  return Object.assign({}, ...features.map(({ tasks }) => tasks?.(services))) as Tasks;
}

/** All kinds of mail. Each name of `MailPayloads` has its kind in the feature that adds the name. */
export const mailKinds = Object.assign({}, ...features.map(({ mails }) => mails)) as MailKinds;

/** Returns the recurring tasks. */
export const buildRecurring = (services: Pick<JobServices, 'visibilityMs' | 'files'>): RecurringTask[] =>
  features.flatMap(({ recurring }) => recurring?.(services) ?? []);
