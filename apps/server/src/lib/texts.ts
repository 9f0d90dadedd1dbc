import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf, isolate } from './text-direction.ts';
import { isPseudoLanguageOn, pseudoLanguage, pseudoTexts } from './pseudo-language.ts';

/** One folder's texts by language: dotted key → text. */
type Texts = Record<string, Record<string, string>>;
type Values = Record<string, string | number>;

/** The marina whose own translations win. */
interface Translated {
  settings: { translations: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

const root = join(import.meta.dirname, '../../../../languages');

/** Reads a folder of the language files. Called at boot, so that a broken file stops the start. */
export function readTexts(folder: 'Server' | 'Portal' | 'Common' | 'SharedLibrary'): Texts {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'));
  const texts: Texts = Object.fromEntries(
    files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(root, folder, file), 'utf8'))]),
  );
  return isPseudoLanguageOn ? { ...texts, [pseudoLanguage]: pseudoTexts(texts[fallbackLanguage] ?? {}) } : texts;
}

const fallbackLanguage = 'en-GB';
const serverTexts = readTexts('Server');

/** The languages of the server's own texts. */
export const serverLanguages: readonly string[] = Object.keys(serverTexts);

/** Tells if the language files have a text with this key. */
export const hasText = (key: string): boolean => serverTexts[fallbackLanguage]?.[key] !== undefined;

/**
 * Returns one of the server's own texts, for use without a marina: an error before one is found, a plain page.
 * @param values replace `{{name}}` in the text
 * @throws RangeError if no language has the key: a mistake of ours, which the tests find
 */
export function serverText(language: string, key: string, values: Values = {}): string {
  const text = serverTexts[language]?.[key] ?? serverTexts[fallbackLanguage]?.[key];
  if (text === undefined) throw new RangeError(`no text for ${key}`);
  return fillText(text, language, values);
}

/**
 * Returns a text that a marina's customer or office reads: an error, a mail or a paper. The marina's own
 * translation wins (decision C7.14).
 * @param values replace `{{name}}` in the text
 * @throws RangeError if no language has the key
 */
export function tenantText({ settings }: Translated, language: string, key: string, values: Values = {}): string {
  const own = settings.translations[language]?.[key];
  return own === undefined ? serverText(language, key, values) : fillText(own, language, values);
}

/**
 * Puts values into a text. In a right-to-left text each value is isolated: a name or number of the other direction
 * would displace the words beside it.
 */
export function fillText(text: string, language: string, values: Values): string {
  const shown = directionOf(language) === 'rtl' ? isolate : String;
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : shown(value);
  });
}

/**
 * Returns the tenant's language that an Accept-Language header asks for: the same tag, else the same primary tag,
 * else the default.
 */
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
