import { Worker } from 'node:worker_threads';
import { paperTexts } from '../providers/pdf/paper-text.ts';
import { type PaperData, Typesetter } from '../providers/pdf/typesetter.ts';
import { fillText } from '../lib/texts.ts';
import { agreementData } from '../features/agreements/agreement.paper.ts';
import { letterData } from '../features/letters/letter.paper.ts';
import type { LetterOrder, PaperAnswer, PaperOrder } from '../features/papers/paper-order.rules.ts';
import { specimenData } from '../features/papers/specimen.paper.ts';

/**
 * Sets papers one after the other, in a process of its own. Setting keeps a processor busy, and only a process can be
 * ended while Typst's own code runs.
 */
const [, , templates, megabytes] = process.argv;
new Worker(new URL('./paper-guard.ts', import.meta.url), {
  workerData: { parent: process.ppid, bytes: Number(megabytes) * 2 ** 20 },
}).unref();
const typesetter = new Typesetter(templates);

process.on('message', ({ id, order }: { id: number; order: PaperOrder }) => void answer(id, order));
process.on('disconnect', () => process.exit());

async function answer(id: number, order: PaperOrder): Promise<void> {
  try {
    send({ id, pdf: await typesetter.typeset(`${order.kind}.typ`, (missing) => fill(order, missing)) });
  } catch (error) {
    send({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

const send = (message: PaperAnswer) => process.send?.(message);

async function fill(order: PaperOrder, missing: ReadonlySet<string>): Promise<PaperData> {
  if (order.kind === 'agreement') return agreementData(order.agreement, missing);
  return order.kind === 'specimen' ? specimenData(order, missing) : letterOf(order, missing);
}

function letterOf({ letter, sender, created, foot }: LetterOrder, missing: ReadonlySet<string>): PaperData {
  const line = fillText(foot, sender.language, { page: '{{page}}', pages: '{{pages}}' });
  return letterData(paperTexts(sender.language, missing), letter, sender, { created, foot: line });
}
