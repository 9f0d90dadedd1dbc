import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../command/project.mjs';

/** @typedef {Record<string, string>} Texts */

export const folders = /** @type {const} */ (['Portal', 'Common', 'SharedLibrary', 'Server']);

/** The language that all others are translated from. */
export const model = 'en-GB';

/**
 * The languages that must have every text. Any other language is a draft: the portal shows its missing texts in
 * English.
 * @type {string[]}
 */
export const completeLanguages = JSON.parse(readFileSync(inProject('languages', 'complete.json'), 'utf8'));

const pluralEnding = /_(zero|one|two|few|many|other)$/;
const fileOf = (/** @type {string} */ folder, /** @type {string} */ language) =>
  inProject('languages', folder, `${language}.json`);

/**
 * Lists every language that has any file, the model first.
 * @returns {string[]}
 */
export function listLanguages() {
  const names = folders.flatMap((folder) => readdirSync(inProject('languages', folder)));
  const codes = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return [...new Set([model, ...codes.sort()])];
}

/** @param {string} folder @param {string} language @returns {Texts} none where there is no file */
export function readTexts(folder, language) {
  const file = fileOf(folder, language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** @param {string} language @returns {string[]} its grammar's forms of counted things */
export const pluralForms = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/**
 * Returns the texts that a language's file of a folder must have, with the English to translate. Where English has
 * plural forms, it returns the language's own forms.
 * @param {string} folder @param {string} language @returns {Texts}
 */
export function requiredTexts(folder, language) {
  const english = readTexts(folder, model);
  const forms = pluralForms(language);
  return Object.fromEntries(
    Object.entries(english).flatMap(([key, text]) => {
      const name = key.replace(pluralEnding, '');
      if (name === key || !(`${name}_other` in english)) return [[key, text]];
      if (!key.endsWith('_other')) return [];
      return forms.map((form) => [`${name}_${form}`, english[`${name}_${form}`] ?? text]);
    }),
  );
}

/**
 * Returns the texts that a language lacks, with the English, by folder.
 * @param {string} language @returns {Record<string, Texts>}
 */
export function missingTexts(language) {
  const lacks = folders.map((folder) => {
    const has = readTexts(folder, language);
    const texts = Object.entries(requiredTexts(folder, language)).filter(([key]) => !has[key]?.trim());
    return /** @type {const} */ ([folder, Object.fromEntries(texts)]);
  });
  return Object.fromEntries(lacks.filter(([, texts]) => Object.keys(texts).length > 0));
}

/**
 * Writes a language's file of a folder, in the order of the English one.
 * @param {string} folder @param {string} language @param {Texts} texts
 */
export function writeTexts(folder, language, texts) {
  const ordered = Object.keys(requiredTexts(folder, language)).flatMap((key) => {
    const text = texts[key];
    return text === undefined ? [] : [[key, typeset(language, text)]];
  });
  writeFileSync(fileOf(folder, language), `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
}

/**
 * Adds the non-breaking spaces that French puts around double punctuation marks.
 * @param {string} language @param {string} text
 */
function typeset(language, text) {
  if (!language.startsWith('fr')) return text;
  return text
    .replace(/ ([?!;])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0');
}
