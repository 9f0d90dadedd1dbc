import { takeSentRows } from '../operator/import/take-sent-rows.ts';
import { buildTasks, mailKinds } from '../worker/build-tasks.ts';
import { type RunningWorker, startWorker } from '../worker/worker.ts';
import { MailboxFolder } from '../providers/mail/mailbox-folder.ts';
import { DatabaseClient } from '../db/client.ts';
import { testSecretKeys } from './secret-keys.ts';
import type { TestApp } from './app.ts';
import type { TestMailbox } from './mailbox.ts';

/**
 * Starts the worker of a test's application. Mails go into a folder, and no recurring task runs.
 * @param privateHosts the hosts that webhooks may be sent to beside public ones
 */
export async function startMailWorker(
  { database, testDatabase, clock, app, files }: TestApp,
  { folder }: TestMailbox,
  privateHosts: ReadonlySet<string> = new Set(),
): Promise<RunningWorker> {
  const longDatabase = new DatabaseClient({ url: testDatabase.appUrl, size: 6, secretKeys: testSecretKeys });
  const worker = await startWorker({
    database,
    longDatabase,
    clock,
    log: app.log,
    tasks: buildTasks({
      visibilityMs: 1_000,
      privateHosts,
      provider: new MailboxFolder(folder),
      senderAddress: 'no-reply@quayside.localhost',
      kinds: mailKinds,
      originOf: (host) => `http://${host}:3000`,
      files,
      takeSentRows,
    }),
    recurring: [],
  });
  return {
    stop: async () => {
      await worker.stop();
      await longDatabase.close();
    },
  };
}
