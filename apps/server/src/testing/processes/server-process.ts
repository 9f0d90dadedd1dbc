import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSecretsKey } from '../secret-keys.ts';
import { programs, type RunningProcess, startProcess } from './child-process.ts';
import { findFreePorts } from './free-ports.ts';

export type ServerProcess = RunningProcess & { url: string; port: number; dataDir: string };

export type ServerOptions = {
  database: { ownerUrl: string; appUrl: string };
  sandboxUrl: string;
  /** The port of an earlier server, to take its place. */
  port?: number;
  /** Holds mailbox and files. Its owner removes it. */
  dataDir?: string;
  /** Another program than this release's server, as a path from the project's root. */
  program?: string;
  /** True to have the fault switch (fault-switch.ts), which production does not have. */
  hasFaultSwitch?: boolean;
  /** The size of a disk of its own for DATA_DIR, in megabytes. Only this server sees it (`/proc/<pid>/root`). */
  diskMegabytes?: number;
  /** Further settings of apps/server/src/lib/settings/env.ts, e.g. `{ CRASH_AT: 'before-send' }`. */
  env?: NodeJS.ProcessEnv;
};

/** Starts the real server, as its own process on a free port, with the demo unless `env` says otherwise. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await findFreePorts(1));
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'quayside-test-server-'));
  const program = options.program ?? (options.hasFaultSwitch ? programs.serverWithFaults : programs.server);
  const settings = {
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRETS_KEY: testSecretsKey,
    DATABASE_URL: options.database.appUrl,
    MIGRATION_DATABASE_URL: options.database.ownerUrl,
    SANDBOX_URL: options.sandboxUrl,
    DEMO: 'on',
    START_WITHOUT_FILES: 'on', // tests start servers with folders of their own on databases of others
    PROVIDER_VISIBILITY_MS: '1000',
    ...options.env,
  };
  const launcher = options.diskMegabytes === undefined ? [] : withDisk(options.diskMegabytes);
  const running = await startProcess(program, settings, [], undefined, launcher);
  const stop = async () => {
    await running.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...running, stop, url: `http://127.0.0.1:${port}`, port, dataDir };
}

/** Returns a command that mounts a small disk at DATA_DIR, which nobody else sees, and then becomes another program. */
function withDisk(megabytes: number): string[] {
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs "$DATA_DIR" && exec "$@"`;
  return ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount', 'sh', '-c', mount, 'sh'];
}
