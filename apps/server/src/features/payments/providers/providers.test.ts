import { randomUUID } from 'node:crypto';
import { apiBase, callPath } from '@quayside/contract/shared/call.ts';
import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import { getPayment, listPaymentProviderMetadata, listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { kindOf } from '../../../providers/payments/provider-kind.ts';
import { openProvider } from '../../../providers/payments/registry.ts';
import { makeTenant, sampleSettings, sampleSite, signedInCustomer } from '../../../testing/factories/factories.ts';
import { dinarCulture, makeOrder } from '../../../testing/factories/orders.ts';
import { makePaidPayment } from '../../../testing/factories/receipts.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { giveProvider, registerMerchant } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { checkStoredProviders } from './check-providers.service.ts';
import { presentProviders } from './providers.presenter.ts';
import { listScriptOrigins, saveProvider, whyNotOffered } from './providers.service.ts';

const neverChecked = { holds: false, mark: undefined };
const silent = { warn: () => undefined };

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

test('answers 401 to a visitor, and 404 for another site than the account’s, as for an unknown one', async () => {
  const { client } = await fixture.customer();
  const visitor = fixture.app.client(fixture.tenant.key);
  expect(codeOf(await visitor.call(listPaymentProviders, { params: { siteId: 1 } }))).toBe('401 NOT_SIGNED_IN');
  for (const siteId of [2, 999])
    expect(codeOf(await client.call(listPaymentProviders, { params: { siteId } }))).toBe('404 NOT_FOUND');
});

test('[ORD-3] [ORD-9] an account with orders at another site may ask for its providers, paid ones too', async () => {
  const tenant = await makeTenant(fixture.app, { sites: [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })] });
  const { client, account } = await signedInCustomer(fixture.app, tenant);
  await giveProvider(tenant.db, tenant.id, fixture.merchant, 2);
  const ask = () => client.call(listPaymentProviders, { params: { siteId: 2 } });
  expect(codeOf(await ask())).toBe('404 NOT_FOUND');
  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 2 };
  const { id } = await makeOrder(tenant.db, owner, { grossMinor: 1000 });
  expect((await ask()).body.providers).toHaveLength(1);
  await makePaidPayment(tenant.db, owner, { orders: [{ id, minor: 1000 }] });
  expect((await ask()).body.providers).toHaveLength(1);
});

test('[CARD-82] only the merchant that keeps the account’s cards offers to keep one, at any site', async () => {
  const tenant = await makeTenant(fixture.app, { sites: [sampleSite(), sampleSite({ id: 2, name: 'Outer Harbour' })] });
  const { client, account } = await signedInCustomer(fixture.app, tenant);
  await makeOrder(tenant.db, { tenantId: tenant.id, accountId: account.id, siteId: 2 });
  const offersToKeep = async () => {
    const { body } = await client.call(listPaymentProviders, { params: { siteId: 2 } });
    return body.providers[0]?.config.allowVaultPortal;
  };
  await giveProvider(tenant.db, tenant.id, fixture.merchant, 2);
  expect(await offersToKeep()).toBe(false);
  await giveProvider(tenant.db, tenant.id, await registerMerchant(fixture.sandbox.url));
  expect(await offersToKeep()).toBe(false);
  await giveProvider(tenant.db, tenant.id, fixture.merchant);
  expect(await offersToKeep()).toBe(true);
});

test('[PROV-29] a provider without a name of the marina’s own is called “Card” in each reader’s language', async () => {
  const tenant = await makeTenant(fixture.app);
  const { client } = await signedInCustomer(fixture.app, tenant);
  const { settings } = fixture.merchant;
  await giveProvider(tenant.db, tenant.id, { ...fixture.merchant, settings: { ...settings, displayName: '' } });
  const path = apiBase + callPath(listPaymentProviders, { params: { siteId: 1 } });
  const nameIn = async (language: string) =>
    listPaymentProviders.answer.parse(JSON.parse((await client.get(path, { 'accept-language': language })).text))
      .providers[0]?.displayName;
  expect([await nameIn('en-GB'), await nameIn('fr-FR')]).toEqual(['Card', 'Carte']);
});

test('[PROV-6] a site’s providers, with what the browser needs and no secret', async () => {
  const { client } = await fixture.customer();
  const { body, text } = await client.call(listPaymentProviders, { params: { siteId: 1 } });
  const { settings } = fixture.merchant;
  const publicKey = Buffer.from(`${String(settings.tokenKey)}:${String(settings.tokenSecret)}`).toString('base64');
  expect(body.providers).toEqual([
    expect.objectContaining({
      key: 'paysafe',
      kind: 'vault',
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
  expect((await client.call(listPaymentProviders, { params: { siteId: 1 } })).body).toEqual({
    providers: [],
    lastUsed: null,
  });
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

test('the page gets the origins that its providers need', async () => {
  expect(await listScriptOrigins(fixture.tenant.db, fixture.tenant.id)).toEqual([fixture.sandbox.url]);
});

test('an unknown or wrongly set provider is not stored; if it is stored, the server does not start', async () => {
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
  await expect(checkStoredProviders(fixture.app.database, silent, neverChecked)).resolves.toBeUndefined();
  // The other tests check all stored providers.
  onTestFinished(async () => {
    await tenant.db.deleteFrom('payment_providers').where('tenant_id', '=', tenant.id).execute();
  });
  await tenant.db
    .insertInto('payment_providers')
    .values({ tenant_id: tenant.id, site_id: 1, key: 'barter', position: 1, settings: '{}' })
    .execute();
  await expect(checkStoredProviders(fixture.app.database, silent, neverChecked)).rejects.toThrow(
    `Tenant ${tenant.id}, site 1: There is no payment provider barter. Known are: paysafe, clearAccept, paypal, `,
  );
});

test('[PROV-6] a card vault under its own key is listed as a vault, and pays under any spelling of it', async () => {
  const tenant = await makeTenant(fixture.app);
  const settings = { ...fixture.merchant.settings, adapter: 'Paysafe', displayName: 'Harbour cards' };
  await saveProvider(tenant.db, tenant.id, { siteId: 1, key: 'Harbour-Cards', position: 1, settings });
  await saveProvider(tenant.db, tenant.id, { siteId: 1, key: 'harbour-cards', position: 1, settings });
  const { client, account } = await signedInCustomer(fixture.app, tenant);
  const { providers } = (await client.call(listPaymentProviders, { params: { siteId: 1 } })).body;
  expect(providers).toMatchObject([{ key: 'harbour-cards', kind: 'vault', displayName: 'Harbour cards' }]);
  expect(providers[0]?.config).not.toHaveProperty('adapter');

  const owner = { tenantId: tenant.id, accountId: account.id, siteId: 1 };
  const start = async (providerKey?: string) => {
    const order = await makeOrder(tenant.db, owner, { grossMinor: 1_000 });
    const body = { accountGuid: account.guid, orderIds: [order.id], amount: 10, paymentChannel: 'Card' as const };
    return client.call(
      createCardPayment,
      { body: { ...body, ...(providerKey !== undefined && { providerKey }) } },
      { 'idempotency-key': randomUUID() },
    );
  };
  expect((await start()).body.providerKey).toBe('harbour-cards');
  const { body: attempt } = await start('HARBOUR-cards');
  expect(attempt.providerKey).toBe('harbour-cards');
  expect(codeOf(await start('paysafe'))).toBe('409 ORDER_NOT_PAYABLE');

  // The provider's code of a refusal keeps its meaning.
  await tenant.db
    .updateTable('payments')
    .set({ state: 'declined', error_code: '3022' })
    .where('tenant_id', '=', tenant.id)
    .where('merchant_ref_number', '=', attempt.merchantRefNumber)
    .execute();
  const params = { merchantRefNum: attempt.merchantRefNumber };
  expect((await client.call(getPayment, { params })).body.errorDescription).toMatch(/not enough money/i);
});

test('a key of its own names an adapter, is no adapter’s name, and fits into an address', async () => {
  const tenant = await makeTenant(fixture.app);
  const save = (key: string, adapter: string) =>
    saveProvider(tenant.db, tenant.id, {
      siteId: 1,
      key,
      position: 1,
      settings: {
        ...fixture.merchant.settings,
        adapter,
      },
    });
  await expect(save('harbour-cards', 'barter')).rejects.toThrow(/harbour-cards names an unknown adapter/);
  await expect(save('redirect', 'paysafe')).rejects.toThrow(/redirect names another adapter/);
  await expect(save('harbour/cards', 'paysafe')).rejects.toThrow(/letters, digits and dashes/);
});

test('a provider has its adapter’s kind; the server warns of a missing driver or another currency', async () => {
  const vault = openProvider({ key: 'paysafe', settings: fixture.merchant.settings });
  const url = fixture.sandbox.url;
  const common = { displayName: 'Pay', inTestMode: true, apiBaseUrl: url };
  const ofPage = { ...common, merchantId: 'merchant', secretKey: 'secret', webhookSecret: 'secret' };
  const page = openProvider({ key: 'redirect', settings: ofPage });
  const ofPaypal = { ...common, clientId: 'id', clientSecret: 'secret', webhookId: 'hook' };
  const express = openProvider({ key: 'paypal', settings: ofPaypal });
  const keys = {
    clientId: 'id',
    clientSecret: 'secret',
    platformId: 'us',
    merchantId: 'm',
    merchantAccountId: 'm-gbp',
  };
  const ofComponents = { ...common, tokenBaseUrl: url, scriptBaseUrl: url, ...keys };
  const components = openProvider({ key: 'clearAccept', settings: ofComponents });
  expect([vault, components, page, express].map(kindOf)).toEqual(['vault', 'components', 'page', 'express']);

  const { vault: _, ...withoutVault } = vault;
  const { config } = vault.publicConfig;
  const withoutScript = { ...vault, publicConfig: { ...vault.publicConfig, config: { ...config, scripts: {} } } };
  const reader = { tenant: { settings: { translations: {} } }, language: 'en-GB' };
  for (const provider of [withoutVault, withoutScript]) {
    expect(kindOf(provider)).toBeNull();
    expect(presentProviders(reader, [provider, page])).toMatchObject([{ key: 'redirect' }]);
    expect(whyNotOffered({ settings: sampleSettings() }, provider)).toBe('no driver of the portal can show it');
  }
  expect(whyNotOffered({ settings: sampleSettings() }, vault)).toBeNull();

  const settings = { ...sampleSettings(), culture: dinarCulture };
  const tenant = await makeTenant(fixture.app, { settings });
  await saveProvider(tenant.db, tenant.id, { siteId: 1, key: 'paypal', position: 1, settings: ofPaypal });
  const warned: unknown[] = [];
  await checkStoredProviders(
    fixture.app.database,
    { warn: (...line: unknown[]) => void warned.push(line) },
    neverChecked,
  );
  expect(warned).toContainEqual([
    { tenant: tenant.key, site: 1, provider: 'paypal', reason: 'it does not take TND' },
    'a payment provider is not offered',
  ]);
  expect(JSON.stringify(warned)).not.toContain(fixture.tenant.key);
});

test('[ORD-3] the providers name the one that took the account’s last payment, if it is still offered', async () => {
  const { client, account } = await fixture.customer();
  const lastUsed = async () => (await client.call(listPaymentProviders, { params: { siteId: 1 } })).body.lastUsed;
  const { db, id: tenantId } = fixture.tenant;
  const owner = { tenantId, accountId: account.id, siteId: 1 };
  expect(await lastUsed()).toBeNull();
  const paid = { orders: [], availableMinor: 100 };
  const id = await makePaidPayment(db, owner, paid);
  const changed = (set: { provider_key: string }) =>
    db.updateTable('payments').set(set).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  await changed({ provider_key: 'paysafe' });
  expect(await lastUsed()).toBe('paysafe');
  await changed({ provider_key: 'gone' });
  expect(await lastUsed()).toBeNull();
});
