import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One folder's texts by language, dotted key → text. */
type Texts = Record<string, Record<string, string>>;

const root = join(import.meta.dirname, '../../../languages');

/** Reads a folder of the language files. Called at boot: a broken file stops it there. */
export function readTexts(folder: 'Server' | 'Portal' | 'Common' | 'SharedLibrary'): Texts {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(root, folder, file), 'utf8'))]),
  );
}

const serverTexts = readTexts('Server');

/** The languages that the server itself speaks. */
export const serverLanguages: readonly string[] = Object.keys(serverTexts);
const fallbackLanguage = 'en-GB';

/**
 * A text of the server's own: of an error, a mail or a document.
 * @param values what stands for `{{name}}` in the text
 * @throws RangeError for a key that no language has: a mistake of ours, found by the tests
 */
export function serverText(language: string, key: string, values: Record<string, string | number> = {}): string {
  const text = serverTexts[language]?.[key] ?? serverTexts[fallbackLanguage]?.[key];
  if (text === undefined) throw new RangeError(`no text for ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The tenant's language that an Accept-Language header asks for: the same tag, else the same primary tag, else the default. */
export function negotiateLanguage(header: string | undefined, available: readonly string[], fallback: string): string {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((q) => q !== undefined);
      return { tag: tag.toLowerCase(), quality: Number(quality ?? 1) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const match =
      available.find((language) => language.toLowerCase() === tag) ??
      available.find((language) => language.toLowerCase().split('-')[0] === tag.split('-')[0]);
    if (match) return match;
  }
  return fallback;
}
