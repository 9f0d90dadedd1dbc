import type { AgreementPaper } from '../agreements/agreement-paper.ts';
import type { Letter, Sender } from '../letters/letter.ts';

/**
 * The content of a paper. It is copied to another thread, so it holds values and no functions. It does not say how
 * the paper is drawn: the engine decides that.
 */
export type PaperOrder =
  | {
      kind: 'letter';
      letter: Letter;
      sender: Sender;
      /** The time that the paper shows as its creation. */
      created: Date;
      /** The line at the foot of each page, with `{{page}}` and `{{pages}}`. */
      foot: string;
    }
  | { kind: 'agreement'; agreement: AgreementPaper };

/** The thread's answer: the PDF, or the reason why there is none. */
export type PaperAnswer = { id: number } & ({ pdf: Uint8Array } | { failure: string });
