import { type Element, type Paper, sheet } from '../../providers/pdf/paper.ts';
import type { LetterPage } from '../letters/letter-pdf.ts';

/** What a declaration is drawn on. */
export interface Ground {
  paper: Paper;
  page: LetterPage;
  /** Of the paper's structure: what the drawn parts are added to. */
  parent: Element;
  /** Written from right to left, whatever the language of the paper is: indents and tables begin there. */
  isMirrored: boolean;
  /** Stands for a picture that paper can't show. */
  pictureText: (alt: string) => string;
}

/** The left edge of what is `width` wide and begins `x` from where the declaration begins to write. */
export const leftOf = ({ isMirrored }: Ground, x: number, width: number): number =>
  isMirrored ? sheet.width - x - width : x;
