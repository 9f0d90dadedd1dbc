import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveProvider } from '../../features/payments/payments.exports.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories.ts';
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
