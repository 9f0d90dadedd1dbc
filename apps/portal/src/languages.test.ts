import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../languages');
const folders = ['Portal', 'Common', 'SharedLibrary'];
const languages = ['en-GB', 'fr-FR'];
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

function texts(language: string): Map<string, string> {
  const files = folders.map((folder) => JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')));
  return new Map(files.flatMap((file) => Object.entries<string>(file)));
}

const base = (key: string) => key.replace(pluralSuffix, '');
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
const english = texts('en-GB');
const englishBases = new Set([...english.keys()].map(base));

test.each(languages)('%s has a text for every key, and none more', (language) => {
  expect(new Set([...texts(language).keys()].map(base))).toEqual(englishBases);
});

test.each(languages)('%s has every plural form that its grammar has', (language) => {
  const all = texts(language);
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const counted = [...all.keys()].filter((key) => key.endsWith('_other')).map(base);
  expect(counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !all.has(key))).toEqual([]);
});

test.each(languages)('%s names the same placeholders as English', (language) => {
  for (const [key, text] of texts(language)) {
    const model = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
    expect([key, placeholders(text)]).toEqual([key, placeholders(model)]);
  }
});

test('every key that the portal names has a text', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !/\.test\.tsx?$/.test(file));
  const named = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((key) => key !== undefined && !englishBases.has(key))).toEqual([]);
});
