import { Worker } from 'node:worker_threads';
import { FewAtOnce } from '../../lib/few-at-once.ts';
import { InTurn } from '../../lib/in-turn.ts';
import type { PdfFlaw } from './active-pdf.ts';
import type { FileSender } from './file-storage.ts';

/** Honest PDFs take a second or two. */
const longestMs = 20_000;
/** A file that unpacks to more is meant to harm. */
const mostBytes = 600 * 1024 * 1024;
const lookMs = 50;
/** A new thread loads its code in 50 to 150 ms, and files often come in rows: an import, the pages of a boat. */
const idleMs = 1_000;

/** One at a time, because each may take much memory. The marinas whose files wait take turns. */
const threads = new FewAtOnce(1);
/** One sender's files wait for each other first, so that another sender waits for one of them at most. */
const senders = new InTurn();
/** The thread that found nothing in the last file, and waits for the next one. */
let idle: { worker: Worker; end: () => void; ending: NodeJS.Timeout } | undefined;

/**
 * Inspects a PDF beside the requests, in a thread that is ended if it takes too long or too much memory.
 * @param read is called when it is the file's turn, so that files that wait take no memory. Nobody may use its bytes
 * afterwards, because the thread gets them
 */
export function inspectPdf(
  read: () => Promise<Uint8Array<ArrayBuffer>>,
  { tenantId, accountId }: FileSender = { tenantId: 0, accountId: 0 },
): Promise<PdfFlaw | null> {
  const inspect = async () => inspectNow(await read());
  return senders.run(`${tenantId} ${accountId}`, () => threads.run(String(tenantId), inspect));
}

function inspectNow(bytes: Uint8Array<ArrayBuffer>): Promise<PdfFlaw | null> {
  const worker = takeThread();
  const before = process.memoryUsage.rss();
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (flaw: PdfFlaw | null) => {
      clearInterval(watch);
      worker.off('message', end).off('error', fail);
      // A file with a flaw may have changed the thread that read it. No other file goes there.
      if (flaw === null) keepThread(worker);
      else void worker.terminate();
      resolve(flaw);
    };
    const watch = setInterval(() => {
      const isTooMuch = process.memoryUsage.rss() - before > mostBytes || performance.now() - startedAt > longestMs;
      if (isTooMuch) end('unreadable');
    }, lookMs);
    // Out of memory, or a file that makes the reader fail: its content is unknown.
    const fail = () => end('unreadable');
    worker.on('message', end).on('error', fail);
    worker.postMessage(bytes, [bytes.buffer]);
  });
}

function takeThread(): Worker {
  if (idle === undefined) {
    return new Worker(new URL('./active-pdf.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
  }
  const { worker, end, ending } = idle;
  idle = undefined;
  clearTimeout(ending);
  worker.off('error', end).ref();
  return worker;
}

function keepThread(worker: Worker): void {
  const end = () => {
    idle = undefined;
    void worker.terminate();
  };
  // A process that has nothing else to do ends without waiting for it.
  worker.on('error', end).unref();
  idle = { worker, end, ending: setTimeout(end, idleMs).unref() };
}
