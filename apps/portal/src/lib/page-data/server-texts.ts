import { readBlock } from './document-data.ts';

/** The texts of this page by key. */
const texts = new Map(Object.entries(readBlock('server-texts') ?? {}));

/**
 * Returns an amount, a number or a date as the server has written it into the page, else writes it. The server and the
 * browser can have different versions of ICU, which differ in spaces and in short names of months. The browser could
 * not take over the server's HTML if it wrote another text.
 * @param key holds everything that the text depends on
 */
export function serverText(key: string, write: () => string): string {
  const drawnText = texts.get(key);
  if (drawnText !== undefined) return drawnText;
  const text = write();
  if (import.meta.env.SSR) texts.set(key, text);
  return text;
}

/** Returns the texts of the page that the server draws now. */
export const listServerTexts = (): Record<string, string> => Object.fromEntries(texts);

export const clearServerTexts = (): void => texts.clear();
