import { startTestApp, type TestApp } from './app.ts';
import { startMailWorker } from './mail-worker.ts';
import type { TestMailbox } from './mailbox.ts';

/** The application with its worker, which brings its mails into a mailbox. */
export interface MailApp extends TestApp {
  /** For tests that look at what waits before the worker gets to it. */
  stopWorker: () => Promise<void>;
  startWorker: () => Promise<void>;
}

/** @param mailbox a test file's own; closing the application removes it */
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
