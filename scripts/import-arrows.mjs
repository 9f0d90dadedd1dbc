/** Checks every import of the project against import-rules.mjs, and that there are no import circles. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';
import { rules } from './import-rules.mjs';
import { inProject } from './project.mjs';

const folders = ['apps', 'packages', 'e2e', 'bench', 'scripts'];

/** @type {Map<string, string[]>} what each file imports */
const imports = new Map(folders.flatMap(sourcesBelow).map((file) => [file, importsOf(file)]));
const broken = [...brokenRules(), ...circles()];
console.log(broken.length === 0 ? `${imports.size} files follow the import rules` : broken.join('\n'));
process.exitCode = broken.length === 0 ? 0 : 1;

/** @param {string} folder @returns {string[]} */
function sourcesBelow(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : sourcesBelow(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** @param {string} file */
function importsOf(file) {
  const { module, errors } = parseSync(file, readFileSync(inProject(file), 'utf8'));
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ];
  const written = readFileSync(inProject(file), 'utf8');
  const dynamic = module.dynamicImports.map(
    ({ moduleRequest: { start, end } }) => /^(['"`])(.+)\1$/.exec(written.slice(start, end))?.[2],
  );
  return [...new Set([...named, ...dynamic].filter((name) => name !== undefined).map((name) => resolve(file, name)))];
}

/** @param {string} file @param {string} name */
function resolve(file, name) {
  if (name.startsWith('.')) return normalize(join(dirname(file), name)).replace(/[?#].*$/, '');
  const contract = /^@quayside\/contract\/(.+)$/.exec(name);
  if (contract) return `packages/contract/src/${contract[1]}`;
  return name.startsWith('node:') ? name : `node_modules/${/^(@[^/]+\/)?[^/]+/.exec(name)?.[0]}`;
}

function brokenRules() {
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

/** Finds every circle once, from its first file. */
function circles() {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const follow = (file, path) => {
    const start = path.indexOf(file);
    if (start >= 0)
      found.push(
        `${[...path.slice(start), file].join(' → ')}\n    A circle means that two files belong together: merge them, or move their shared code below both.`,
      );
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) follow(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) follow(file, []);
  return found;
}
