import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProvider } from '../../features/payments/payments.exports.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { makeFolder } from '../../testing/import-files.ts';
import { runOperator } from '../testing/operator.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const sites = 'number,name,address,telephone,email,time_zone\n4,North Quay,"1 Quay",1,a@b.example,Europe/London\n';

test('[PROV-89] an import names a new site without the provider of the other sites, and how to set it', async () => {
  const { id, key, db } = await makeTenant(app);
  const folder = makeFolder({ 'sites.csv': sites });
  const imported = (...more: string[]) =>
    runOperator(['import', folder, '--tenant', key, ...more], { database: app.testDatabase });
  expect((await imported()).out).not.toContain('provider'); // none of the marina's sites has one
  const common = { inTestMode: true, apiBaseUrl: 'http://127.0.0.1:9' };
  const settings = { ...common, clientId: 'id', clientSecret: 'secret', webhookId: 'hook' };
  await saveProvider(db, id, { siteId: 1, key: 'paypal', position: 1, settings });
  expect((await imported('--dry-run')).out).not.toContain('provider');
  const { code, out } = await imported();
  expect(code).toBe(0);
  expect(out.trim().split('\n').pop()).toBe(
    `Site 4 of ${key} has no payment provider, so nobody can pay its orders online. Run "tenant set ${key} ` +
      'providers.paypal --file - --site 4".',
  );
  await saveProvider(db, id, { siteId: 4, key: 'paypal', position: 1, settings });
  expect((await imported()).out).not.toContain('provider');
});

test('[PROV-121] an import names no provider that was taken away', async () => {
  const { id, key, db } = await makeTenant(app);
  const run = (...args: string[]) => runOperator(args, { database: app.testDatabase });
  const page = { displayName: 'Pay', inTestMode: true, apiBaseUrl: 'http://127.0.0.1:9' };
  const paypal = { ...page, clientId: 'id', clientSecret: 'secret', webhookId: 'hook' };
  await saveProvider(db, id, { siteId: 1, key: 'paypal', position: 1, settings: paypal });
  await saveProvider(db, id, { siteId: 1, key: 'other', position: 2, settings: { ...paypal, adapter: 'paypal' } });
  const named = async () => (await run('import', makeFolder({ 'sites.csv': sites }), '--tenant', key)).out;
  const commandFor = (provider: string) => `providers.${provider} --file - --site 4`;
  await run('tenant', 'set', key, 'providers.paypal', 'null');
  const out = await named();
  expect(out).toContain(commandFor('other'));
  expect(out).not.toContain(commandFor('paypal'));
  await run('tenant', 'set', key, 'providers.other', 'null');
  expect(await named()).not.toContain('provider');
});
