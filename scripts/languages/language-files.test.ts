import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  completeLanguages,
  folders,
  listLanguages,
  model,
  pluralForms,
  readTexts,
  requiredTexts,
} from './language-files.mjs';
import { inProject } from '../command/project.mjs';

const languages = listLanguages();
const translated = languages.filter((language) => language !== model);
const everyFile = languages.flatMap((language) => folders.map((folder) => [language, folder] as const));

interface Reason {
  languages: string[];
  keys: string[];
}
const allowedEqual = JSON.parse(readFileSync(inProject('languages', 'allowed-equal.json'), 'utf8')) as Record<
  string,
  Reason
>;
const mayBeEqual = (language: string, key: string) =>
  Object.values(allowedEqual).some((reason) => reason.languages.includes(language) && reason.keys.includes(key));

const placeholders = (text = '') => [...new Set(text.match(/\{\{\w+\}\}/g))].toSorted();
const tags = (text = '') => [...new Set(text.match(/<\/?\w+|&\w+;/g))].toSorted();

/** A plural form that means only one number may write it as a word. */
const saysNumberInAWord = (key: string) => /_(zero|one|two)$/.test(key);

test('[LANG-5] the six languages are there, and complete', () => {
  expect(languages).toEqual(expect.arrayContaining(completeLanguages));
  expect(completeLanguages).toEqual(expect.arrayContaining(['en-GB', 'ar', 'de-DE', 'es-ES', 'fr-FR', 'nl-NL']));
});

test.each(everyFile)('[LANG-5] %s has every text of %s in its own plural forms, and none more', (language, folder) => {
  const wanted = Object.keys(requiredTexts(folder, language));
  const has = readTexts(folder, language);
  const isComplete = completeLanguages.includes(language);
  const missing = wanted.filter((key) => isComplete && !has[key]?.trim());
  const unknown = Object.keys(has).filter((key) => !wanted.includes(key));
  const hint = 'node scripts/languages-missing.mjs prints the missing texts with the English ones';
  expect({ missing, unknown }, hint).toEqual({ missing: [], unknown: [] });
});

test.each(everyFile)('[LANG-5] %s keeps the placeholders and the HTML of %s', (language, folder) => {
  const wanted = requiredTexts(folder, language);
  for (const [key, text] of Object.entries(readTexts(folder, language))) {
    const given = placeholders(wanted[key]);
    const kept = saysNumberInAWord(key)
      ? [...placeholders(text), ...given.filter((name) => name === '{{count}}')]
      : placeholders(text);
    expect([key, [...new Set(kept)].toSorted()]).toEqual([key, given]);
    expect([key, tags(text).filter((tag) => !tags(wanted[key]).includes(tag))]).toEqual([key, []]);
  }
});

test.each(translated)('[LANG-5] what %s says as English does is on the list, and no more', (language) => {
  const equal = folders.flatMap((folder) => {
    const wanted = requiredTexts(folder, language);
    return Object.entries(readTexts(folder, language)).flatMap(([key, text]) => (text === wanted[key] ? [key] : []));
  });
  const listed = Object.values(allowedEqual).flatMap((reason) =>
    reason.languages.includes(language) ? reason.keys : [],
  );
  expect({ notListed: equal.filter((key) => !mayBeEqual(language, key)) }).toEqual({ notListed: [] });
  expect({ listedInVain: listed.filter((key) => !equal.includes(key)) }).toEqual({ listedInVain: [] });
});

test('a key means one text: server and portal share none, so a marina’s own text changes what it means to', () => {
  const portal = ['Portal', 'Common', 'SharedLibrary'] as const;
  const keys = [
    ...portal.flatMap((folder) => Object.keys(readTexts(folder, model))),
    ...Object.keys(readTexts('Server', model)),
  ];
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('a text of the portal stands in the folder of its section, the first word of its key', () => {
  const sections = (['Portal', 'Common', 'SharedLibrary'] as const).flatMap((folder) => [
    ...new Set(Object.keys(readTexts(folder, model)).map((key) => key.split('.')[0])),
  ]);
  expect(sections.filter((section, index) => sections.indexOf(section) !== index)).toEqual([]);
});

/** The names of buttons for screen readers, each with the words that the button shows. */
const namedButtons = {
  'agreements.downloadOf': 'agreements.download',
  'agreements.signOf': 'agreements.sign',
  'agreements.viewOf': 'agreements.view',
  'documents.replaceNamed': 'documents.replace',
  'documents.uploadNamed': 'documents.upload',
  'estimates.downloadOf': 'estimates.download',
  'estimates.viewOf': 'estimates.view',
  'estimates.viewOrderOf': 'estimates.viewOrder',
  'orders.payOf': 'orders.pay',
  'orders.signAgreementOf': 'agreements.sign',
  'orders.viewAgreementOf': 'agreements.viewSigned',
  'orders.viewOf': 'orders.view',
  'payments.viewOf': 'payments.view',
};

test.each(languages)('[DASH-9] in %s the name of a button has the words that it shows', (language) => {
  const texts: Record<string, string> = readTexts('Portal', language);
  const said = (key: string) => (texts[key] ?? key).toLocaleLowerCase(language);
  const without = Object.entries(namedButtons).filter(([name, words]) => !said(name).includes(said(words)));
  expect(without.map(([name]) => name)).toEqual([]);
});

test('French separates its double marks by a blank that is never broken', () => {
  const broken = folders.flatMap((folder) =>
    Object.entries(readTexts(folder, 'fr-FR')).filter(([, text]) => / [?!;:»]|« /.test(text)),
  );
  expect(broken.map(([key]) => key)).toEqual([]);
});

test('Arabic counts in six forms', () => {
  expect(pluralForms('ar')).toHaveLength(6);
  expect(Object.keys(requiredTexts('Portal', 'ar')).filter((key) => key.startsWith('payments.orders_'))).toHaveLength(
    6,
  );
});
