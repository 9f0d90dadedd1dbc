import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { migrationDatabase } from '../../testing/databases/migration-database.ts';
import { makeTenant, sampleSite } from '../../testing/factories/factories.ts';
import { settleProviders } from '../migrations/0045-wallets-and-sign-on.ts';

test('[CARD-7] settings that were stored before they were checked still take cards after the migration', async () => {
  const app = await startTestApp();
  onTestFinished(app.close);
  const tenant = await makeTenant(app, { sites: [1, 2, 3].map((id) => sampleSite({ id })) });
  const store = (siteId: number, settings: object) =>
    tenant.db
      .insertInto('payment_providers')
      .values({
        tenant_id: tenant.id,
        site_id: siteId,
        key: 'paysafe',
        position: 1,
        settings: JSON.stringify(settings),
      })
      .execute();
  const named = { merchantId: 'BCR2', gatewayMerchantId: 'g' };
  await store(1, { inTestMode: false, googlePay: { gatewayMerchantId: 'g' }, acceptedCards: ['vi', 'VISSA', 'MC'] });
  await store(2, { inTestMode: false, googlePay: named });
  await store(3, { inTestMode: true, googlePay: { gatewayMerchantId: 'g', merchantId: null } });
  await settleProviders(migrationDatabase(app));
  const stored = await tenant.db.selectFrom('payment_providers').select('settings').orderBy('site_id').execute();
  expect(stored.map(({ settings }) => settings)).toEqual([
    { inTestMode: false, googlePay: null, acceptedCards: ['vi', 'MC'] },
    { inTestMode: false, googlePay: named },
    { inTestMode: true, googlePay: { gatewayMerchantId: 'g', merchantId: null } },
  ]);
});
