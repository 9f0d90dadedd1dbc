import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { Failure } from './failure.mjs';
import { binary, environment, findNode } from './installed.mjs';
import { runProgram } from './program.mjs';
import { inProject, root } from './project.mjs';

const built = inProject('apps', 'portal', 'dist');
const stamp = join(built, '.sources');

/** Builds the portal if its sources have changed since the last build. */
export async function buildPortal() {
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.log('Building the portal …');
  const fresh = inProject('.cache', `portal-${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  await runVite(fresh, ['--outDir', fresh, '--emptyOutDir']);
  // The program that draws pages on the server.
  await runVite(fresh, ['--ssr', 'src/server.tsx', '--outDir', join(fresh, 'server')]);
  compressFiles(join(fresh, 'assets'));
  writeFileSync(join(fresh, '.sources'), sources);
  rmSync(built, { recursive: true, force: true });
  renameSync(fresh, built); // in one step, so that an interrupted build leaves the old one
}

/** @param {string} fresh @param {string[]} options */
async function runVite(fresh, options) {
  const { code, output } = await runProgram(findNode(), [binary('vite'), 'build', ...options, '--logLevel', 'warn'], {
    cwd: inProject('apps', 'portal'),
    env: { ...environment(), NODE_ENV: 'production' },
    quiet: true,
  });
  if (code === 0) return;
  rmSync(fresh, { recursive: true, force: true });
  throw new Failure(`The portal could not be built:\n${output}`);
}

/** Returns one digest of all sources of the portal. */
function hashSources() {
  const hash = createHash('sha256');
  const folders = [inProject('apps', 'portal'), inProject('packages', 'contract'), inProject('languages')];
  for (const file of [
    ...folders.flatMap(filesBelow),
    inProject('package-lock.json'),
    inProject('tsconfig.base.json'),
  ]) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'dist' && name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
