import type { Language, LanguageFolder } from '@quayside/contract/languages.ts';
import type { z } from 'zod';
import { pseudoLanguage } from '../../lib/pseudo-language.ts';
import { directionOf } from '../../lib/text-direction.ts';
import { readTexts } from '../../lib/texts.ts';

type Folder = z.output<typeof LanguageFolder>;
type Texts = Record<string, string>;

const folders: readonly Folder[] = ['SharedLibrary', 'Common', 'Portal'];

/** Folder → language → texts. Read at boot, so that a broken file stops the start. */
const textsByFolder = Object.fromEntries(folders.map((folder) => [folder, readTexts(folder)])) as Record<
  Folder,
  Record<string, Texts>
>;

const known = new Set(Object.keys(textsByFolder.SharedLibrary));

/** The portal's languages: those with texts in the folder that every screen shares. */
export const languages: readonly Language[] = [...known].toSorted().map(describe);

function describe(code: string, _: number, codes: readonly string[]): Language {
  const { language } = new Intl.Locale(code);
  const real = codes.filter((other) => other !== pseudoLanguage);
  const alone = real.filter((other) => new Intl.Locale(other).language === language).length === 1;
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(alone ? language : code) ?? code;
  return { code, nativeName: name.charAt(0).toLocaleUpperCase(code) + name.slice(1), dir: directionOf(code) };
}

export const isKnownLanguage = (code: string): boolean => known.has(code);

/** Returns one folder's texts in a known language. */
export const textsIn = (folder: Folder, language: string): Texts => textsByFolder[folder][language] ?? {};

/** Returns a known language's texts by folder. A later folder overrides an earlier one. */
export function textsOf(language: string): Record<Folder, Texts> {
  return Object.fromEntries(folders.map((folder) => [folder, textsIn(folder, language)])) as Record<Folder, Texts>;
}
