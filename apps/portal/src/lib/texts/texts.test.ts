import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { showTexts, t } from './texts.ts';

const root = join(import.meta.dirname, '../../../../../languages');
const counts = [0, 1, 2, 3, 5, 7, 11, 21, 100, 1.5];

const textsOf = (language: string): Record<string, string> =>
  Object.assign(
    {},
    ...['SharedLibrary', 'Common', 'Portal'].map((folder) =>
      JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')),
    ),
  );

/** The server's translator, with the portal's settings. */
async function i18nextOf(language: string, texts: Record<string, string>) {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escape: (value) => (language === 'ar' ? `\u2068${value}\u2069` : value) },
  });
  return i18n;
}

const languages = readdirSync(join(root, 'Portal')).map((file) => file.replace('.json', ''));

test.each(languages)('every text of %s reads as i18next writes it, with each count and context', async (language) => {
  const texts = textsOf(language);
  const i18n = await i18nextOf(language, texts);
  showTexts(language, [texts], language === 'ar');
  const written = Object.keys(texts).flatMap((key) => {
    const [, name = key, end] = /^(.+)_(\w+)$/.exec(key) ?? [];
    const isCounted = end !== undefined && /^(zero|one|two|few|many|other)$/.test(end);
    const values = { ...valuesOf(texts[key] ?? ''), ...(end !== undefined && !isCounted && { context: end }) };
    const calls = isCounted ? counts.map((count) => ({ ...values, count })) : [values];
    return calls.map((call) => ({ name, call, ours: t(name, call), theirs: i18n.t(name, { ...call }) }));
  });
  expect(written.length).toBeGreaterThan(500);
  expect(written.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
});

/** Returns a value for each placeholder. One looks like a placeholder, and one like a pattern of `replace`. */
const valuesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ''], place) => [name, words[place % 2]]));

const words = ['{{name}} & <b>', "$& $' $1"] as const;

test('a text that is missing says its default, else its key, and a placeholder without a value stays', async () => {
  const texts = {
    greeting: 'Hello {{ name }}!',
    greeting_boat: 'Ahoy {{name}}',
    none_zero: 'Nothing',
    none_other: 'Some',
  };
  const i18n = await i18nextOf('en-GB', texts);
  showTexts('en-GB', [texts], false);
  const calls: [string, Record<string, string | number | null | undefined>][] = [
    ['missing.key', {}],
    ['missing.key', { defaultValue: 'In {{place}}', place: 'Cowes' }],
    ['greeting', { place: 'Cowes' }],
    ['greeting', { name: null }],
    ['greeting', { name: undefined }],
    ['greeting', { name: 'Ada', context: 'boat' }],
    ['greeting', { name: 'Ada', context: 'plane' }],
    ['greeting', { name: 'Ada', context: undefined }],
    ['none', { count: 0 }],
    ['none', { count: 2 }],
  ];
  const ours = calls.map(([key, values]) => t(key, values));
  expect(ours).toEqual(calls.map(([key, values]) => i18n.t(key, values)));
  expect(ours).toEqual([
    'missing.key',
    'In Cowes',
    'Hello {{ name }}!',
    'Hello !',
    'Hello !',
    'Ahoy Ada',
    'Hello Ada!',
    'Hello Ada!',
    'Nothing',
    'Some',
  ]);
});
