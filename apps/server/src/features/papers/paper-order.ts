import type { AgreementPaper } from '../agreements/agreement-paper.ts';
import type { Letter, Sender } from '../letters/letter.ts';

/**
 * What a paper shows. It is copied to another thread, so it holds values and no functions; and it says nothing of how
 * the paper is drawn, which is the engine's own business.
 */
export type PaperOrder =
  | {
      kind: 'letter';
      letter: Letter;
      sender: Sender;
      /** When the paper says that it was made. */
      created: Date;
      /** The line at the foot of each page, with `{{page}}` and `{{pages}}`. */
      foot: string;
    }
  | { kind: 'agreement'; agreement: AgreementPaper };

/** What the thread answers: the PDF, or why there is none. */
export type PaperAnswer = { id: number } & ({ pdf: Uint8Array } | { failure: string });
