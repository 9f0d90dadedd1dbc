import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programs, type RunningProcess, startProcess } from './child-process.ts';
import { findFreePorts } from './free-ports.ts';
import { testSecretsKey } from './secret-keys.ts';

export type ServerProcess = RunningProcess & { url: string; port: number; dataDir: string };

export type ServerOptions = {
  database: { ownerUrl: string; appUrl: string };
  sandboxUrl: string;
  /** The port of an earlier server, to take its place. */
  port?: number;
  /** Holds mailbox and files. Its owner removes it. */
  dataDir?: string;
  /** True to have the fault switch (fault-switch.ts), which production does not have. */
  hasFaultSwitch?: boolean;
  /** Further settings of apps/server/src/lib/env.ts, e.g. `{ CRASH_AT: 'before-send' }`. */
  env?: NodeJS.ProcessEnv;
};

/** Starts the real server, as its own process on a free port, with the demo unless `env` says otherwise. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await findFreePorts(1));
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'quayside-test-server-'));
  const program = options.hasFaultSwitch ? programs.serverWithFaults : programs.server;
  const running = await startProcess(program, {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRETS_KEY: testSecretsKey,
    DATABASE_URL: options.database.appUrl,
    MIGRATION_DATABASE_URL: options.database.ownerUrl,
    SANDBOX_URL: options.sandboxUrl,
    DEMO: 'on',
    PROVIDER_VISIBILITY_MS: '1000',
    ...options.env,
  });
  const stop = async () => {
    await running.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...running, stop, url: `http://127.0.0.1:${port}`, port, dataDir };
}
