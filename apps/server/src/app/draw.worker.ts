import { parentPort, workerData } from 'node:worker_threads';
import type { DrawingProgram, PageToDraw } from '@quayside/contract/drawn-pages.ts';
import type { DrawAnswer } from './page-drawer.ts';

/**
 * Draws pages, in a thread of its own: drawing keeps a processor busy, and the portal's code holds one page's texts
 * and answers at a time.
 */
const { drawPage } = (await import(workerData as string)) as DrawingProgram;
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ id, page }: { id: number; page: PageToDraw }) => {
  last = last.then(() => answer(id, page));
});

async function answer(id: number, page: PageToDraw): Promise<void> {
  try {
    send({ id, drawn: await drawPage(page) });
  } catch (error) {
    send({ id, drawn: null, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const send = (message: DrawAnswer) => parentPort?.postMessage(message);
