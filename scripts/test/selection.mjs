import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Failure } from '../command/failure.mjs';
import { inProject, root } from '../command/project.mjs';

/**
 * @typedef {{ vitest: string[], playwright: string[], title?: string }} Selection paths from the project's root;
 *   `title` is a regular expression
 */

const isTest = (/** @type {string} */ path) => /\.(test\.tsx?|spec\.ts)$/.test(path);

/**
 * Finds the tests that the command line names.
 * @param {string[]} wanted a file, a folder or a part of either's path; or words of a test's title
 * @returns {Selection}
 * @throws Failure if nothing has that name
 */
export function selectTests(wanted) {
  const files = testFiles();
  const byPath = wanted.map((part) => files.filter((file) => file.includes(asPath(part))));
  if (byPath.every((found) => found.length > 0)) return split(byPath.flat());
  const title = wanted.join(' ');
  const byTitle = files.filter((file) => readFileSync(inProject(file), 'utf8').includes(title));
  if (byTitle.length === 0) {
    const lost = wanted.filter((_, index) => byPath[index]?.length === 0).join('", "');
    throw new Failure(
      `No path of a test contains "${lost}", and no test's title contains "${title}". ` +
        'Give a title exactly as it is written.',
    );
  }
  return { ...split(byTitle), title: title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') };
}

/**
 * Returns a path from the project's root, even if it was typed in another folder.
 * @param {string} part
 */
function asPath(part) {
  const here = resolve(process.env.INIT_CWD ?? root, part);
  return existsSync(here) ? relative(root, here) : part;
}

/** @param {string[]} files @returns {Selection} */
function split(files) {
  const unique = [...new Set(files)];
  return {
    vitest: unique.filter((file) => !file.startsWith('e2e/')),
    playwright: unique.filter((file) => file.startsWith('e2e/')),
  };
}

/**
 * Lists every test file of the project.
 * @returns {string[]}
 */
function testFiles() {
  return ['apps', 'packages', 'bench', 'scripts', 'e2e'].flatMap(filesBelow).filter(isTest);
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
