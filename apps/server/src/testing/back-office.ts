import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { clientTypes } from '@quayside/openapi-client/client-types.ts';

const project = join(import.meta.dirname, '../../../..');

/** The sample back office, with the client that is generated from the server's own document. */
export interface BackOffice {
  folder: string;
  /** The address of its own server. */
  url: () => string;
  printed: () => string;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Returns what its books say. */
  read: (reference: string) => Promise<Record<string, unknown>>;
  change: (reference: string, fields: object) => Promise<number>;
  close: () => Promise<void>;
}

/** Prepares the sample for a marina. @param rows the number of its customers and orders */
export async function prepareBackOffice(
  { url: server }: { url: string },
  tenantKey: string,
  { key, rows }: { key: string; rows: number },
): Promise<BackOffice> {
  mkdirSync(join(project, '.cache'), { recursive: true });
  // Within the project, where its packages are found.
  const folder = mkdtempSync(join(project, '.cache', 'back-office-'));
  const document = await (
    await fetch(`${server}${apiBase}integration/v1/openapi.json`, { headers: { tenantkey: tenantKey } })
  ).json();
  writeFileSync(join(folder, 'quayside.ts'), await clientTypes(document as object));
  copyFileSync(join(project, 'examples/back-office/back-office.ts'), join(folder, 'back-office.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  let child: ChildProcess | undefined;
  let printed = '';
  const url = () => /In step at (\S+)\n/.exec(printed)?.[1] ?? '';
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child?.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  };
  return {
    folder,
    url,
    printed: () => printed,
    start: async () => {
      printed = '';
      const env = { QUAYSIDE_URL: server, QUAYSIDE_KEY: key, PORT: '0', ROWS: String(rows) };
      const started = spawn(process.execPath, ['back-office.ts'], {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      await new Promise<void>((done, fail) => {
        started.stdout.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
          if (url() !== '') done();
        });
        started.once('exit', (code) => fail(new Error(`the back office ended with ${code}: ${printed}`)));
      });
    },
    kill,
    read: async (reference) => (await (await fetch(`${url()}/${reference}`)).json()) as Record<string, unknown>,
    change: async (reference, fields) =>
      (await fetch(`${url()}/${reference}`, { method: 'PATCH', body: JSON.stringify(fields) })).status,
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
