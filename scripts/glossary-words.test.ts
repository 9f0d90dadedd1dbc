import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folders, listLanguages, readTexts } from './language-files.mjs';
import { inProject } from './project.mjs';

interface Forbidden {
  pattern: RegExp;
  /** The beginning of the keys in whose texts it is forbidden. Empty: everywhere. */
  section: string;
}

/** One row of the glossary: how a language calls a thing, and how it never does. */
interface Word {
  word: string;
  never: readonly Forbidden[];
}

const languages = listLanguages();
const words = new Map(
  readFileSync(inProject('GLOSSARY.md'), 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((part) => [/\((?<code>[\w-]+)\)/.exec(part)?.groups?.['code'] ?? '', readRows(part)] as const),
);

function readRows(part: string): readonly Word[] {
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [, , word = '', never = ''] = row.split('|').map((cell) => cell.trim());
    return { word, never: never.split(', ').map(readForbidden) };
  });
}

function readForbidden(text: string): Forbidden {
  const { word = '', section = '' } = /^(?<word>.+?)(?: \((?<section>\w+)\))?$/.exec(text)?.groups ?? {};
  return { pattern: patternOf(word), section };
}

/** Returns a pattern that finds a whole word in any case. A star at its end stands for any ending. */
function patternOf(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${word.replace(/\*$/, '\\p{L}*')}(?!\\p{L})`, 'iu');
}

/** Returns the texts of a language without their placeholders, whose names are English. */
const textsOf = (language: string) =>
  folders.flatMap((folder) =>
    Object.entries(readTexts(folder, language)).map(([key, text]) => ({
      key,
      text: text.replaceAll(/\{\{\w+\}\}/g, ''),
    })),
  );

test('[LANG-5] the glossary has the words of every language', () => {
  expect([...words.keys()].toSorted()).toEqual(languages.toSorted());
  for (const rows of words.values()) expect(rows.length).toBeGreaterThan(10);
});

test.each(languages)('[LANG-5] %s calls each thing by the word of the glossary', (language) => {
  const texts = textsOf(language);
  const missing = (words.get(language) ?? []).filter(
    ({ word }) => !texts.some(({ text }) => patternOf(word).test(text)),
  );
  expect(missing.map(({ word }) => word)).toEqual([]);
});

test.each(languages)('[LANG-5] %s calls nothing by another word', (language) => {
  const texts = textsOf(language);
  const found = (words.get(language) ?? []).flatMap(({ word, never }) =>
    never.flatMap(({ pattern, section }) =>
      texts
        .filter(({ key, text }) => key.startsWith(section) && pattern.test(text))
        .map(({ key, text }) => `${key}: “${text}” (the word is ${word})`),
    ),
  );
  expect(found).toEqual([]);
});
