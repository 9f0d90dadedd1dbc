/**
 * Lints the files that have changed since the last green lint, and the files that import them, because some rules
 * read types. Lints everything if it can't know: the first time, and after a change of the configuration, of a
 * package or of a declaration. `npm test` in CI starts without a cache, so it lints everything.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { importsOf, listSources } from './import-graph.mjs';
import { binary, environment, findNode } from '../command/installed.mjs';
import { selectFiles } from './lint-selection.mjs';
import { runProgram } from '../command/program.mjs';
import { inProject } from '../command/project.mjs';

/** The hashes of the last green lint. */
const cacheFile = inProject('.cache', 'linted.json');

const now = { shared: hashOf(sharedInputs()), files: hashes() };
const files = selectFiles(readBefore(), now, (file) => importsOf(file));
const { code } =
  files?.length === 0
    ? { code: 0 }
    : await runProgram(findNode(), [binary('oxlint'), ...(files ?? [])], { env: environment() });
if (code === 0) {
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(now));
}
process.exitCode = code;

/** @returns {typeof now | undefined} */
function readBefore() {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Every file of the sources, with its hash. Declarations are shared inputs. */
function hashes() {
  const sources = listSources().filter((file) => !file.endsWith('.d.ts'));
  return Object.fromEntries(sources.map((file) => [file, hashOf([file])]));
}

/** The files that every result depends on. */
function sharedInputs() {
  const atTop = readdirSync(inProject()).filter((name) => /\.(json|ts|mjs)$/.test(name));
  const projects = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(inProject(folder)).map((name) => `${folder}/${name}/tsconfig.json`),
  );
  const found = projects.filter((file) => existsSync(inProject(file)));
  return [...atTop, ...found, ...listSources().filter((file) => file.endsWith('.d.ts'))];
}

/** @param {string[]} names */
function hashOf(names) {
  const hash = createHash('sha256');
  for (const file of names) hash.update(`${file}\0`).update(readFileSync(inProject(file)));
  return hash.digest('hex');
}
