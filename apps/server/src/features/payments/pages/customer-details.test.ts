import { cancelPayment } from '@quayside/contract/payments/payments.ts';
import { startPagePayment, validateAccount } from '@quayside/contract/payments/payment-pages.ts';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../testing/app.ts';
import { makeTenant, sampleSite, signedInCustomer } from '../../../testing/factories/factories.ts';
import { makeOrder } from '../../../testing/factories/orders.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  givePageProvider,
  type PageMerchant,
  registerRedirect,
  startOnPage,
} from '../../../testing/payments/page-payments.ts';
import { saveProvider } from '../providers/providers.service.ts';

describe('the customer’s details that the provider asks for', () => {
  let fixture: CheckoutFixture;
  let merchant: PageMerchant;
  beforeAll(async () => {
    fixture = await startCheckoutFixture();
    merchant = await registerRedirect(inject('sandbox'));
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
  });
  afterAll(() => fixture.close());

  const requiredFields = ['firstname', 'email', 'town', 'countryCode'];
  const ask = ({ client, accountGuid }: Customer, providerKey = 'redirect') =>
    client.call(validateAccount, { params: { providerKey, accountGuid } });
  const stored = ({ account }: Customer) =>
    fixture.tenant.db
      .selectFrom('accounts')
      .select(['email', 'town', 'country_code'])
      .where('tenant_id', '=', fixture.tenant.id)
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();

  async function nameless(): Promise<Customer> {
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant, { requiredFields });
    onTestFinished(() => givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant));
    const customer = await fixture.customer({});
    await fixture.tenant.db
      .updateTable('accounts')
      .set({ email: '', town: '', country_code: '' })
      .where('tenant_id', '=', fixture.tenant.id)
      .where('id', '=', customer.account.id)
      .execute();
    return customer;
  }

  test('[PROV-5] is what the account lacks, and only of one’s own account', async () => {
    const customer = await nameless();
    expect((await ask(customer)).body).toEqual({ missingFields: ['Email', 'Town', 'Country', 'CountryCode'] });
    expect((await ask(customer, 'REDIRECT')).status).toBe(200);
    expect((await ask(customer, 'nobody')).status).toBe(404);
    const neighbour = await fixture.customer({});
    expect((await ask({ ...neighbour, accountGuid: customer.accountGuid })).status).toBe(404);
  });

  test('[PROV-5] is used for this payment, kept only if the customer asks, and nothing else is taken', async () => {
    const customer = await nameless();
    const account = { email: 'robin@example.org', town: 'Bosham', country: 'United Kingdom', countryCode: 'GB' };
    expect((await startOnPage(customer)).status).toBe(400);
    expect((await startOnPage(customer, { account: { ...account, email: 'nonsense' } })).status).toBe(400);
    expect((await startOnPage(customer, { account: { ...account, lastname: 'Other' } })).status).toBe(400);
    const { body } = await startOnPage(customer, { account });
    expect(body.redirectUrl).not.toBeNull();
    expect(await stored(customer)).toEqual({ email: '', town: '', country_code: '' });
    await customer.client.call(cancelPayment, { params: { ref: body.merchantRefNumber } });
    expect((await startOnPage(customer, { account, saveToAccount: true })).status).toBe(200);
    expect(await stored(customer)).toEqual({ email: 'robin@example.org', town: 'Bosham', country_code: 'GB' });
    expect((await ask(customer)).body).toEqual({ missingFields: [] });
  });
});

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
