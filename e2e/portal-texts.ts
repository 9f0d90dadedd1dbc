import { readFileSync } from 'node:fs';
import { pseudoLanguage, pseudoTexts } from '../apps/server/src/lib/texts/pseudo-language.ts';

const folders = ['SharedLibrary', 'Common', 'Portal'];

/** Returns the portal's texts in a language, as it shows them. */
export function wordsOf(language: string): Readonly<Record<string, string>> {
  const isPseudo = language === pseudoLanguage;
  const files = folders.map((folder) => `../languages/${folder}/${isPseudo ? 'en-GB' : language}.json`);
  const texts = Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))),
  );
  return isPseudo ? pseudoTexts(texts) : texts;
}

/** The first parts of the keys, such as `orders`. */
export const sections: readonly string[] = [
  ...new Set(Object.keys(wordsOf('en-GB')).map((key) => key.slice(0, key.indexOf('.')))),
];
