import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { saltmarsh } from '../../apps/server/src/demo/marinas.ts';
import { sandboxPortCount } from '../../apps/server/src/demo/sandbox-origin.ts';
import { startProcess } from '../../apps/server/src/testing/processes/child-process.ts';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { builtServer, serverFlags } from '../../scripts/run/server-program.mjs';
import { medianOf } from '../load.ts';
import { productionSettings } from '../processes.ts';
import { type Figure, rounded } from '../report.ts';

/**
 * Measures the time from the start of the process until it reports that it is ready, on the embedded database of an
 * earlier start.
 */
export async function measureServerStart(times: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-start-'));
  chmodSync(dataDir, 0o711); // the PostgreSQL of root runs as another user, who needs access
  try {
    const start = async () => {
      const began = performance.now();
      const settings = productionSettings(await findFreePorts(1), dataDir);
      const running = await startProcess(builtServer, settings, serverFlags);
      const took = (performance.now() - began) / 1000;
      await running.stop();
      return took;
    };
    await start(); // makes the database
    const starts: number[] = [];
    for (let time = 0; time < times; time += 1) starts.push(await start());
    return [figure('server start, existing database', medianOf(starts), 1)];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Measures the time from `npm start` to the first page, on an installed and built tree without data. */
export async function measureFirstPage(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-first-'));
  chmodSync(dataDir, 0o711); // the PostgreSQL of root runs as another user, who needs access
  const port = await findFreePorts(1 + sandboxPortCount);
  const began = performance.now();
  const started = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  const exited = once(started, 'exit');
  try {
    await Promise.race([
      firstAnswer(`http://127.0.0.1:${port}/login?tenant=${saltmarsh.key}`),
      exited.then(([code]) => Promise.reject(new Error(`npm start ended with ${code}`))),
    ]);
    return [figure('first page after npm start', (performance.now() - began) / 1000, 5)];
  } finally {
    started.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Asks for a page until it is answered. */
export async function firstAnswer(url: string, headers: Record<string, string> = {}): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers }).catch(() => undefined);
    if (answer?.ok) return;
    await pause(20);
  }
}

const figure = (what: string, seconds: number, most: number): Figure => ({
  what,
  figure: `${rounded(seconds)} s`,
  floor: '',
  value: seconds,
  budget: { most },
});
