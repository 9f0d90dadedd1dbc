import { startTestApp, type TestApp } from './app.ts';
import { startMailWorker } from './mail-worker.ts';
import type { TestMailbox } from './mailbox.ts';

/** The application with a worker that delivers its mails to a mailbox. */
export interface MailApp extends TestApp {
  /** For tests that read waiting mails before the worker sends them. */
  stopWorker: () => Promise<void>;
  startWorker: () => Promise<void>;
}

/**
 * Starts the application with its worker.
 * @param mailbox a mailbox for one test file; closing the application removes it
 */
export async function startMailApp(mailbox: TestMailbox): Promise<MailApp> {
  const app = await startTestApp();
  let worker = await startMailWorker(app, mailbox);
  return {
    ...app,
    stopWorker: () => worker.stop(),
    startWorker: async () => {
      worker = await startMailWorker(app, mailbox);
    },
    close: async () => {
      await worker.stop();
      await app.close();
      mailbox.remove();
    },
  };
}
