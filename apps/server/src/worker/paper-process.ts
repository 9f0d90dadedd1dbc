import { Worker } from 'node:worker_threads';
import { paperTexts } from '../providers/pdf/paper-text.ts';
import { type PaperData, TemplateFault, Typesetter } from '../providers/pdf/typesetter.ts';
import { fillText } from '../lib/texts/texts.ts';
import { agreementData } from '../features/agreements/papers/agreement.paper.ts';
import { letterData } from '../features/letters/letter.paper.ts';
import type { OwnPapers } from '../features/papers/own-papers.rules.ts';
import type { LetterOrder, PaperAnswer, PaperOrder } from '../features/papers/paper-order.types.ts';
import { specimenData } from '../features/papers/specimen.paper.ts';

/**
 * Sets papers one after the other, in a process of its own. Setting keeps a processor busy, and only a process can be
 * ended while Typst's own code runs.
 */
const [, , templates, megabytes] = process.argv;
new Worker(new URL('./paper-guard.ts', import.meta.url), {
  workerData: { parent: process.ppid, bytes: Number(megabytes) * 2 ** 20 },
}).unref();
/** The marinas whose own templates stay ready to use. */
const mostOwn = 4;
const ours = new Typesetter(templates);
const withOwn = new Map<string, Typesetter>();

process.on('message', ({ order, own }: { order: PaperOrder; own: OwnPapers | null }) => void answer(order, own));
process.on('disconnect', () => process.exit());

async function answer(order: PaperOrder, own: OwnPapers | null): Promise<void> {
  try {
    const typesetter = own ? typesetterOf(own) : ours;
    send({ pdf: await typesetter.typeset(`${order.kind}.typ`, (missing) => fill(order, missing)) });
  } catch (error) {
    send({ failure: error instanceof TemplateFault ? error.message : describe(error) });
  }
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

function typesetterOf({ key, files, families }: OwnPapers): Typesetter {
  const found = withOwn.get(key) ?? new Typesetter(templates, files, families);
  withOwn.delete(key);
  withOwn.set(key, found);
  const [oldest] = withOwn.keys();
  if (withOwn.size > mostOwn && oldest !== undefined) withOwn.delete(oldest);
  return found;
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
