import { parentPort } from 'node:worker_threads';
import { fillText } from '../../texts.ts';
import { agreementPdf } from '../agreements/agreement-paper.ts';
import { letterPdf } from '../letters/letter-pdf.ts';
import type { PaperAnswer, PaperOrder } from './paper-order.ts';

/** Draws papers one after the other, in a thread of its own, because drawing keeps a processor busy. */
parentPort?.on('message', ({ id, order }: { id: number; order: PaperOrder }) => void answer(id, order));

async function answer(id: number, order: PaperOrder): Promise<void> {
  try {
    // Makes a copy: sent memory leaves this thread, and a buffer may share its memory with others.
    const pdf = new Uint8Array(await draw(withBuffers(order)));
    send({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

function draw(order: PaperOrder): Promise<Buffer> {
  if (order.kind === 'agreement') return agreementPdf(order.agreement);
  const { letter, sender, created, foot } = order;
  const line = (page: number, pages: number) => fillText(foot, sender.language, { page, pages });
  return letterPdf(letter, sender, created, { line });
}

const send = (message: PaperAnswer, transferred: ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred);

/** Turns plain bytes back into buffers. */
function withBuffers<T>(value: T): T {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength) as unknown as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withBuffers) as unknown as T;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBuffers(inner)])) as T;
}
