import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '../apps/server/src/testing/databases/test-postgres.ts';
import { startSandboxProcess } from '../apps/server/src/testing/processes/sandbox-process.ts';
import { startServerProcess } from '../apps/server/src/testing/processes/server-process.ts';
import { buildTestServer } from '../scripts/build/server.mjs';
import { publishAddresses } from './addresses.ts';

/**
 * Starts one PostgreSQL, one sandbox and one server with the demo for the run, on free ports, so that other servers
 * here don't matter.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await buildTestServer();
  const begun = new AsyncDisposableStack();
  try {
    await startAll(begun);
    return () => begun.disposeAsync();
  } catch (error) {
    await begun.disposeAsync();
    throw error;
  }
}

async function startAll(begun: AsyncDisposableStack): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-e2e-'));
  begun.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startTestPostgres();
  begun.defer(() => postgres.stop());
  const sandbox = await startSandboxProcess({ dataDir });
  begun.defer(() => sandbox.stop());
  const server = await startServerProcess({
    database: postgres,
    sandboxUrl: sandbox.url,
    dataDir,
    hasFaultSwitch: true,
    env: { PSEUDO_LANGUAGE: 'on', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' },
  });
  begun.defer(() => server.stop());

  publishAddresses({
    saltmarshUrl: `http://saltmarsh.localhost:${server.port}`,
    portAzurUrl: `http://port-azur.localhost:${server.port}`,
    serverUrl: server.url,
    sandboxUrl: sandbox.url,
    bankUrl: sandbox.bankUrl,
    mailboxUrl: sandbox.mailboxUrl,
    ssoUrl: sandbox.ssoUrl,
    appsUrl: sandbox.appsUrl,
    filesFolder: join(dataDir, 'files'),
    clearAcceptUrl: sandbox.clearAcceptUrl,
    databaseOwnerUrl: postgres.ownerUrl,
    databaseAppUrl: postgres.appUrl,
  });
}
