import type { Language, LanguageFolder } from '@quayside/contract/languages.ts';
import type { z } from 'zod';
import { pseudoLanguage } from '../../lib/pseudo-language.ts';
import { directionOf } from '../../lib/text-direction.ts';
import { fallbackLanguage, knownLanguages, type Texts, textsIn } from '../../lib/texts.ts';

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

/** Returns a known language's texts by folder. A later folder overrides an earlier one. */
export function textsOf(language: string): Record<Folder, Texts> {
  return Object.fromEntries(folders.map((folder) => [folder, allTextsIn(folder, language)])) as Record<Folder, Texts>;
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
