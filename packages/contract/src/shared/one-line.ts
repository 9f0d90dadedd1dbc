import { z } from 'zod';

/** A text on one line. It ends up in lists, files and mails, where a control character hides or breaks something. */
export const OneLine = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'has a line break or another character that nobody sees');

/** A text on one line that says something. @param longest its maximum number of characters */
export const filledLine = (longest: number) =>
  OneLine.min(1, 'is empty').max(longest, `is longer than ${longest} characters`);

/** The marina's own name of an object or a payment. */
export const ownReference = filledLine(60);

/**
 * Returns a typed or pasted text on one line, as `OneLine` wants it: line breaks and control characters become blanks.
 * Marks that turn the direction of text are left out, because they would also turn what stands behind the text.
 */
export const toOneLine = (text: string): string =>
  text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
