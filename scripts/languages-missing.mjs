#!/usr/bin/env node
// Prints the texts that languages lack, with the English, as JSON for a translator:
//   node scripts/languages-missing.mjs [language] > missing.json
// Adds the translated texts, in the same shape, to the language files without replacing any text:
//   node scripts/languages-missing.mjs --take translated.json
// Says how much each language lacks, and fails if a complete one lacks anything:
//   node scripts/languages-missing.mjs --check
// Sorts every file like the English one and adds the spaces of French typography:
//   node scripts/languages-missing.mjs --tidy
import { readFileSync } from 'node:fs';
import {
  completeLanguages,
  folders,
  listLanguages,
  missingTexts,
  model,
  readTexts,
  requiredTexts,
  writeTexts,
} from './languages/language-files.mjs';

const [first, second] = process.argv.slice(2);
if (first === '--tidy') tidy();
else if (first === '--check') check();
else if (first === '--take') take(JSON.parse(readFileSync(second ?? '', 'utf8')));
else console.log(JSON.stringify(missing(first ? [first] : listLanguages().filter((code) => code !== model)), null, 2));

/** @param {string[]} languages @returns {Record<string, ReturnType<typeof missingTexts>>} */
function missing(languages) {
  return Object.fromEntries(
    languages
      .map((language) => /** @type {const} */ ([language, missingTexts(language)]))
      .filter(([, byFolder]) => Object.keys(byFolder).length > 0),
  );
}

function check() {
  for (const [language, byFolder] of Object.entries(missing(listLanguages()))) {
    const keys = Object.values(byFolder).flatMap((texts) => Object.keys(texts));
    const all = folders.flatMap((folder) => Object.keys(requiredTexts(folder, language)));
    const some = keys.length > 10 ? [...keys.slice(0, 10), '…'] : keys;
    console.log(`${language} lacks ${keys.length} of ${all.length} texts, shown in English: ${some.join(', ')}`);
    console.log(`  node scripts/languages-missing.mjs ${language} prints them.`);
    if (completeLanguages.includes(language)) process.exitCode = 1;
  }
}

/** @param {Record<string, Record<string, import('./languages/language-files.mjs').Texts>>} translated */
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
