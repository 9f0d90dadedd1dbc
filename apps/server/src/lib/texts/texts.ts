import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { isPseudoLanguageOn, pseudoLanguage, pseudoTexts } from './pseudo-language.ts';
import { directionOf, isolate } from './text-direction.ts';

/** Dotted key → text. */
export type Texts = Record<string, string>;
type Values = Readonly<Record<string, string | number>>;
type Folder = 'Server' | 'Portal' | 'Common' | 'SharedLibrary';

/** The marina whose own translations win. */
interface Translated {
  settings: { translations: Readonly<Record<string, Readonly<Record<string, string>>>> };
}

const root = join(import.meta.dirname, '../../../../../languages');
const folders: readonly Folder[] = ['Server', 'Portal', 'Common', 'SharedLibrary'];

/** The language that has every text, and shows the texts that another language lacks. */
export const fallbackLanguage = 'en-GB';

/** Folder → language → texts. Read at boot, so that a broken file stops the start. */
const files = new Map(folders.map((folder) => [folder, readFolder(folder)]));

function readFolder(folder: Folder): Record<string, Texts> {
  const names = readdirSync(join(root, folder)).filter((file) => file.endsWith('.json'));
  const texts: Record<string, Texts> = Object.fromEntries(
    names.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(root, folder, file), 'utf8'))]),
  );
  return isPseudoLanguageOn ? { ...texts, [pseudoLanguage]: pseudoTexts(texts[fallbackLanguage] ?? {}) } : texts;
}

/** The languages that have a text in any folder. */
export const knownLanguages: readonly string[] = [
  ...new Set([...files.values()].flatMap((byLanguage) => Object.keys(byLanguage))),
].toSorted();

/** Returns a folder's texts in a language, as its file has them. Empty if it has no file. */
export const textsIn = (folder: Folder, language: string): Texts => files.get(folder)?.[language] ?? {};

const i18n = createInstance();
// Without a backend it is ready at once.
void i18n.init({
  initAsync: false,
  fallbackLng: fallbackLanguage,
  resources: Object.fromEntries(
    knownLanguages.map((language) => [language, { translation: textsIn('Server', language) }]),
  ),
  // Keys are flat: dots and colons are part of the name.
  keySeparator: false,
  nsSeparator: false,
  // The writer of HTML escapes the whole text. A placeholder without a value stays, so that a test finds it.
  interpolation: { escapeValue: false },
  missingInterpolationHandler: (_, [placeholder]) => placeholder,
});

/** Tells if the language files have a text with this key. */
export const hasText = (key: string): boolean => i18n.exists(key, { lng: fallbackLanguage });

/**
 * Returns one of the server's own texts, for use without a marina: an error before one is found, a plain page. If
 * the language lacks it, the text is English.
 * @param values replace `{{name}}` in the text
 * @throws RangeError if no language has the key. The tests find this mistake
 */
export function serverText(language: string, key: string, values: Values = {}): string {
  if (!hasText(key)) throw new RangeError(`no text for ${key}`);
  return i18n.t(key, { lng: language, replace: shown(language, values) });
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

/** Puts values into a text that stands in no file. */
export function fillText(text: string, language: string, values: Values): string {
  return i18n.services.interpolator.interpolate(text, shown(language, values), language, {});
}

/**
 * Isolates each value of a right-to-left text: a name or number of the other direction would displace the words
 * beside it.
 */
function shown(language: string, values: Values): Values {
  if (directionOf(language) === 'ltr') return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]));
}
