import type { Environment } from '../lib/settings/env.ts';
import { buildRecurring, buildTasks, mailKinds } from './build-tasks.ts';
import type { JobDependencies } from '../jobs/context.ts';
import { originOf } from '../lib/settings/origin.ts';
import { type RunningWorker, startWorker, type WorkerOptions } from './worker.ts';
import type { JobServices } from '../features/feature.ts';
import { openMail, senderAddress } from '../providers/mail/open-mail.ts';

/** Starts the worker with everything that its jobs need. @throws StartError if MAIL_FROM is wrong */
export async function startJobs(
  environment: Environment,
  dependencies: JobDependencies & Pick<WorkerOptions, 'longDatabase'>,
  { files, takeSentRows }: Pick<JobServices, 'files' | 'takeSentRows'>,
): Promise<RunningWorker> {
  const from = senderAddress(environment.mailFrom);
  const mail = openMail(environment);
  const worker = await startWorker({
    ...dependencies,
    tasks: buildTasks({
      provider: mail,
      senderAddress: from,
      kinds: mailKinds,
      originOf: (host) => originOf(host, environment),
      files,
      takeSentRows,
      visibilityMs: environment.providerVisibilityMs,
      privateHosts: environment.privateHosts,
    }),
    recurring: buildRecurring({ visibilityMs: environment.providerVisibilityMs, files }),
  });
  return {
    stop: async () => {
      await worker.stop();
      mail.close();
    },
  };
}
