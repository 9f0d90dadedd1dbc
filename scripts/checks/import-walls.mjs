import { dirname } from 'node:path';
import { portalExports, rules, writesOfOthers } from './import-rules.mjs';

/** @typedef {ReadonlyMap<string, readonly string[]>} Imports what each file imports */

/** Finds the imports that a rule of import-rules.mjs forbids. @param {Imports} imports */
export function brokenRules(imports) {
  return [...imports].flatMap(([file, targets]) =>
    rules.flatMap(({ from, notFrom, to, except, why }) => {
      const match = from.exec(file);
      if (!match || notFrom?.test(file)) return [];
      const allowed = except === undefined ? undefined : new RegExp(except.replace('$1', match[1] ?? ''));
      return targets
        .filter((target) => to.test(target) && !allowed?.test(target))
        .map((target) => `${file} → ${target}\n    ${why}`);
    }),
  );
}

/**
 * Finds the imports of private files of the portal's folders that have a `<folder>.exports.ts`.
 * @param {Imports} imports without those of `import(…)`: a part that is loaded later is named by its own file
 */
export function importsOfPrivateFiles(imports) {
  const shown = new Map([...imports.keys()].map((file) => [portalExports.exec(file)?.[1], file]));
  return [...imports]
    .filter(([file]) => file.startsWith('apps/portal/src/'))
    .flatMap(([file, targets]) =>
      targets.flatMap((target) => {
        const exports = shown.get(dirname(target));
        if (exports === undefined || target === exports || dirname(file) === dirname(target)) return [];
        return [`${file} → ${target}\n    The folder's files are private. Others use ${exports}.`];
      }),
    );
}

const serverSource = 'apps/server/src/';

const portalSource = 'apps/portal/src/';

const contractSource = 'packages/contract/src/';

/** The server's folders whose folders count by themselves. */
const divided = ['features', 'providers', 'operator', 'http', 'db', 'lib'];

/**
 * Returns a file's folder. On the server: "." for the top, and one level more in the folders that are divided. In the
 * portal and in the contract each folder counts by itself.
 * @param {string} file
 */
export function folderOf(file) {
  if (file.startsWith(portalSource) || file.startsWith(contractSource)) return dirname(file);
  if (!file.startsWith(serverSource)) return undefined;
  const [first = '', second = '', ...rest] = file.slice(serverSource.length).split('/');
  if (second === '') return '.';
  return divided.includes(first) && rest.length > 0 ? `${first}/${second}` : first;
}

// "for update of", "do update set" and the like lock or follow, and name no table.
const update = String.raw`(?<!\b(?:for|do|key) )update(?! set\b| skip\b| of\b)`;
const inSql = String.raw`\b(?:insert into|delete from|merge into|${update})\s+([a-z_]+)(?=[\s(])`;
const inKysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g;
const inRows = /\binsertRows\(\s*\w+,\s*\w+,\s*'(\w+)'/g;
const writing = [inKysely, inRows, new RegExp(inSql, 'g')];

/**
 * Finds the tables that two folders of the server write.
 * @param {ReadonlyMap<string, string>} sources the text of each file of the server's product
 */
export function writtenTwice(sources) {
  /** @type {Map<string, Map<string | undefined, string>>} for each table its writers, with the first file of each */
  const writers = new Map();
  for (const [file, text] of sources) {
    if (writesOfOthers.some(({ files }) => files.test(file))) continue;
    for (const [, table = ''] of writing.flatMap((pattern) => [...withoutComments(text).matchAll(pattern)])) {
      const known = writers.get(table) ?? new Map();
      writers.set(table, known.set(folderOf(file), known.get(folderOf(file)) ?? file));
    }
  }
  return [...writers]
    .filter(([, files]) => files.size > 1)
    .map(([table, files]) => {
      const found = `${table}: is written by ${[...files.values()].join(' and ')}`;
      return `${found}\n    One feature writes a table. Others call it through its service or its .exports.ts.`;
    });
}

/** @param {string} text */
const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '');
