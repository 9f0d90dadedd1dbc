import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../db/client.ts';
import { migrate } from '../../db/migrate.ts';
import { makePaper } from '../../features/papers/papers.service.ts';
import { openUsableProviders, saveProvider } from '../../features/payments/payments.exports.ts';
import { findCurrent } from '../../features/seals/seals.queries.ts';
import { renewSealCertificate, sealPaper } from '../../features/seals/seals.service.ts';
import { saveSignOnProvider } from '../../features/sign-on/sign-on.exports.ts';
import { loadTenant } from '../../http/tenant/tenant.ts';
import { newSecretKey, SecretKeys } from '../../lib/secrets/secret-keys.ts';
import { startSystemPostgres, type SystemPostgres, systemPassword } from '../../testing/databases/system-postgres.ts';
import { makeAccount, makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { blocksOf } from '../../testing/operating-guide.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import { testSecretKeys } from '../../testing/secret-keys.ts';
import { TestClock } from '../../testing/test-clock.ts';

/** Walks what the guide says about PostgreSQL's own tools, on a PostgreSQL of the system. */

const secrets = {
  card: {
    displayName: 'Card',
    inTestMode: true,
    apiBaseUrl: 'https://api.example.com',
    scriptBaseUrl: 'https://script.example.com',
    accountId: '1001',
    serverKey: 'server',
    serverSecret: 'SECRET-server',
    tokenKey: 'token',
    tokenSecret: 'SECRET-token',
  },
  redirect: {
    displayName: 'Bank',
    inTestMode: true,
    apiBaseUrl: 'https://pay.example.com',
    merchantId: 'm',
    secretKey: 'SECRET-redirect',
    webhookSecret: 'SECRET-webhook',
  },
  signOn: { issuer: 'https://id.example.com/', clientId: 'quayside', clientSecret: 'SECRET-sign-on' },
};

const clock = new TestClock();
let postgres: SystemPostgres;
let marina: TestTenant;
/** The private key that seals, in DER. */
let sealKey: Buffer;

/** Runs statements as the superuser, one after the other. */
async function administer(database: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(postgres.url('postgres', database));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Returns the guide's statements, with a password. */
const statementsOf = (document: string, wanted: RegExp) =>
  blocksOf(document, 'sql')
    .filter((block) => wanted.test(block))
    .flatMap((block) => block.replaceAll('…', systemPassword).trim().split(/;\s*/))
    .filter((statement) => statement !== '');

const connect = (user: string, secretKeys: SecretKeys, database = 'quayside') =>
  new DatabaseClient({ url: postgres.url(user, database), size: 2, secretKeys });

beforeAll(async () => {
  postgres = await startSystemPostgres();
  await administer('postgres', statementsOf('running.md', /create role quayside_owner/));
  await migrate(postgres.url('quayside_owner', 'quayside'), 'quayside_app');
  await administer('quayside', statementsOf('backup.md', /create role quayside_dump/));
  const owner = connect('quayside_owner', testSecretKeys);
  const database = connect('quayside_app', testSecretKeys);
  marina = await makeTenant({ ownerDb: owner.unsafeWithoutTenant(), database, clock }, { key: 'saltmarsh' });
  await makeAccount(marina, { lastname: 'Robinson-Dumped' });
  const { db, id } = marina;
  await saveProvider(db, id, { siteId: 1, key: 'paysafe', position: 1, settings: secrets.card });
  await saveProvider(db, id, { siteId: 1, key: 'redirect', position: 2, settings: secrets.redirect });
  await saveSignOnProvider(db, id, 'harbour-id', secrets.signOn);
  const tenant = await loadTenant(database, id);
  await renewSealCertificate({ db, tenant, clock }, { kind: 'operator', name: 'test' });
  sealKey = (await findCurrent(db, id))?.private_key ?? Buffer.alloc(0);
  await Promise.all([owner.close(), database.close()]);
}, 120_000);
afterAll(() => postgres.stop());

/** Returns the ways in which a dump could contain bytes. */
const waysToWrite = (secret: Buffer) =>
  [secret.toString('latin1'), secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')].flatMap(
    (text) => [text, text.slice(0, 60)],
  );

test('the guide’s role and command for pg_dump write all rows; the owner of the tables writes none', () => {
  const [line = ''] = blocksOf('backup.md', 'sh').flatMap((block) => block.match(/^pg_dump .*/gm) ?? []);
  const args = line
    .replace(/postgresql:\/\/\S+/, postgres.url('quayside_dump', 'quayside'))
    .replace(/--file=(\S+)/, `--file=${join(postgres.folder, 'guide.dump')}`)
    .split(' ')
    .slice(1);
  expect(line).toMatch(/^pg_dump .*postgresql:\/\/quayside_dump:/);
  postgres.run('pg_dump', ...args);
  const listed = postgres.run('pg_restore', '--list', join(postgres.folder, 'guide.dump'));
  expect(listed).toContain('TABLE DATA public accounts');
  const rows = postgres.run('pg_restore', '--file=-', '--data-only', join(postgres.folder, 'guide.dump'));
  expect(rows).toContain('Robinson-Dumped');
  expect(rows).toMatch(/COPY graphile_worker\./);

  const asOwner = postgres.url('quayside_owner', 'quayside');
  expect(() => postgres.run('pg_dump', asOwner)).toThrow(/row-level security/);
  expect(postgres.run('pg_dump', '--enable-row-security', asOwner)).not.toContain('Robinson-Dumped');
});

test('[RUN-13] a dump contains no secret of a provider and no private key, in any way of writing them', () => {
  const dump = postgres.run('pg_dump', postgres.url('quayside_dump', 'quayside'));
  expect(dump).toContain('Robinson-Dumped');
  expect(dump).toContain('-----BEGIN CERTIFICATE-----');
  expect(dump).not.toContain('PRIVATE KEY');
  expect(sealKey.length).toBeGreaterThan(100);
  const all = [secrets.card, secrets.redirect, secrets.signOn].flatMap((each) => Object.values(each));
  const texts = all.filter((value): value is string => typeof value === 'string' && value.startsWith('SECRET-'));
  expect(texts).toHaveLength(5);
  for (const written of [...texts.map((text) => Buffer.from(text)), sealKey].flatMap(waysToWrite))
    expect(dump.includes(written), written).toBe(false);
});

test('[RUN-13] a dump without the key pays nothing and signs nothing; with the key it does both', async () => {
  await administer('postgres', ['create database elsewhere owner quayside_owner']);
  const file = join(postgres.folder, 'whole.sql');
  postgres.run('pg_dump', `--file=${file}`, postgres.url('quayside_dump', 'quayside'));
  postgres.run('psql', '-q', '-v', 'ON_ERROR_STOP=1', '-f', file, postgres.url('postgres', 'elsewhere'));
  const paper = await makePaper(null, {
    kind: 'specimen',
    title: 'Licence',
    author: 'Marina',
    language: 'en-GB',
    created: new Date(0),
    lines: [],
  });
  const attempt = async (secretKeys: SecretKeys) => {
    const database = connect('quayside_app', secretKeys, 'elsewhere');
    const tenant = await loadTenant(database, marina.id);
    const db = database.forTenant(marina.id);
    const outcomes = await Promise.allSettled([
      openUsableProviders(db, tenant, 1).then((providers) => providers.map(({ key }) => key)),
      sealPaper({ db, tenant, clock }, paper, 'Signed').then((sealed) => sealed.includes('/ByteRange')),
    ]);
    await database.close();
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)));
  };
  expect(await attempt(testSecretKeys)).toEqual([['paysafe', 'redirect'], true]);
  const needs = expect.stringMatching(`needs the key ${testSecretKeys.currentId ?? ''}`);
  expect(await attempt(new SecretKeys(newSecretKey()))).toEqual([needs, needs]);
  expect(await attempt(new SecretKeys(null))).toEqual([needs, needs]);

  const database = {
    appUrl: postgres.url('quayside_app', 'elsewhere'),
    ownerUrl: postgres.url('quayside_owner', 'elsewhere'),
  };
  const env = { DEMO: 'off', WORKER: 'off', SECRETS_KEY: newSecretKey().toString('base64') };
  await expect(startServerProcess({ database, sandboxUrl: 'http://127.0.0.1:9', env })).rejects.toThrow(
    /needs the key [0-9a-f]{12}/,
  );
});
