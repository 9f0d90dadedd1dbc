import { join } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { Failure } from '../command/failure.mjs';
import { binary, environment, findNode } from '../command/installed.mjs';
import { runProgram } from '../command/program.mjs';
import { inProject } from '../command/project.mjs';
import { buildFromSources } from './sources.mjs';

const sources = [
  inProject('apps', 'portal'),
  inProject('packages', 'contract'),
  inProject('languages'),
  inProject('package-lock.json'),
  inProject('tsconfig.base.json'),
];

/** Builds the portal if its sources have changed since the last build. */
export function buildPortal() {
  return buildFromSources(inProject('apps', 'portal', 'dist'), sources, async (fresh) => {
    console.log('Building the portal …');
    await runVite(['--outDir', fresh, '--emptyOutDir']);
    // The program that draws pages on the server.
    await runVite(['--ssr', 'src/server.tsx', '--outDir', join(fresh, 'server')]);
    compressFiles(join(fresh, 'assets'));
  });
}

/** @param {string[]} options */
async function runVite(options) {
  const { code, output } = await runProgram(findNode(), [binary('vite'), 'build', ...options, '--logLevel', 'warn'], {
    cwd: inProject('apps', 'portal'),
    env: { ...environment(), NODE_ENV: 'production' },
    quiet: true,
  });
  if (code !== 0) throw new Failure(`The portal could not be built:\n${output}`);
}
