import { listPaymentProviderMetadata, listPaymentProviders } from '@quayside/contract/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/checkout-fixture.ts';
import { giveProvider } from '../../testing/card-payments.ts';
import { makeTenant, sampleSettings, sampleSite, signedInCustomer } from '../../testing/factories.ts';
import { makeOrder } from '../../testing/factories-orders.ts';
import { codeOf } from '../../testing/http-client.ts';
import { checkStoredProviders, listScriptOrigins, saveProvider } from './providers.service.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

test('a visitor may not ask, and another site than the account’s is answered like none at all', async () => {
  const { client } = await fixture.customer();
  const visitor = fixture.app.client(fixture.tenant.key);
  expect(codeOf(await visitor.call(listPaymentProviders, { params: { siteId: 1 } }))).toBe('401 NOT_SIGNED_IN');
  for (const siteId of [2, 999])
    expect(codeOf(await client.call(listPaymentProviders, { params: { siteId } }))).toBe('404 NOT_FOUND');
});

test('[ORD-3] where an account owes at another site, that site’s providers may be asked for', async () => {
  const tenant = await makeTenant(fixture.app, { sites: [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })] });
  const { client, account } = await signedInCustomer(fixture.app, tenant);
  await giveProvider(tenant.db, tenant.id, fixture.merchant, 2);
  const ask = () => client.call(listPaymentProviders, { params: { siteId: 2 } });
  expect(codeOf(await ask())).toBe('404 NOT_FOUND');
  await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: 2 });
  expect((await ask()).body.providers).toHaveLength(1);
});

test('[PROV-6] a site’s providers, with what the browser needs and no secret', async () => {
  const { client } = await fixture.customer();
  const { body, text } = await client.call(listPaymentProviders, { params: { siteId: 1 } });
  const { settings } = fixture.merchant;
  const publicKey = Buffer.from(`${String(settings.tokenKey)}:${String(settings.tokenSecret)}`).toString('base64');
  expect(body.providers).toEqual([
    expect.objectContaining({
      key: 'paysafe',
      value: 'paysafe',
      displayName: 'Card',
      paymentImplementation: 'Component',
      inTestMode: true,
      publicApiKey: publicKey,
      config: expect.objectContaining({
        accountId: fixture.merchant.accountId,
        allowVaultPortal: true,
        scripts: {
          fields: `${fixture.sandbox.url}/js/v1/latest/paysafe.min.js`,
          threeDSecure: `${fixture.sandbox.url}/threedsecure/js/latest/paysafe.threedsecure.min.js`,
        },
      }),
    }),
  ]);
  expect(text).not.toContain(String(settings.serverSecret));
  expect(text).not.toContain(String(settings.serverKey));
});

test('[PROV-6] a site without a provider has an empty list, and so has another marina', async () => {
  const tenant = await makeTenant(fixture.app);
  const { client } = await signedInCustomer(fixture.app, tenant);
  expect((await client.call(listPaymentProviders, { params: { siteId: 1 } })).body).toEqual({ providers: [] });
});

test('a marina that does not invoice offers no providers', async () => {
  const settings = sampleSettings();
  const permissions = { ...settings.permissions, invoicingEnabled: false };
  const tenant = await makeTenant(fixture.app, { settings: { ...settings, permissions } });
  const { client } = await signedInCustomer(fixture.app, tenant);
  expect(codeOf(await client.call(listPaymentProviders, { params: { siteId: 1 } }))).toBe('404 FEATURE_DISABLED');
});

test('[PROV-6] anyone may know the names of a marina’s providers, and nothing more', async () => {
  const visitor = fixture.app.client(fixture.tenant.key);
  expect((await visitor.call(listPaymentProviderMetadata, {})).body).toEqual({
    providers: [{ key: 'paysafe', displayName: 'Card', logo: null, paymentImplementation: 'Component' }],
  });
});

test('the page is told which origins its providers need', async () => {
  expect(await listScriptOrigins(fixture.tenant.db, fixture.tenant.id)).toEqual([fixture.sandbox.url]);
});

test('a provider that nobody knows, or whose settings are wrong, is not stored, and one that is stored stops the start', async () => {
  const tenant = await makeTenant(fixture.app);
  const provider = {
    siteId: 1,
    key: 'paysafe',
    position: 1,
    settings: { ...fixture.merchant.settings, serverSecret: '' },
  };
  await expect(saveProvider(tenant.db, tenant.id, provider)).rejects.toThrow(/serverSecret/);
  await expect(saveProvider(tenant.db, tenant.id, { ...provider, key: 'barter' })).rejects.toThrow(
    /no payment provider barter/,
  );
  await expect(checkStoredProviders(fixture.app.database)).resolves.toBeUndefined();
  await tenant.db
    .insertInto('payment_providers')
    .values({ tenant_id: tenant.id, site_id: 1, key: 'barter', position: 1, settings: '{}' })
    .execute();
  await expect(checkStoredProviders(fixture.app.database)).rejects.toThrow(
    `Tenant ${tenant.id}, site 1: There is no payment provider barter. Known are: paysafe, clearAccept, paypal, redirect.`,
  );
  await tenant.db.deleteFrom('payment_providers').where('tenant_id', '=', tenant.id).execute();
});
