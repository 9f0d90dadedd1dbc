import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startSystemPostgres, type SystemPostgres } from '../../testing/databases/system-postgres.ts';
import { type FaultFixture, startFaultFixture } from '../../testing/fault-fixture.ts';
import { compareBooks } from '../../testing/payments/payment-books.ts';
import { payOnce } from '../../testing/persistent-customer.ts';
import { type ServerProcess, startServerProcess } from '../../testing/processes/server-process.ts';
import release from './last-release.json' with { type: 'json' };
import { applicationRole, ownerRole, provideDatabase } from '../opening/roles.ts';
import { schemaVersion } from '../schema-version.ts';

/** `npm run test:upgrade`: copies of the last release serve while this one's start, migrate and take over. */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
/** The last release's sources, as its commit has them. Node runs them as they are. */
const lastRelease = '.cache/last-release';

let postgres: SystemPostgres;
let fixture: FaultFixture;
let old: ServerProcess[];

/** Takes the last release's files out of git. Its packages are those that are installed. */
function checkOut(): void {
  const folder = join(root, lastRelease);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const runHere = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const archive = `${folder}.tar`;
  try {
    runHere('git', 'archive', '--output', archive, release.commit);
  } catch (cause) {
    throw new Error(`git has no commit ${release.commit} here: fetch the whole history, then try again.`, { cause });
  }
  runHere('tar', '--extract', '--directory', folder, '--file', archive);
  rmSync(archive);
  linkPackages(join(root, 'node_modules'), join(folder, 'node_modules'));
  linkPackages(join(root, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules'));
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return;
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '@quayside') symlinkSync(join(from, name), join(to, name));
    else {
      mkdirSync(join(to, name)); // these links lead to the release's own folders
      for (const own of readdirSync(join(from, name)))
        symlinkSync(readlinkSync(join(from, name, own)), join(to, name, own));
    }
}

const startOld = (env: NodeJS.ProcessEnv = {}) =>
  startServerProcess({
    database: fixture?.testDatabase ?? databaseOf(postgres),
    sandboxUrl: fixture?.sandbox.url ?? 'http://127.0.0.1:9',
    program: `${lastRelease}/apps/server/src/main.ts`,
    env: { DEMO: 'off', LOG_LEVEL: 'warn', ...env },
  });

const databaseOf = (of: SystemPostgres) => ({
  name: 'quayside',
  ownerUrl: of.url(ownerRole, 'quayside'),
  appUrl: of.url(applicationRole, 'quayside'),
  drop: async () => {},
});

beforeAll(async () => {
  checkOut();
  postgres = await startSystemPostgres();
  await provideDatabase(postgres.url('postgres', 'postgres'), 'quayside');
  await (await startOld()).stop(); // it makes the tables as they were
  fixture = await startFaultFixture(databaseOf(postgres));
  const servesOnly = { MIGRATION_DATABASE_URL: '' };
  old = [await startOld(servesOnly), await startOld(servesOnly)];
});
afterAll(async () => {
  await Promise.all((old ?? []).map((server) => server.kill()));
  await fixture?.close();
  await postgres?.stop();
});

async function ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client(postgres.url('postgres', 'quayside'));
  await client.connect();
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const versionNow = async () =>
  (await ask<{ version: string }>("select obj_description('kysely_migration'::regclass) as version"))[0]?.version;

test('[RUN-5] customers pay through the last release while this one migrates once, then through both', async () => {
  const payers = await Promise.all(Array.from({ length: 12 }, () => fixture.payer()));
  const pay = async (servers: readonly ServerProcess[], from: number) => {
    const mine = payers.slice(from, from + 3);
    const customers = await Promise.all(mine.map((payer, index) => payer.at(servers[index % 2] as ServerProcess)));
    const paid = await Promise.all(customers.map((customer) => payOnce(customer, fixture.sandbox.bankUrl)));
    expect(paid.map(({ paymentStatus }) => paymentStatus)).toEqual(paid.map(() => 'Completed'));
  };
  await pay(old, 0);
  expect(await versionNow()).not.toBe(schemaVersion);

  const { ownerUrl } = fixture.testDatabase;
  const env = { MIGRATION_DATABASE_URL: ownerUrl, LOG_LEVEL: 'warn' };
  const starting = [fixture.startServer(env), fixture.startServer(env)]; // both want to migrate
  await pay(old, 3);
  const fresh = await Promise.all(starting);
  expect(await versionNow()).toBe(schemaVersion);
  await Promise.all([pay(old, 6), pay(fresh, 9)]);

  const { migrations } = JSON.parse(schemaVersion) as { migrations: string[] };
  const applied = await ask<{ name: string }>('select name from kysely_migration order by name');
  expect(applied.map(({ name }) => `${name}.ts`)).toEqual(migrations.toSorted());
  for (const { tenant, merchant } of payers)
    expect((await compareBooks(fixture.sandbox.url, tenant, merchant)).theirs.charged).toBe(10_000);
  for (const server of [...old, ...fresh]) expect(server.logs()).not.toMatch(/"level":(50|60)/);
});
