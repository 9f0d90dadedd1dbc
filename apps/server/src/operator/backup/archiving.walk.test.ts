import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { applicationRole, ownerRole, provideDatabase } from '../../db/opening/roles.ts';
import {
  initialise,
  type PostgresPlace,
  startSystemPostgres,
  type SystemPostgres,
} from '../../testing/databases/system-postgres.ts';
import { type FaultFixture, startFaultFixture } from '../../testing/fault-fixture.ts';
import { blocksOf } from '../../testing/operating-guide.ts';
import { compareBooks } from '../../testing/payments/payment-books.ts';
import { payOnce } from '../../testing/persistent-customer.ts';
import { runOperator } from '../testing/operator.ts';

/** `npm run test:archiving`: walks docs/operating/archiving.md with Debian's PostgreSQL and pgBackRest. */

vi.setConfig({ testTimeout: 900_000, hookTimeout: 300_000 });

const guide = 'archiving.md';
/** The promises of the guide. */
const minute = 60_000;
const lostWithin = 5 * minute;
const backWithin = 15 * minute;

const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The archive, which outlives the database's folder because it is on another disk. */
let archive: string;
let dataDir: string;
let postgres: SystemPostgres;
let fixture: FaultFixture;

const blockWith = (kind: string, words: string) => {
  const found = blocksOf(guide, kind).find((block) => block.includes(words));
  if (found === undefined) throw new Error(`${guide} has no block of ${kind} with ${words}`);
  return found;
};

/** Makes a folder that PostgreSQL's user may write to. */
function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `quayside-test-${name}-`));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Returns a command of the guide with the settings in a file. */
const withSettings = (command: string, file: string) => command.replace(/^pgbackrest /, `pgbackrest --config=${file} `);

/** Writes the guide's settings of pgBackRest, with the paths of this test. */
function writeSettings(file: string, { folder, data, port }: PostgresPlace): void {
  // On Debian, the user postgres owns the usual folders.
  const own = ['log', 'lock', 'spool'].map((kind) => `${kind}-path=${join(folder, kind)}`);
  const ours = blockWith('ini', '[quayside]')
    .replace(/^repo1-path=.*$/m, [`repo1-path=${archive}`, ...own].join('\n'))
    .replace(/^repo1-cipher-pass=…$/m, 'repo1-cipher-pass=a-passphrase')
    .replace(/^pg1-path=.*$/m, `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres`);
  writeFileSync(file, ours);
}

/** Returns the guide's lines of postgresql.conf. */
function archivingSettings(file: string): Record<string, string> {
  const lines = [...blockWith('conf', 'archive_mode').matchAll(/^(\w+) = '?(.*?)'?$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, withSettings(value, file)]));
}

type Archived = SystemPostgres & { settings: string };

/** Starts a PostgreSQL that archives. @param makeData makes its folder, when pgBackRest has its settings */
async function startArchived(
  makeData: (place: PostgresPlace, settings: string) => void,
  port?: number,
): Promise<Archived> {
  const folder = makeFolder('settings');
  const settings = join(folder, 'pgbackrest.conf');
  const removed = () => rmSync(folder, { recursive: true, force: true });
  try {
    const wanted = { ...archivingSettings(settings), ...(port === undefined ? {} : { port: String(port) }) };
    const started = await startSystemPostgres(wanted, (place) => {
      writeSettings(settings, place);
      makeData(place, settings);
    });
    return { ...started, settings, stop: () => started.stop().finally(removed) };
  } catch (error) {
    removed();
    throw error;
  }
}

/** Runs the guide's line with these words, as PostgreSQL's user. @param change changes the line */
function walk(words: string, settings: string, change: (line: string) => string = (line) => line): void {
  const all = blocksOf(guide, 'sh').flatMap((block) => block.match(/^ *pgbackrest .*$/gm) ?? []);
  const found = all.map((line) => line.trim()).filter((line) => line.endsWith(words));
  expect(found).toHaveLength(1);
  for (const line of found)
    execFileSync('sh', ['-c', withSettings(change(line), settings)], { ...user, cwd: '/', stdio: 'pipe' });
}

function makeEmpty({ data }: PostgresPlace): void {
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
}

/** Starts a PostgreSQL at the same address, on what the archive gives back. */
const restoreElsewhere = (words: string, change?: (line: string) => string) =>
  startArchived((place, settings) => {
    makeEmpty(place);
    walk(words, settings, change);
  }, postgres.port);

/** Asks as the superuser. */
async function ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row | undefined> {
  const client = new pg.Client(postgres.url('postgres', 'quayside'));
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows[0];
  } finally {
    await client.end();
  }
}

/** Waits until the archive has everything that is written now. Nothing but the guide's settings makes it come. */
async function archived(): Promise<void> {
  const now = await ask<{ piece: string }>('select pg_walfile_name(pg_current_wal_insert_lsn()) as piece');
  const last = async () =>
    (await ask<{ last: string | null }>('select last_archived_wal as last from pg_stat_archiver'))?.last ?? '';
  const isThere = async () => (await last()).slice(0, 24) >= (now?.piece ?? '');
  await vi.waitUntil(isThere, { timeout: lostWithin, interval: 500 });
}

/** Kills PostgreSQL and removes its folder, as a disk that dies does. */
async function loseDisk(): Promise<void> {
  await postgres.kill();
  rmSync(postgres.data, { recursive: true });
}

const startServer = () => fixture.startServer({ DATA_DIR: dataDir, START_WITHOUT_FILES: 'off', LOG_LEVEL: 'warn' });

beforeAll(async () => {
  archive = makeFolder('archive');
  dataDir = mkdtempSync(join(tmpdir(), 'quayside-test-files-'));
  const started = await startArchived(initialise);
  postgres = started;
  await provideDatabase(postgres.url('postgres', 'postgres'), 'quayside');
  const ownerUrl = postgres.url(ownerRole, 'quayside');
  await migrate(ownerUrl, applicationRole);
  for (const step of ['stanza-create', 'check', '--type=full backup']) walk(step, started.settings);
  const appUrl = postgres.url(applicationRole, 'quayside');
  fixture = await startFaultFixture({ name: 'quayside', ownerUrl, appUrl, drop: async () => {} });
});
afterAll(async () => {
  await fixture?.close();
  await postgres?.stop();
  for (const folder of [archive, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
});

test('[RUN-2] the disk dies: the last archived minute is back elsewhere, and customers pay on', async () => {
  const [before, after] = [await fixture.payer(), await fixture.payer()];
  const server = await startServer();
  const paid = await payOnce(await before.at(server), fixture.sandbox.bankUrl);
  expect(paid.paymentStatus).toBe('Completed');
  const writtenAt = performance.now();
  await archived();
  const lost = performance.now() - writtenAt;
  await loseDisk();
  const diedAt = performance.now();
  await server.kill();

  const restored = await restoreElsewhere('quayside restore');
  postgres = restored;
  const database = { appUrl: fixture.testDatabase.appUrl, ownerUrl: fixture.testDatabase.ownerUrl };
  expect(await runOperator(['verify'], { database, dataDir })).toMatchObject({ code: 0 });
  const again = await startServer();
  const back = performance.now() - diedAt;
  process.stdout.write(`lost: ${Math.round(lost / 1_000)} s, back after ${Math.round(back / 1_000)} s\n`);
  expect(back).toBeLessThan(backWithin);
  expect((await payOnce(await after.at(again), fixture.sandbox.bankUrl)).paymentStatus).toBe('Completed');
  for (const { tenant, merchant } of [before, after])
    expect((await compareBooks(fixture.sandbox.url, tenant, merchant)).theirs.charged).toBe(10_000);
  await again.stop();
  walk('--type=full backup', restored.settings);
});

test('[RUN-2] a mistake is undone: PostgreSQL comes back as it was at the moment before it', async () => {
  const payer = await fixture.payer();
  const moment = await ask<{ now: string }>('select clock_timestamp()::text as now');
  await ask('drop table orders cascade');
  await archived();
  await loseDisk();
  postgres = await restoreElsewhere('--target-action=promote restore', (line) =>
    line.replace(/--target="[^"]*"/, `--target="${moment?.now ?? ''}"`),
  );
  expect(await payer.tenant.db.selectFrom('orders').select('id').execute()).toHaveLength(1);
});

test('[RUN-2] an incomplete backup does not start: its log ends too early, or a part is missing', async () => {
  await loseDisk();
  const tooLate = restoreElsewhere('--target-action=promote restore', (line) =>
    line.replace(/--target="[^"]*"/, '--target="2037-01-01 00:00:00+00"'),
  );
  await expect(tooLate).rejects.toThrow('PostgreSQL ended with 1');

  const backups = join(archive, 'backup', 'quayside');
  const parts = readdirSync(backups, { recursive: true, withFileTypes: true }).filter(
    ({ parentPath, name }) => /pg_data\/base\/\d+$/.test(parentPath) && name.startsWith('1249'),
  );
  expect(parts.length).toBeGreaterThan(0);
  for (const { parentPath, name } of parts) rmSync(join(parentPath, name), { force: true }); // in each backup
  const copied = startArchived((place, settings) => {
    makeEmpty(place);
    expect(() => walk('quayside restore', settings)).toThrow('/1249');
    // Somebody starts PostgreSQL all the same.
  }, postgres.port);
  await expect(copied).rejects.toThrow(/PostgreSQL ended with/);
});
