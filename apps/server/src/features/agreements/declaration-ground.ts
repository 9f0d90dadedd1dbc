import { type Element, type Paper, sheet } from '../../providers/pdf/paper.ts';
import type { LetterPage } from '../letters/letter-pdf.ts';

/** The paper and the state that a declaration is drawn with. */
export interface Ground {
  paper: Paper;
  page: LetterPage;
  /** The element of the paper's structure that the drawn parts are added to. */
  parent: Element;
  /**
   * True if the text is written from right to left, in every language of the paper. Indents and tables then start on
   * the right.
   */
  isMirrored: boolean;
  /** Returns the text that replaces a picture that can't be printed. */
  pictureText: (alt: string) => string;
}

/** Returns the left edge of a box that is `width` wide and starts `x` from where lines begin. */
export const leftOf = ({ isMirrored }: Ground, x: number, width: number): number =>
  isMirrored ? sheet.width - x - width : x;
