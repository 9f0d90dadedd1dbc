import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import { inProject } from '../command/project.mjs';

const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'mutation'];

/**
 * Lists the source files below the project's folders.
 * @returns {string[]}
 */
export const listSources = () => folders.flatMap(sourcesBelow);

/** @param {string} folder @returns {string[]} */
function sourcesBelow(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sourcesBelow(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/**
 * Returns the modules that a file imports: paths of the project, `node:…`, or `node_modules/…`.
 * @param {string} file
 * @param {{ typesToo?: boolean, laterToo?: boolean }} [options] `laterToo`: with those of `import(…)`
 */
export function importsOf(file, { typesToo = true, laterToo = true } = {}) {
  const wanted = read(file).filter(({ isType, isLater }) => (typesToo || !isType) && (laterToo || !isLater));
  return [...new Set(wanted.map(({ target }) => target))];
}

/** @typedef {{ target: string, isType: boolean, isLater: boolean }} Import `isLater`: by `import(…)` */

/** @type {Map<string, Import[]>} the files that were read, because parsing takes most of the time */
const importsByFile = new Map();

/** @param {string} file */
function read(file) {
  const imports = importsByFile.get(file) ?? parse(file);
  importsByFile.set(file, imports);
  return imports;
}

/** @param {string} file @returns {Import[]} */
function parse(file) {
  const text = readFileSync(inProject(file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @param {{ isType: boolean }[]} entries */
  const areTypes = (entries) => entries.length > 0 && entries.every(({ isType }) => isType);
  const named = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({ name: moduleRequest.value, entries })),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .map((entry) => ({ name: entry.moduleRequest?.value, entries: [entry] })),
  ].map(({ name, entries }) => ({ name, isType: areTypes(entries), isLater: false }));
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => {
    return { name: /^(['"`])(.+)\1$/.exec(text.slice(start, end))?.[2], isType: false, isLater: true };
  });
  return [...named, ...dynamic].flatMap(({ name, ...how }) =>
    name === undefined ? [] : [{ target: resolve(file, name), ...how }],
  );
}

/** @param {string} file @param {string} name */
function resolve(file, name) {
  if (name.startsWith('.')) return normalize(join(dirname(file), name)).replace(/[?#].*$/, '');
  const own = /^@quayside\/([a-z-]+)\/(.+)$/.exec(name);
  if (own) return `packages/${own[1]}/src/${own[2]}`;
  return name.startsWith('node:') ? name : `node_modules/${/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]}`;
}
