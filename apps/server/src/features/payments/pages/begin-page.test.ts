import { cancelPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { loadTenant } from '../../../http/tenant/tenant.ts';
import type { PageInput } from '../../../providers/payments/provider-pages.ts';
import { create } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import {
  givePageProvider,
  type PageMerchant,
  pagesOf,
  registerRedirect,
  startOnPage,
} from '../../../testing/payments/page-payments.ts';
import type { Engine } from '../engine/engine.types.ts';
import { findById, type PaymentRow } from '../payments.queries.ts';
import { providerOf } from '../providers/providers.service.ts';
import { beginPage, type PageRequest } from './begin-page.service.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: PageMerchant;
let engine: Engine;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const { app, tenant } = fixture;
  merchant = await registerRedirect(sandbox);
  await givePageProvider(tenant.db, tenant.id, merchant);
  const marina = await loadTenant(app.database, tenant.id);
  engine = { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
});
afterAll(() => fixture.close());
beforeEach(() => fixture.app.clock.set(new Date().toISOString()));

const pageInput = ({ expires_at: expiresAt }: PaymentRow): PageInput => ({
  description: 'Orders',
  merchantName: 'Saltmarsh',
  language: 'en-GB',
  expiresAt,
  returnUrl: 'https://portal.example.com/payment-processed/1',
  cancelUrl: 'https://portal.example.com/payment-processed/1?cancelled=true',
  customer: { email: 'robin.test@example.com', lastname: 'Test', firstname: 'Robin' },
});

/** Stores an attempt for the redirect provider whose page was not asked for yet. */
async function stored() {
  const customer = await fixture.customer({});
  const { paymentId, merchantRefNumber: reference } = (await create(customer)).body;
  const find = () => findById(engine.db, engine.tenant.id, paymentId);
  const { account: provider_account } = await providerOf(engine, { ...(await find()), provider_key: 'redirect' });
  await engine.db
    .updateTable('payments')
    .set({ provider_key: 'redirect', provider_account, channel: 'Redirect' })
    .where('id', '=', paymentId)
    .execute();
  const row = await find();
  const { redirect } = await providerOf(engine, row);
  if (!redirect) throw new Error('the provider has no page');
  const begin = (instead: PageRequest['begin'] = redirect.begin) =>
    beginPage(engine, row, { on: 'pay', begin: instead, input: pageInput(row), language: 'en-GB' });
  const statuses = async () =>
    (await pagesOf(sandbox, merchant)).filter((page) => page.reference === reference).map(({ status }) => status);
  return { customer, reference, find, begin, redirect, statuses };
}

test('[PROV-3] a repeat gets the same page, of many at once too', async () => {
  const { begin, statuses } = await stored();
  const pages = await Promise.all([begin(), begin(), begin()]);
  const again = await begin(() => Promise.reject(new Error('is not asked again')));
  expect(new Set([...pages, again].map(({ redirect_url }) => redirect_url)).size).toBe(1);
  expect(again.redirect_url).toMatch(/^http/);
  expect(await statuses()).toHaveLength(1);
});

test('[PROV-3] [MONEY-1] a page that starts after its customer cancelled is closed and gets no customer', async () => {
  const { customer, reference, begin, redirect, statuses } = await stored();
  const late = await begin(async (attempt, asked) => {
    await customer.client.call(cancelPayment, { params: { ref: reference } });
    return redirect.begin(attempt, asked);
  });
  expect([late.state, late.redirect_url, await statuses()]).toEqual(['cancelled', null, ['cancelled']]);
});

test('[MONEY-2] if the adapter fails, the provider is asked; there is no page, and the order is free', async () => {
  const { customer, find, begin, statuses } = await stored();
  await expect(begin(() => Promise.reject(new TypeError('a mistake of ours')))).rejects.toMatchObject({
    code: 'PAYMENT_PAGE_UNAVAILABLE',
  });
  expect([(await find()).state, await statuses()]).toEqual(['declined', []]);
  expect((await startOnPage(customer)).status).toBe(200);
});

test('[MONEY-2] an attempt whose time is over gets no page', async () => {
  const { find, begin, statuses } = await stored();
  fixture.app.clock.advance({ minutes: 90 });
  await expect(begin()).rejects.toMatchObject({ code: 'PAYMENT_STATE' });
  expect([(await find()).state, await statuses()]).toEqual(['created', []]);
});
