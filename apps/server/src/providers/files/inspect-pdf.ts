import { Worker } from 'node:worker_threads';
import type { PdfFlaw } from './active-pdf.ts';

/** Honest PDFs take a second or two. */
const longestMs = 20_000;
/** A file that unpacks to more is meant to harm. */
const mostBytes = 600 * 1024 * 1024;
const lookMs = 50;

/** One at a time, because each may take much memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Inspects a PDF beside the requests, in a thread that is ended if it takes too long or too much memory.
 * @param bytes are transferred: nobody may use them afterwards
 */
export function inspectPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFlaw | null> {
  const inspected = last.then(() => inspectNow(bytes));
  last = inspected.catch(() => {});
  return inspected;
}

function inspectNow(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFlaw | null> {
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  const worker = new Worker(new URL('./active-pdf.worker.ts', import.meta.url), {
    workerData: bytes,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  return new Promise((resolve) => {
    const end = (flaw: PdfFlaw | null) => {
      clearInterval(watch);
      void worker.terminate();
      resolve(flaw);
    };
    const watch = setInterval(() => {
      const isTooMuch = process.memoryUsage.rss() - before > mostBytes || performance.now() - begun > longestMs;
      if (isTooMuch) end('unreadable');
    }, lookMs);
    worker.once('message', end);
    // Out of memory, or a file that makes the reader fail: its content is unknown.
    worker.once('error', () => end('unreadable'));
  });
}
