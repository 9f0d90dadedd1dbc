import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './databases/test-postgres.ts';
import { type SandboxProcess, startSandboxProcess } from './processes/sandbox-process.ts';

type SharedSandbox = Pick<SandboxProcess, 'url' | 'bankUrl' | 'ssoUrl' | 'clearAcceptUrl'>;

declare module 'vitest' {
  interface ProvidedContext {
    /** The sandbox that the tests of a run share. Each test has merchants, clients and people of its own there. */
    sandbox: SharedSandbox;
  }
}

/** Starts one PostgreSQL and one sandbox for a run of the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const begun = new AsyncDisposableStack();
  try {
    const { stop, adminUrl, ownerUrl, appUrl } = await startTestPostgres();
    begun.defer(stop);
    project.provide('postgres', { adminUrl, ownerUrl, appUrl });
    const sandbox = await startSandboxProcess();
    begun.defer(sandbox.stop);
    const { url, bankUrl, ssoUrl, clearAcceptUrl } = sandbox;
    project.provide('sandbox', { url, bankUrl, ssoUrl, clearAcceptUrl });
    return () => begun.disposeAsync();
  } catch (error) {
    await begun.disposeAsync();
    throw error;
  }
}
