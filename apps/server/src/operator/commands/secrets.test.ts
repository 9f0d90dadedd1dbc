import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { agreeOnSecretKeys } from '../../db/secrets/check-secret-keys.ts';
import { DatabaseClient } from '../../db/client.ts';
import { listKeyIds } from '../../db/secrets/secrets.queries.ts';
import { makePaper } from '../../features/papers/papers.service.ts';
import { listProviderSettings, saveProvider } from '../../features/payments/payments.exports.ts';
import { findCurrent } from '../../features/seals/seals.queries.ts';
import { renewSealCertificate, sealPaper } from '../../features/seals/seals.service.ts';
import { findSecrets } from '../../features/secrets/secrets.exports.ts';
import { encryptPlainSecrets } from '../../features/secrets/secrets.service.ts';
import { findSignOnSettings, saveSignOnProvider } from '../../features/sign-on/sign-on.exports.ts';
import { newSecretKey, SecretKeys } from '../../lib/secrets/secret-keys.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { startServerProcess } from '../../testing/processes/server-process.ts';
import { testSecretKeys, testSecretsKey } from '../../testing/secret-keys.ts';
import { runOperator } from '../testing/operator.ts';

const card = {
  displayName: 'Card',
  inTestMode: true,
  apiBaseUrl: 'https://api.example.com',
  scriptBaseUrl: 'https://script.example.com',
  accountId: '1001',
  serverKey: 'server',
  serverSecret: 'secret-of-cards',
  tokenKey: 'token',
  tokenSecret: 'public',
};
const signOn = { issuer: 'https://id.example.com/', clientId: 'quayside', clientSecret: 'secret-of-sign-on' };

let app: TestApp;
let marina: TestTenant;
const made: TestTenant[] = [];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.database.unsafeWithoutTenant().deleteFrom('secret_keys').execute();
  // Commands work on all marinas, so those of the tests before keep no secrets.
  for (const { db } of made.splice(0))
    for (const table of ['payment_providers', 'sign_on_providers', 'seal_certificates'] as const)
      await db.deleteFrom(table).execute();
  marina = await makeMarina();
});

async function makeMarina(): Promise<TestTenant> {
  const tenant = await makeTenant(app);
  made.push(tenant);
  return tenant;
}

const sealingOf = ({ db, id, key }: TestTenant) => ({
  db,
  tenant: { id, key, name: 'Saltmarsh Marina', settings: {} as never },
  clock: app.clock,
});

async function storeSecrets(tenant: TestTenant): Promise<void> {
  await saveProvider(tenant.db, tenant.id, { siteId: 1, key: 'paysafe', position: 1, settings: card });
  await saveSignOnProvider(tenant.db, tenant.id, 'harbour-id', signOn);
  await renewSealCertificate(sealingOf(tenant), { kind: 'operator', name: 'test' });
}

/** Stores secrets as releases did that encrypted none. */
async function storePlainSecrets(tenant: TestTenant): Promise<void> {
  await storeSecrets(tenant);
  const certificate = await findCurrent(tenant.db, tenant.id);
  await tenant.db
    .updateTable('payment_providers')
    .set({ settings: JSON.stringify(card) })
    .execute();
  await tenant.db
    .updateTable('sign_on_providers')
    .set({ settings: JSON.stringify(signOn) })
    .execute();
  await tenant.db
    .updateTable('seal_certificates')
    .set({ private_key: certificate?.private_key ?? null })
    .execute();
}

/** Returns the settings of a marina's providers, and whether its papers can be sealed. */
async function readSecrets(tenant: TestTenant): Promise<unknown> {
  const about = { title: 'Licence', author: 'Marina', language: 'en-GB', created: new Date(0) };
  const paper = await makePaper(null, { kind: 'specimen', ...about, lines: [] });
  const sealed = await sealPaper(sealingOf(tenant), paper, 'Signed');
  const [provider] = await listProviderSettings(tenant.db, tenant.id);
  const certificates = await tenant.db.selectFrom('seal_certificates').select('id').execute();
  return {
    card: provider?.settings,
    signOn: await findSignOnSettings(tenant.db, tenant.id, 'harbour-id'),
    isSealed: sealed.includes('/ByteRange'),
    certificates: certificates.length,
  };
}
const readable = { card, signOn: expect.objectContaining(signOn), isSealed: true, certificates: 1 };

const keysOf = async (tenant: TestTenant) => (await findSecrets(tenant.db, tenant.id)).map(({ keyId }) => keyId);
const notedKeys = async () => (await listKeyIds(app.database.unsafeWithoutTenant())).map(({ keyId }) => keyId);

/** Makes a key, and runs commands with it. */
function otherKey() {
  const key = newSecretKey();
  return { text: key.toString('base64'), id: new SecretKeys(key).currentId ?? '' };
}
const ownId = testSecretKeys.currentId ?? '';
/** Starts as a server does that encrypts with a new key. */
async function restartedWith(key: string): Promise<void> {
  const [current, before] = [key, testSecretsKey].map((text) => Buffer.from(text, 'base64'));
  if (!current || !before) throw new Error('two keys were given');
  const secretKeys = new SecretKeys(current, [before]);
  const database = new DatabaseClient({ url: app.testDatabase.appUrl, size: 1, secretKeys });
  await agreeOnSecretKeys(database).finally(() => database.close());
}

const operate = (args: string[], env: Record<string, string> = {}) =>
  runOperator(args, { database: app.testDatabase, env });

test('[RUN-13] secrets are encrypted when they are stored, and read as before', async () => {
  await storeSecrets(marina);
  expect(await keysOf(marina)).toEqual([ownId, ownId, ownId]);
  const rows = await marina.db.selectFrom('payment_providers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('secret-of-cards');
  expect(await readSecrets(marina)).toEqual(readable);
});

test('[RUN-13] unencrypted secrets of an old release are read, and encrypted an hour after the start', async () => {
  await storePlainSecrets(marina);
  await agreeOnSecretKeys(app.database);
  expect(await readSecrets(marina)).toEqual(readable);
  const [first] = await listKeyIds(app.database.unsafeWithoutTenant());
  const started = first?.addedAt.getTime() ?? 0;
  // The older release may still serve, and could not read them.
  expect(await encryptPlainSecrets(marina.db, marina.id, new Date(started + 3_599_000))).toBe(0);
  expect(await keysOf(marina)).toEqual([null, null, null]);
  const later = new Date(started + 3_600_000);
  // Two copies at once: each secret is encrypted once.
  const both = await Promise.all([1, 2].map(() => encryptPlainSecrets(marina.db, marina.id, later)));
  expect(both.reduce((sum, count) => sum + count)).toBe(3);
  expect(await keysOf(marina)).toEqual([ownId, ownId, ownId]);
  expect(await readSecrets(marina)).toEqual(readable);
  // The release before stores one again. The next round finds it.
  await marina.db
    .updateTable('payment_providers')
    .set({ settings: JSON.stringify(card) })
    .execute();
  expect(await encryptPlainSecrets(marina.db, marina.id, later)).toBe(1);
});

test('[RUN-13][RUN-96] the key is replaced by a command, while copies with both keys serve', async () => {
  const second = await makeMarina();
  for (const tenant of [marina, second]) await storeSecrets(tenant);
  await agreeOnSecretKeys(app.database);
  const next = otherKey();
  expect(await operate(['secrets', 'rotate', '--force'], { SECRETS_KEY: next.text })).toMatchObject({
    code: 1,
    err: expect.stringContaining(`need the key ${ownId}, and this process has ${next.id}`),
  });
  const both = { SECRETS_KEY: next.text, SECRETS_KEY_OTHER: testSecretsKey };
  expect((await operate(['secrets', 'show'], both)).out).toBe(
    `${next.id}  0 secrets, SECRETS_KEY\n${ownId}  6 secrets, SECRETS_KEY_OTHER\n`,
  );
  // A copy that knows the next key, and still encrypts with the first one.
  const between = new DatabaseClient({
    url: app.testDatabase.appUrl,
    size: 1,
    secretKeys: new SecretKeys(Buffer.from(testSecretsKey, 'base64'), [Buffer.from(next.text, 'base64')]),
  });
  expect(await operate(['secrets', 'rotate'], both)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`No server has started with the key ${next.id} yet`),
  });
  expect(await keysOf(second)).toEqual([ownId, ownId, ownId]);
  expect(await notedKeys()).toEqual([ownId]);
  await restartedWith(next.text);
  expect(await operate(['secrets', 'rotate'], both)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`6 secrets encrypted. All need the key ${next.id} alone.\n`),
  });
  for (const tenant of [marina, second]) {
    expect(await keysOf(tenant)).toEqual([next.id, next.id, next.id]);
    expect(await readSecrets({ ...tenant, db: between.forTenant(tenant.id) })).toEqual(readable);
    await expect(readSecrets(tenant)).rejects.toThrow(`needs the key ${next.id}`);
  }
  await between.close();
  expect(await notedKeys()).toEqual([next.id]);
  expect(await operate(['secrets', 'rotate'], { SECRETS_KEY: next.text })).toMatchObject({ code: 0 });
  expect(await operate(['audit', 'verify'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`need the key ${next.id}, and this process has ${ownId}`),
  });
});

test('[RUN-98] a command without the key of the secrets is refused, and leaves no key in its folder', async () => {
  await agreeOnSecretKeys(app.database);
  const folder = makeFolder({});
  const env = { NODE_ENV: 'development', SECRETS_KEY: '' };
  const refused = await runOperator(['tenant', 'list'], { database: app.testDatabase, dataDir: folder, env });
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('and this process has none.') });
  expect(readdirSync(folder)).toEqual([]);
});

test('[RUN-13] [RUN-146] outside of production a key that is missing is made beside the old one', async () => {
  await agreeOnSecretKeys(app.database);
  const env = { NODE_ENV: 'development', SECRETS_KEY: '', SECRETS_KEY_OTHER: testSecretsKey };
  const options = { database: app.testDatabase, dataDir: makeFolder({}), env };
  const set = ['tenant', 'set', marina.key, 'providers.paysafe', '--file', '-'];
  expect(await runOperator(set, { ...options, input: JSON.stringify(card) })).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(options.dataDir)).toEqual(['secrets.key']);
  expect((await runOperator(['secrets', 'rotate'], options)).out).toContain('All need the key');
});

test('[RUN-13] a rotation that was broken off goes on where it ended', async () => {
  const second = await makeMarina();
  for (const tenant of [marina, second]) await storeSecrets(tenant);
  await agreeOnSecretKeys(app.database);
  const next = otherKey();
  const both = { SECRETS_KEY: next.text, SECRETS_KEY_OTHER: testSecretsKey };
  await restartedWith(next.text);
  // The second marina's provider can't be read, as if its row had been changed by hand.
  const { settings } = await second.db.selectFrom('payment_providers').select('settings').executeTakeFirstOrThrow();
  const { sealed } = settings as { sealed: string };
  const damaged = JSON.stringify({ sealed: `${sealed.slice(0, -4)}AAAA` });
  await second.db.updateTable('payment_providers').set({ settings: damaged }).execute();
  expect(await operate(['secrets', 'rotate'], both)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /payment_providers\.settings of tenant \d+ \(1, paysafe\) was changed[^]*5 secrets encrypted, and others still /,
    ),
  });
  expect(await notedKeys()).toEqual([ownId, next.id]);
  await second.db
    .updateTable('payment_providers')
    .set({ settings: JSON.stringify({ sealed }) })
    .execute();
  expect(await operate(['secrets', 'rotate'], both)).toMatchObject({
    out: expect.stringMatching(/^1 secret encrypted/),
  });
  expect(await notedKeys()).toEqual([next.id]);
});

test('[RUN-13] a server with another key refuses to start, and names the key that it lacks', async () => {
  await storeSecrets(marina);
  await agreeOnSecretKeys(app.database);
  const env = { DEMO: 'off', WORKER: 'off', SECRETS_KEY: otherKey().text };
  const start = () => startServerProcess({ database: app.testDatabase, sandboxUrl: 'http://127.0.0.1:9', env });
  await expect(start()).rejects.toThrow(`The database's secrets need the key ${ownId}`);
});

test('[RUN-13] if a key is lost, a command deletes its secrets, and the marina goes on without them', async () => {
  await storeSecrets(marina);
  await agreeOnSecretKeys(app.database);
  const next = otherKey();
  const env = { SECRETS_KEY: next.text };
  expect((await operate(['secrets', 'show'], env)).out).toContain(`${ownId}  3 secrets, MISSING`);
  expect(await operate(['secrets', 'forget', '--key', next.id], env)).toMatchObject({ code: 1 });
  const { code, out } = await operate(['secrets', 'forget', '--key', ownId], env);
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      `tenant ${marina.id}: payment_providers 1 paysafe`,
      `tenant ${marina.id}: sign_on_providers harbour-id`,
      `tenant ${marina.id}: seal_certificates 1`,
      `Nothing needs the key ${ownId} any more.`,
      '',
    ],
  ]);
  expect((await auditOf(marina)).at(-1)).toMatchObject({ event: 'secrets.forgotten', details: { key: ownId } });
  // A new certificate seals the next paper. The old one still proves what it sealed.
  await storeSecrets(marina);
  expect(await readSecrets(marina)).toEqual({ ...readable, certificates: 2 });
});
