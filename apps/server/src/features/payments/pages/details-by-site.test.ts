import { startPagePayment, validateAccount } from '@quayside/contract/payment-pages.ts';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../testing/app.ts';
import { makeOrder } from '../../../testing/factories-orders.ts';
import { makeTenant, sampleSite, signedInCustomer } from '../../../testing/factories.ts';
import { registerRedirect } from '../../../testing/page-payments.ts';
import { saveProvider } from '../providers/providers.service.ts';

test('[PROV-130] the details are those that the provider asks for at the site of the orders', async () => {
  const app = await startTestApp();
  onTestFinished(() => app.close());
  const tenant = await makeTenant(app, { sites: [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })] });
  const { db, id: tenantId } = tenant;
  const { key, settings } = await registerRedirect(inject('sandbox'));
  const give = (siteId: number, requiredFields: string[]) =>
    saveProvider(db, tenantId, { siteId, key, position: 1, settings: { ...settings, requiredFields } });
  await give(1, ['mobile']);
  await give(2, ['town']);
  const { client, account } = await signedInCustomer(app, tenant);
  const lacking = db.updateTable('accounts').set({ mobile: '', town: '' }).where('tenant_id', '=', tenantId);
  await lacking.where('id', '=', account.id).execute();
  const { id } = await makeOrder(db, { tenantId, accountId: account.id, siteId: 2 });

  const ask = async (query: { siteId?: number }) => {
    const params = { providerKey: key, accountGuid: account.guid };
    return (await client.call(validateAccount, { params, query })).body.missingFields;
  };
  expect(await ask({})).toEqual(['Mobile']);
  expect(await ask({ siteId: 2 })).toEqual(['Town']);
  const body = {
    accountGuid: account.guid,
    orderIds: [id],
    amount: 100,
    providerKey: key,
    account: { town: 'Bosham' },
  };
  expect((await client.call(startPagePayment, { body })).body.redirectUrl).not.toBeNull();
});
