import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type RunningProcess = {
  pid: number;
  /** Returns everything that it wrote so far, on both streams. */
  logs: () => string;
  /** Kills it and waits until it is gone. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Asks it to stop and waits until it is gone. */
  stop: () => Promise<void>;
  /** Resolves when it is gone, with its exit code or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>;
};

const root = fileURLToPath(new URL('../../../../../', import.meta.url));

/** The server's programs, as the tests' set-up builds them (`scripts/build/server.mjs`). */
export const programs = {
  server: '.cache/test-server/main.js',
  serverWithFaults: '.cache/test-server/main-with-faults.js',
  operator: '.cache/test-server/operator.js',
};

/** A program that isn't ready after this time hangs, even on a busy machine. */
const patienceMs = 60_000;

/** Returns the variables that the system needs. A child's settings come from the test alone. */
const system = () =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
  );

/**
 * Runs one of our programs as its own process, with the Node that runs the tests.
 * @param program path from the project's root
 * @param begun is told the process id as soon as it runs, for tests of a program that isn't ready yet
 * @param launcher a command that becomes Node, such as `nice`
 * @returns the process, when it has said that it is ready
 */
export async function startProcess(
  program: string,
  settings: NodeJS.ProcessEnv,
  nodeFlags: readonly string[] = [],
  begun: (pid: number) => void = () => {},
  launcher: readonly string[] = [],
): Promise<RunningProcess> {
  const [command, ...args] = [...launcher, process.execPath, '--enable-source-maps', ...nodeFlags, program];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...system(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.pid !== undefined) begun(child.pid);
  let written = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
    child.once('error', ({ message }) => {
      written += message; // it could not be started
      resolve(1);
    });
  });
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    await exited;
  };
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')));
  let ended = 'It ended';
  const patience = setTimeout(() => {
    ended = `It said nothing for ${patienceMs / 1000} s and was ended`;
    child.kill('SIGKILL');
  }, patienceMs);
  const first = await Promise.race([ready, exited]);
  clearTimeout(patience);
  if (first !== 'ready')
    throw new Error(`${program} never became ready. ${ended} with ${first}. It wrote:\n${written || '(nothing)'}`);
  return { pid: child.pid ?? 0, logs: () => written, kill, stop: () => kill('SIGTERM'), exited };
}
