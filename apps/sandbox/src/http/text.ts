import { z } from 'zod';

/** A text of a request, up to the provider's limit. It is refused with half a character, which is no text in UTF-8. */
export const text = (max: number) => z.string().max(max).refine(isText, 'Half a character');

/** Tells if a text has whole characters only. */
export function isText(value: string): boolean {
  return value.isWellFormed();
}
