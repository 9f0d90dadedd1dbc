import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Context } from '../../http/context.ts';
import { type Limit, limitRate } from '../../http/rate-limit.ts';
import type { PaperAnswer, PaperOrder } from './paper-order.ts';

/** Papers that have to be drawn; those that are there already count nothing. */
const papersOfAccount: Limit = { name: 'papers', max: 60, windowMs: 10 * 60_000 };

/** Of drawn papers, in bytes together: who opens one, or mails it, often does so twice. */
const keptBytes = 16 * 1024 * 1024;
/** No paper takes that long; whatever hangs is ended. */
const longestMs = 60_000;
/** A thread that has nothing to do gives its memory back. */
const idleMs = 30_000;
const threadMegabytes = 512;

interface Awaited {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  deadline: NodeJS.Timeout;
}

/** The same order gives the same bytes, so whatever is kept here another copy would draw alike. */
const kept = new Map<string, Buffer>();
let sizeOfKept = 0;
/** What is being drawn, by its key: who asks meanwhile gets the same. */
const underWay = new Map<string, Promise<Buffer>>();

const awaited = new Map<number, Awaited>();
let lastId = 0;
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * A paper as a PDF, drawn once as long as nothing in it changes, in a thread of its own: the server goes on answering.
 * @param allow asked before it is drawn, such as `papersFor`; nobody is asked for one that is there
 * @throws whatever `allow` throws
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

/** Lets an account have so many papers drawn, whoever asks for them. @throws CallError TOO_MANY_REQUESTS */
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
  // A process that has nothing else to do ends.
  worker.unref();
  idle = setTimeout(() => void worker.terminate(), idleMs);
  idle.unref();
}

/** What it was drawing is lost; the next order starts another thread. */
function end(worker: Worker, error: Error): void {
  if (thread !== worker) return;
  thread = null;
  for (const { reject, deadline } of awaited.values()) {
    clearTimeout(deadline);
    reject(error);
  }
  awaited.clear();
}
