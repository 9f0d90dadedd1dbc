import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/**
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, keepsErrors?: boolean,
 *   channel?: boolean, input?: boolean }} ProgramOptions
 */

/**
 * Runs a program to its end. Passes on a signal that reaches this process, and then returns exit code 1.
 * @param {string} command
 * @param {string[]} args
 * @param {ProgramOptions} [options] `quiet` collects the output instead of showing it; `keepsErrors` shows the output
 * and collects what it writes to standard error; `channel` gives it a channel to us (see end-with-parent.mjs); `input`
 * gives it our standard input
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runProgram(
  command,
  args,
  { cwd = root, env = process.env, quiet = false, keepsErrors = false, channel = false, input = false } = {},
) {
  const out = quiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd,
    env: { ...env, QUAYSIDE_COMMAND_PID: String(process.pid) },
    stdio: [
      input ? 'inherit' : 'ignore',
      out,
      keepsErrors ? 'pipe' : out,
      ...(channel ? /** @type {const} */ (['ipc']) : []),
    ],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  if (keepsErrors) child.stderr?.pipe(process.stderr, { end: false });

  const pass = () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 4000).unref();
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  for (const signal of signals) process.on(signal, pass);
  try {
    return await new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: 1, output: output + error.message }));
      child.once('close', (code) => resolve({ code: code ?? 1, output }));
    });
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
