import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inProject, root } from '../command/project.mjs';

/** The file in a built folder that has the digest of its sources. */
const stamp = '.sources';

/** @param {string} built */
const stampOf = (built) => (existsSync(join(built, stamp)) ? readFileSync(join(built, stamp), 'utf8') : undefined);

/**
 * Tells if a folder was filled from the sources as they are now.
 * @param {string} built @param {string[]} sources
 */
export const isBuiltFrom = (built, sources) => stampOf(built) === hashSources(sources);

/**
 * Fills a folder from sources, if they have changed since it was filled. The folder is replaced in one step, so that
 * an interrupted build leaves the old one.
 * @param {string} built the folder
 * @param {string[]} sources folders and files
 * @param {(fresh: string) => Promise<void>} build fills an empty folder
 */
export async function buildFromSources(built, sources, build) {
  const hash = hashSources(sources);
  if (stampOf(built) === hash) return;
  const fresh = inProject('.cache', `build-${process.pid}`);
  try {
    await build(fresh);
    writeFileSync(join(fresh, stamp), hash);
    rmSync(built, { recursive: true, force: true });
    renameSync(fresh, built);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Returns one digest of all files. Tests are not among them. @param {string[]} sources */
function hashSources(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesBelow)) hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} source @returns {string[]} */
function filesBelow(source) {
  if (!statSync(source).isDirectory()) return [source];
  return readdirSync(source, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(source, entry.name)) : [join(source, entry.name)]));
}
