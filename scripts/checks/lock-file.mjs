/**
 * Checks that package-lock.json has the content hash of each package, so that `npm ci` installs exactly that, and
 * that no package is tied to one registry. A registry that lacks another system's packages omits their hashes. Only
 * those may be missing.
 */
import { readFileSync } from 'node:fs';
import { inProject } from '../command/project.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, resolved?: string, optional?: boolean,
 *   os?: string[], cpu?: string[] }} Locked
 */

/** @type {Record<string, Locked>} */
const packages = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages;
const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const broken = locked.flatMap(([path, { version, integrity, resolved, ...kind }]) => [
  ...(integrity?.startsWith('sha512-') || isForAnotherSystem(path, kind) ? [] : [`${path} ${version}: no integrity`]),
  ...(resolved === undefined ? [] : [`${path} ${version}: from one place only, ${resolved}`]),
]);
console.log(broken.length === 0 ? `${locked.length} packages are locked` : broken.join('\n'));
process.exitCode = broken.length === 0 ? 0 : 1;

/**
 * Checks if a package is installed neither on Debian nor on the machines of our CI.
 * @param {string} path @param {Locked} kind
 */
function isForAnotherSystem(path, { optional, os = [], cpu = [] }) {
  const isOurs = os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')) && !path.endsWith('-musl');
  return optional === true && os.length > 0 && !isOurs;
}
