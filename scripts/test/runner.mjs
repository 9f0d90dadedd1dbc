import { binary, environment, findNode } from '../command/installed.mjs';
import { runProgram } from '../command/program.mjs';
import { inProject } from '../command/project.mjs';

/**
 * Runs a test runner, which ends with this command however the command ends.
 * @param {'vitest' | 'playwright'} name
 * @param {string[]} args
 * @param {import('../command/program.mjs').ProgramOptions} [options]
 */
export const runRunner = (name, args, options) =>
  runProgram(findNode(), ['--import', inProject('scripts', 'run', 'end-with-parent.mjs'), binary(name), ...args], {
    env: environment(),
    ...options,
    channel: true,
  });
