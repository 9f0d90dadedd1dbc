import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import { inProject } from './project.mjs';

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
  const { module, errors } = parseSync(file, readFileSync(inProject(file), 'utf8'));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @param {{ isType: boolean }[]} entries */
  const counts = (entries) => typesToo || entries.length === 0 || entries.some(({ isType }) => !isType);
  const named = [
    ...module.staticImports.filter(({ entries }) => counts(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports
      .flatMap(({ entries }) => entries)
      .filter((entry) => counts([entry]))
      .map(({ moduleRequest }) => moduleRequest?.value),
  ];
  const written = readFileSync(inProject(file), 'utf8');
  const dynamic = (laterToo ? module.dynamicImports : []).map(
    ({ moduleRequest: { start, end } }) => /^(['"`])(.+)\1$/.exec(written.slice(start, end))?.[2],
  );
  return [...new Set([...named, ...dynamic].filter((name) => name !== undefined).map((name) => resolve(file, name)))];
}

/** @param {string} file @param {string} name */
function resolve(file, name) {
  if (name.startsWith('.')) return normalize(join(dirname(file), name)).replace(/[?#].*$/, '');
  const own = /^@quayside\/([a-z-]+)\/(.+)$/.exec(name);
  if (own) return `packages/${own[1]}/src/${own[2]}`;
  return name.startsWith('node:') ? name : `node_modules/${/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]}`;
}
