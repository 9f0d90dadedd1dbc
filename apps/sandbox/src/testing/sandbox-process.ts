import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Origins, originsFrom, portCount } from '../ports.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A sandbox as a process of its own, on free ports and in a folder of its own. */
export interface SandboxProcess extends Origins {
  readonly port: number;
  readonly folder: string;
  readonly child: ChildProcess;
  /** Stops the process with a signal and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same ports and folder. */
  restart(): Promise<SandboxProcess>;
  /** Stops it and removes its folder. */
  dispose(): Promise<void>;
}

export interface RunResult {
  readonly code: number | null;
  readonly output: string;
}

/** Starts a sandbox with books of its own. */
export async function startSandbox(): Promise<SandboxProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await start(await freePorts(), folder);
    } catch (error) {
      // Another process may take a port between our check and our start.
      if (attempt === 4 || !String(error).includes('is in use')) throw error;
    }
  }
}

/** Runs the program until it ends by itself. Returns its exit code and its output. */
export async function runSandbox(variables: NodeJS.ProcessEnv): Promise<RunResult> {
  const child = launch(variables);
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  return { code: await promise, output: output.join('') };
}

/** Starts the program with a channel. It ends when the channel does, so that none survives a killed test run. */
function launch(variables: NodeJS.ProcessEnv): ChildProcess {
  const { NODE_ENV: _, ...inherited } = process.env;
  return spawn(process.execPath, [main], {
    env: { ...inherited, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** Waits until a started sandbox has said that it is ready. Throws with its output if it ends before. */
async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk) => {
    output += String(chunk);
  });
  child.once('message', () => resolve());
  child.once('close', () => reject(new Error(output)));
  await promise;
}

async function start(port: number, folder: string): Promise<SandboxProcess> {
  const child = launch({ SANDBOX_PORT: String(port), DATA_DIR: folder });
  await untilReady(child);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    child.kill(signal);
    await promise;
  };
  return {
    port,
    ...originsFrom(port),
    folder,
    child,
    stop,
    restart: () => start(port, folder),
    async dispose() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Finds as many free ports in a row as the sandbox needs, and returns the first. */
export async function freePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await Promise.all(Array.from({ length: portCount }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
