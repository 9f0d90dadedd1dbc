import { rmSync } from 'node:fs';
import { sandboxOrigin, sandboxPortCount, type SandboxService } from '../../demo/sandbox-origin.ts';
import { makeDatabaseFolder } from '../databases/database-folder.ts';
import { type RunningProcess, startProcess } from './child-process.ts';
import { findFreePorts } from './free-ports.ts';

export type SandboxProcess = RunningProcess & {
  /** The card provider with its scripts, frames and switches. */
  url: string;
  bankUrl: string;
  mailboxUrl: string;
  /** The providers of single sign-on. An issuer is this URL and the provider's key: `/harbour-id` or `/blue-flag`. */
  ssoUrl: string;
  /** The partner's apps: the value of a tenant's `microAppApi`. */
  appsUrl: string;
  /** The second card provider. */
  clearAcceptUrl: string;
  port: number;
  dataDir: string;
};

export type SandboxOptions = {
  /**
   * A folder of an earlier sandbox, to start again with its data, or a server's, to share its mailbox. Its owner
   * removes it.
   */
  dataDir?: string;
  /** The first port of an earlier sandbox, to take its place. */
  port?: number;
};

/** Starts the real sandbox, as its own process on free ports. */
export async function startSandboxProcess(options: SandboxOptions = {}): Promise<SandboxProcess> {
  const port = options.port ?? (await findFreePorts(sandboxPortCount));
  const dataDir = options.dataDir ?? makeDatabaseFolder('quayside-test-sandbox-');
  const running = await startProcess('apps/sandbox/src/main.ts', {
    NODE_ENV: 'test',
    SANDBOX_PORT: String(port),
    DATA_DIR: dataDir,
  });
  const stop = async () => {
    await running.stop();
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };
  const at = (service: SandboxService) => sandboxOrigin(`http://127.0.0.1:${port}`, service);
  const urls = {
    url: at('provider'),
    bankUrl: at('bank'),
    mailboxUrl: at('mailbox'),
    ssoUrl: at('singleSignOn'),
    appsUrl: `${at('partnerApps')}/`,
    clearAcceptUrl: at('clearAccept'),
  };
  return { ...running, stop, ...urls, port, dataDir };
}
