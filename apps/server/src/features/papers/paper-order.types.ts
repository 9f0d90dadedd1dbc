import type { AgreementPaper } from '../agreements/agreements.exports.ts';
import type { Letter, Sender } from '../letters/letters.exports.ts';

/** A paper of facts and amounts. Each has a template of its name in papers/. */
export interface LetterOrder {
  kind: 'receipt' | 'invoice' | 'estimate';
  letter: Letter;
  sender: Sender;
  /** The time that the paper shows as its creation. */
  created: Date;
  /** The line at the foot of each page, with `{{page}}` and `{{pages}}`. */
  foot: string;
}

/**
 * The content of a paper. It is sent to another process, so it holds values and no functions. It does not say how the
 * paper looks: its template decides that.
 */
export type PaperOrder = LetterOrder | { kind: 'agreement'; agreement: AgreementPaper } | SpecimenOrder;

/** A paper of the demo, like one that a customer hands in. */
export interface SpecimenOrder {
  kind: 'specimen';
  title: string;
  author: string;
  language: string;
  created: Date;
  lines: readonly string[];
  /** Only on a copy of an agreement that was signed at the counter and scanned. */
  signature?: { content: Buffer; name: string };
}

/** The answer of the process: the PDF, or the reason why there is none. */
export type PaperAnswer = { pdf: Uint8Array } | { failure: string };
