import { existsSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { runProgram } from './program.mjs';
import { inProject } from './project.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, devOptional?: boolean, optional?: boolean }}
 *   LockedPackage
 */

const oldestNode = 26;

/**
 * Runs `npm ci` if the installed packages differ from package-lock.json: on a fresh clone, after a pull, and after
 * an interrupted install.
 */
export async function install() {
  if (isInstalled({ development: true })) return;
  console.log('Installing what package-lock.json lists …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--loglevel=error'];
  const { code } =
    npm === undefined ? await runProgram('npm', args) : await runProgram(process.execPath, [npm, ...args]);
  if (code !== 0)
    throw new Failure('npm could not install the packages (see above). Fix that, then run the same command again.');
}

/**
 * Checks if the packages are installed. npm writes node_modules/.package-lock.json last, so that file lists only
 * complete packages.
 * @param {{ development: boolean }} needs true if the packages for development are needed as well
 */
export function isInstalled({ development }) {
  const written = inProject('node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const wanted = readLock(inProject('package-lock.json'));
  const present = readLock(written);
  return Object.entries(wanted).every(([path, { version, link, dev, devOptional, optional }]) => {
    const needed = path.startsWith('node_modules/') && !link && !optional && !devOptional && (development || !dev);
    return !needed || present[path]?.version === version;
  });
}

/** @param {string} file @returns {Record<string, LockedPackage>} */
const readLock = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Finds the Node for everything except these scripts: npm's own copy in this project, else this one. */
export function findNode() {
  const own = inProject('node_modules', '.bin', 'node');
  if (existsSync(own)) return own;
  const [major] = process.versions.node.split('.');
  if (Number(major) >= oldestNode) return process.execPath;
  throw new Failure(
    `Quayside runs on Node ${oldestNode}, npm has no Node for ${process.platform}-${process.arch}, and this is ` +
      `Node ${process.versions.node}. Install Node ${oldestNode} or newer, then run the same command again.`,
  );
}

/**
 * Returns the path of a program that a package contains.
 * @param {string} name
 */
export const binary = (name) => inProject('node_modules', '.bin', name);

/** Returns an environment in which our programs find our Node first. */
export function environment() {
  return { ...process.env, PATH: `${inProject('node_modules', '.bin')}:${process.env.PATH ?? ''}` };
}
