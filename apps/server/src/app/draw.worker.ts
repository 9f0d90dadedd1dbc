import { parentPort, workerData } from 'node:worker_threads';
import type { DrawingProgram, LanguageTexts } from '@quayside/contract/portal/drawn-pages.ts';
import type { DrawAnswer, DrawRequest } from './page-drawer.ts';

/**
 * Draws pages, in a thread of its own: drawing keeps a processor busy, and the portal's code holds one page's texts
 * and answers at a time.
 */
const { drawPage } = (await import(workerData as string)) as DrawingProgram;
const textsOf = new Map<string, LanguageTexts>();
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', (request: DrawRequest) => {
  last = last.then(() => answer(request));
});

async function answer({ id, page: { language, ...page }, texts = textsOf.get(language) }: DrawRequest): Promise<void> {
  try {
    if (!texts) throw new Error(`The thread has no texts in ${language}`);
    textsOf.set(language, texts);
    send({ id, drawn: await drawPage({ ...page, texts }) });
  } catch (error) {
    send({ id, drawn: null, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const send = (message: DrawAnswer) => parentPort?.postMessage(message);
