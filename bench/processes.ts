import { existsSync, readFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { applicationRole } from '../apps/server/src/db/opening/roles.ts';
import { type RunningProcess, startProcess } from '../apps/server/src/testing/processes/child-process.ts';
import { findFreePorts } from '../apps/server/src/testing/processes/free-ports.ts';
import { testSecretsKey } from '../apps/server/src/testing/secret-keys.ts';
import { builtServer, serverFlags, serverSettings } from '../scripts/run/server-program.mjs';
import type { BenchMarina } from './marina.ts';
import { recordServerSql } from './server-sql.ts';

export type Listening = RunningProcess & { url: string };

/** Starts the real server in production mode, on a given database. @param more settings beside the usual ones */
export async function startServer(
  { appUrl }: Pick<BenchMarina, 'appUrl'>,
  more: NodeJS.ProcessEnv = {},
): Promise<Listening> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quayside-bench-server-'));
  const port = Number(more.PORT ?? (await findFreePorts(1)));
  const running = await startProcess(
    builtServer,
    { ...productionSettings(port, dataDir, appUrl), ...more },
    serverFlags,
  );
  const stop = async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...running, stop, url: `http://127.0.0.1:${port}` };
}

/** @throws Error if the server logged a fault: a task that fails beside the load makes it slower and larger */
export function refuseFaults(server: Listening): void {
  const fault = /^.*"level":[56]0.*$/m.exec(server.logs())?.[0];
  if (fault !== undefined) throw new Error(`The measured server logged a fault: ${fault.slice(0, 1_000)}`);
}

/** Returns the settings of a production server. @param databaseUrl default: the embedded one in `dataDir` */
export function productionSettings(port: number, dataDir: string, databaseUrl?: string): NodeJS.ProcessEnv {
  return {
    ...serverSettings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRETS_KEY: testSecretsKey,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** A document for the floor to send: the bytes in base64. */
export interface BareDocument {
  headers: Record<string, string>;
  body: string;
}

/** Starts the floor of a list page, of a transaction, and of a document if one is given. */
export async function startBareServer(
  { appUrl, superUrl, tenantId }: BenchMarina,
  document?: BareDocument,
): Promise<Listening> {
  await makeTableOfRows(superUrl);
  const port = await findFreePorts(1);
  const settings = { port, appUrl, tenantId, sql: await recordServerSql(appUrl, tenantId), document };
  const running = await startProcess('bench/bare-server.ts', { BARE_SERVER: JSON.stringify(settings) });
  return { ...running, url: `http://127.0.0.1:${port}` };
}

/** Returns the resident memory of a process in megabytes. Undefined if the system doesn't tell. */
export function memoryOf(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** Makes the table of the floor's transaction. */
async function makeTableOfRows(superUrl: string): Promise<void> {
  const client = new pg.Client(superUrl);
  await client.connect();
  try {
    await client.query('create table if not exists bench_rows (id int generated always as identity, content text)');
    await client.query(`grant insert on bench_rows to ${applicationRole}`);
  } finally {
    await client.end();
  }
}
