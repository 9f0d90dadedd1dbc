import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseClient } from '../../../db/client.ts';
import { newSecretKey, SecretKeys, UnreadableSecret } from '../../../lib/secrets/secret-keys.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { makeTenant, sampleSettings, sampleSite, type TestTenant } from '../../../testing/factories/factories.ts';
import { dinarCulture } from '../../../testing/factories/orders.ts';
import { checkStoredProviders, findLastCheck } from './check-providers.service.ts';
import { saveProvider } from './providers.service.ts';

let app: TestApp;
let tenant: TestTenant;
/** The same database, for somebody who can't decrypt any provider's settings. */
let withoutKey: DatabaseClient;

beforeAll(async () => {
  app = await startTestApp();
  const secretKeys = new SecretKeys(newSecretKey());
  withoutKey = new DatabaseClient({ url: app.testDatabase.appUrl, size: 1, secretKeys });
  tenant = await makeTenant(app);
});
afterAll(async () => {
  await withoutKey.close();
  await app.close();
});

const common = { displayName: 'Pay', inTestMode: true, apiBaseUrl: 'http://127.0.0.1:9' };
const paypal = (clientSecret: string) => ({
  siteId: 1,
  key: 'paypal',
  position: 1,
  settings: { ...common, clientId: 'id', clientSecret, webhookId: 'hook' },
});

const silent: Pick<FastifyBaseLogger, 'warn'> = { warn: () => undefined };
const check = async (database: DatabaseClient, version: string | undefined, log = silent) =>
  checkStoredProviders(database, log, await findLastCheck(database, version));

test('[RUN-7] a start reads no provider that the same version has checked, and all after any change', async () => {
  await saveProvider(tenant.db, tenant.id, paypal('one'));
  await expect(check(withoutKey, 'v1')).rejects.toThrow(UnreadableSecret);
  await check(app.database, 'v1');
  await check(withoutKey, 'v1');
  // The program reads them at each start from its sources.
  await expect(check(withoutKey, undefined)).rejects.toThrow(UnreadableSecret);
  await expect(check(withoutKey, 'v2')).rejects.toThrow(UnreadableSecret);
  await saveProvider(tenant.db, tenant.id, paypal('two'));
  await expect(check(withoutKey, 'v1')).rejects.toThrow(UnreadableSecret);
  await check(app.database, 'v1');
  await check(withoutKey, 'v1');
});

test('a wrong provider stops each start, and each start warns of one that no customer is offered', async () => {
  const wrong = { tenant_id: tenant.id, site_id: 1, key: 'barter', position: 2, settings: '{}' };
  await tenant.db.insertInto('payment_providers').values(wrong).execute();
  for (const _ of [1, 2])
    await expect(check(app.database, 'v1')).rejects.toThrow('There is no payment provider barter');
  await tenant.db.deleteFrom('payment_providers').where('key', '=', 'barter').execute();

  const tunisian = await makeTenant(app, { settings: { ...sampleSettings(), culture: dinarCulture } });
  await saveProvider(tunisian.db, tunisian.id, paypal('three'));
  const warned: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warned.push(line) };
  for (const _ of [1, 2]) await check(app.database, 'v1', log);
  const line = { tenant: tunisian.key, site: 1, provider: 'paypal', reason: 'it does not take TND' };
  expect(warned).toEqual([1, 2].map(() => [line, 'a payment provider is not offered']));
});

test('[PROV-89] each start names the sites without a provider, if their marina’s other sites have one', async () => {
  const sites = [1, 2, 3].map((id) => sampleSite({ id }));
  const marina = await makeTenant(app, { sites });
  await makeTenant(app, { sites }); // takes no payments online, and is not named
  await saveProvider(marina.db, marina.id, { ...paypal('four'), siteId: 2 });
  const warned: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void warned.push(line) };
  await checkStoredProviders(app.database, log, { holds: true, mark: undefined });
  const message = 'a site has no payment provider, as other sites of its marina have';
  const ofMarina = [1, 3].map((site) => [{ tenant: marina.key, site, others: ['paypal'] }, message]);
  expect(warned).toEqual(ofMarina);
});
