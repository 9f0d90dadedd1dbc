#!/usr/bin/env node
// Prints the texts that languages lack, with the English, as JSON for a translator:
//   node scripts/languages-missing.mjs [language] > missing.json
// Adds the translated texts, in the same shape, to the language files without replacing any text:
//   node scripts/languages-missing.mjs --take translated.json
// Sorts every file like the English one and adds the spaces of French typography:
//   node scripts/languages-missing.mjs --tidy
import { readFileSync } from 'node:fs';
import { folders, listLanguages, model, readTexts, wantedTexts, writeTexts } from './language-files.mjs';

const [first, second] = process.argv.slice(2);
if (first === '--tidy') tidy();
else if (first === '--take') take(JSON.parse(readFileSync(second ?? '', 'utf8')));
else console.log(JSON.stringify(missing(first ? [first] : listLanguages().filter((code) => code !== model)), null, 2));

/** @param {string[]} languages @returns {Record<string, Record<string, import('./language-files.mjs').Texts>>} */
function missing(languages) {
  return Object.fromEntries(
    languages
      .map((language) => /** @type {const} */ ([language, missingIn(language)]))
      .filter(([, byFolder]) => Object.keys(byFolder).length > 0),
  );
}

/** @param {string} language @returns {Record<string, import('./language-files.mjs').Texts>} */
function missingIn(language) {
  /** @type {Record<string, import('./language-files.mjs').Texts>} */
  const lacks = {};
  for (const folder of folders) {
    const has = readTexts(folder, language);
    const texts = Object.entries(wantedTexts(folder, language)).filter(([key]) => !has[key]);
    if (texts.length > 0) lacks[folder] = Object.fromEntries(texts);
  }
  return lacks;
}

/** @param {Record<string, Record<string, import('./language-files.mjs').Texts>>} translated */
function take(translated) {
  for (const [language, byFolder] of Object.entries(translated)) {
    for (const [folder, texts] of Object.entries(byFolder)) {
      writeTexts(folder, language, { ...texts, ...readTexts(folder, language) });
    }
  }
}

function tidy() {
  for (const language of listLanguages().filter((code) => code !== model)) {
    for (const folder of folders) writeTexts(folder, language, readTexts(folder, language));
  }
}
