import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Context } from '../../http/context.ts';
import { type Limit, limitRate } from '../../http/rate-limit.ts';
import type { PaperAnswer, PaperOrder } from './paper-order.ts';

/** Limits the papers that are drawn. Stored ones do not count. */
const papersOfAccount: Limit = { name: 'papers', max: 60, windowMs: 10 * 60_000 };

/** The total size of kept papers, in bytes. People who open a paper, or mail it, often do so twice. */
const keptBytes = 16 * 1024 * 1024;
/** No paper takes this long. A thread that hangs is ended. */
const longestMs = 60_000;
/** An idle thread is ended to free its memory. */
const idleMs = 30_000;
const threadMegabytes = 512;

interface Awaited {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** The same order gives the same bytes, so another copy would draw exactly what is kept here. */
const kept = new Map<string, Buffer>();
let sizeOfKept = 0;
/** Papers that are being drawn, by their key. Further requests for one get the same result. */
const underWay = new Map<string, Promise<Buffer>>();

const awaited = new Map<number, Awaited>();
let lastId = 0;
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Makes a paper as a PDF, in a thread of its own, so that the server goes on answering. It is drawn once as long as
 * nothing in it changes.
 * @param allow is called before it is drawn, such as `papersFor`; not for a paper that is kept
 * @throws everything that `allow` throws
 */
export async function makePaper(order: PaperOrder, allow: () => Promise<void> = async () => {}): Promise<Buffer> {
  const key = createHash('sha256').update(serialize(order)).digest('base64');
  const ready = kept.get(key) ?? underWay.get(key);
  if (ready) return ready;
  const drawing = allow()
    .then(() => draw(order))
    .finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  const pdf = await drawing;
  keep(key, pdf);
  return pdf;
}

/** Limits the papers that are drawn for an account. @throws CallError TOO_MANY_REQUESTS */
export const papersFor =
  ({ db, tenant, clock }: Pick<Context, 'db' | 'tenant' | 'clock'>, accountId: number) =>
  (): Promise<void> =>
    limitRate(db, tenant.id, { limit: papersOfAccount, who: String(accountId) }, clock.now());

function keep(key: string, pdf: Buffer): void {
  if (pdf.length > keptBytes / 4) return;
  kept.set(key, pdf);
  sizeOfKept += pdf.length;
  for (const [oldest, { length }] of kept) {
    if (sizeOfKept <= keptBytes) return;
    kept.delete(oldest);
    sizeOfKept -= length;
  }
}

function draw(order: PaperOrder): Promise<Buffer> {
  clearTimeout(idle);
  const worker = (thread ??= startThread());
  worker.ref();
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => void worker.terminate(), longestMs);
    awaited.set(id, { resolve, reject, deadline });
    worker.postMessage({ id, order });
  });
}

function startThread(): Worker {
  const worker = new Worker(new URL('./paper-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
  });
  worker.on('message', (answer: PaperAnswer) => settle(worker, answer));
  worker.on('error', (error) => end(worker, error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(worker, new Error('the thread that draws papers ended')));
  return worker;
}

function settle(worker: Worker, answer: PaperAnswer): void {
  const waiting = awaited.get(answer.id);
  if (!waiting) return;
  awaited.delete(answer.id);
  clearTimeout(waiting.deadline);
  if ('pdf' in answer) waiting.resolve(Buffer.from(answer.pdf.buffer));
  else waiting.reject(new Error(`a paper was not drawn: ${answer.failure}`));
  if (awaited.size > 0) return;
  // The thread does not keep the process alive.
  worker.unref();
  idle = setTimeout(() => void worker.terminate(), idleMs);
  idle.unref();
}

/** Ends a thread. Its drawings are lost, and the next order starts another thread. */
function end(worker: Worker, error: Error): void {
  if (thread !== worker) return;
  thread = null;
  for (const { reject, deadline } of awaited.values()) {
    clearTimeout(deadline);
    reject(error);
  }
  awaited.clear();
}
