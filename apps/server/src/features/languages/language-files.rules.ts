import type { LanguageTexts } from '@quayside/contract/portal/drawn-pages.ts';
import type { Language, LanguageFolder } from '@quayside/contract/tenant/languages.ts';
import type { z } from 'zod';
import { pseudoLanguage } from '../../lib/texts/pseudo-language.ts';
import { directionOf } from '../../lib/texts/text-direction.ts';
import { fallbackLanguage, knownLanguages, type Texts, textsIn } from '../../lib/texts/texts.ts';

type Folder = z.output<typeof LanguageFolder>;

const folders: readonly Folder[] = ['SharedLibrary', 'Common', 'Portal'];

/** The portal's languages: those that have any text. */
export const languages: readonly Language[] = knownLanguages.map(describe);

function describe(code: string, _: number, codes: readonly string[]): Language {
  const { language } = new Intl.Locale(code);
  const real = codes.filter((other) => other !== pseudoLanguage);
  const alone = real.filter((other) => new Intl.Locale(other).language === language).length === 1;
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(alone ? language : code) ?? code;
  return { code, nativeName: name.charAt(0).toLocaleUpperCase(code) + name.slice(1), dir: directionOf(code) };
}

export const isKnownLanguage = (code: string): boolean => knownLanguages.includes(code);

const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Folder → known language → all texts. */
const wholeTexts = Object.fromEntries(
  folders.map((folder) => [
    folder,
    Object.fromEntries(knownLanguages.map((language) => [language, complete(folder, language)])),
  ]),
) as Record<Folder, Record<string, Texts>>;

/** Returns all of a folder's texts in a known language. A text that the language lacks is English. */
export const allTextsIn = (folder: Folder, language: string): Texts => wholeTexts[folder][language] ?? {};

/** Language → the texts of all folders. A later folder overrides an earlier one. */
const mergedTexts = new Map(
  knownLanguages.map((language) => [
    language,
    { language, texts: Object.assign({}, ...folders.map((folder) => allTextsIn(folder, language))) as Texts },
  ]),
);

/** Returns all texts of a language. Empty if it isn't known. */
export const textsOf = (language: string): LanguageTexts => mergedTexts.get(language) ?? { language, texts: {} };

/** Keys → language → their texts. A page's keys are the same object as long as the portal's build is the same. */
const chosenTexts = new WeakMap<ReadonlySet<string>, Map<string, LanguageTexts>>();

/**
 * Returns the texts with these keys, in every plural form and context.
 * @param keys without plural forms and contexts
 */
export function pageTexts(language: string, keys: ReadonlySet<string>): LanguageTexts {
  const chosen = chosenTexts.get(keys) ?? new Map<string, LanguageTexts>();
  chosenTexts.set(keys, chosen);
  const texts = chosen.get(language) ?? chooseTexts(language, keys);
  chosen.set(language, texts);
  return texts;
}

function chooseTexts(language: string, keys: ReadonlySet<string>): LanguageTexts {
  const entries = Object.entries(textsOf(language).texts);
  return { language, texts: Object.fromEntries(entries.filter(([key]) => keys.has(key.replace(/_.*$/, '')))) };
}

function complete(folder: Folder, language: string): Texts {
  return withFallback(language, textsIn(folder, language), textsIn(folder, fallbackLanguage));
}

/**
 * Fills the gaps of a language with English, text by text. A counted text gets every form of the language: i18next
 * asks for no other.
 */
export function withFallback(language: string, own: Texts, english: Texts): Texts {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(english).flatMap(([key, text]) => {
      const name = key.replace(pluralEnding, '');
      if (name === key || english[`${name}_other`] === undefined) return [[key, own[key] || text]];
      if (!key.endsWith('_other')) return [];
      return forms.map((form) => {
        const formKey = `${name}_${form}`;
        return [formKey, own[formKey] || own[key] || english[formKey] || text];
      });
    }),
  );
}
