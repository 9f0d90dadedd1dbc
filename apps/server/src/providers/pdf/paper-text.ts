import { directionOf } from '../../lib/texts/text-direction.ts';

/** A text for the templates: plain, or with what screen readers need (`say` in papers/look.typ). */
export type PaperText = string | { shown: string; rtl: boolean; read: string };

/** Makes the texts of a paper. */
export type SetText = (text: string) => PaperText;

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]*$/u;

/** The sign in place of a letter that none of our fonts has. */
const unknownLetter = '□';

/** Checks if the first letter of a text is written from right to left. Isolated parts do not count. */
export function isRightToLeft(text: string): boolean {
  const [first] = /\p{L}/u.exec(text.replace(/[\u2066-\u2068][^\u2069]*\u2069/g, '')) ?? [];
  return first !== undefined && rightToLeft.test(first);
}

/**
 * Returns a text for screen readers. Null if they can read what is shown. A PDF has letters from right to left in the
 * order on the paper, so screen readers get them in the order of writing. They also get letters that no font has.
 */
export function readingOf(text: string, missing: ReadonlySet<string>): string | null {
  const isAsShown = !rightToLeft.test(text) && withFont(text, missing) === withoutNarrowSpaces(text);
  return isAsShown && !hasMarks(text) ? null : withoutMarks(text);
}

const withoutMarks = (text: string) => text.replace(marks, '');
const hasMarks = (text: string) => withoutMarks(text) !== text;

/** Returns a text with only the letters that our fonts have. */
export function withFont(text: string, missing: ReadonlySet<string>): string {
  let shown = withoutNarrowSpaces(text);
  for (const letter of missing) shown = shown.replaceAll(letter, invisible.test(letter) ? '' : unknownLetter);
  return shown;
}

/** Replaces the narrow no-break space of French numbers, which our font lacks, by the wide one. */
const withoutNarrowSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0');

/** @param missing letters that no font has, as the typesetter has told */
export function paperTexts(language: string, missing: ReadonlySet<string>): SetText {
  const isMirrored = directionOf(language) === 'rtl';
  return (text) => {
    const shown = withFont(text, missing);
    // In a paper from right to left, the marks of directions merge with the blanks beside them. So each text gets its
    // own reading there.
    const read = readingOf(text, missing) ?? (isMirrored ? text : null);
    return read === null ? shown : { shown, rtl: isRightToLeft(text), read };
  };
}
