import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { listStays, type StayFilter } from '@quayside/contract/account/stays.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeStay } from '../../testing/factories/estimates.ts';
import {
  makeTenant,
  sampleSettings,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { type Owner, signedInOwner } from '../../testing/factories/orders.ts';

let app: TestApp;
let tenant: TestTenant;
let customer: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { sites: [sampleSite()] });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  ({ customer, owner } = await newCustomer());
});

const newCustomer = (of = tenant) => signedInOwner(app, of);

const stay = (from: string, depart: string | null) => makeStay(tenant.db, owner, { from, depart });

async function list(query: object = {}) {
  const { body, status } = await customer.client.call(listStays, { params: { guid: customer.account.guid }, query });
  expect(status).toBe(200);
  return body;
}

const ids = async (filter: StayFilter) => (await list({ filter })).items.map(({ id }) => id);

const summary = async ({ client, account }: SignedIn) =>
  (await client.call(getSummary, { params: { guid: account.guid } })).body;

test('[STAY-1] all, current, upcoming and historical go by the site’s day; first and last day count', async () => {
  const over = await stay('2025-04-01', '2026-05-15');
  const ending = await stay('2026-05-01', '2026-05-16');
  const open = await stay('2026-05-02', null);
  const starting = await stay('2026-05-16', '2026-05-20');
  const next = await stay('2026-05-17', '2026-05-18');
  const later = await stay('2026-09-01', null);
  expect(await ids('All')).toEqual([later, next, starting, open, ending, over]);
  expect(await ids('Current')).toEqual([starting, open, ending]);
  expect(await ids('Upcoming')).toEqual([next, later]);
  expect(await ids('Historical')).toEqual([over]);
  expect(await list()).toEqual(await list({ filter: 'Current' }));
  expect((await list({ filter: 'Historical' })).items).toEqual([
    {
      id: over,
      boatId: null,
      boatName: 'Kittiwake',
      from: '2025-04-01',
      depart: '2026-05-15',
      assetName: 'B 12',
      type: 'Annual berth',
    },
  ]);
  expect((await summary(customer)).hasStays).toBe(true);
});

test.each([
  ['at midnight in summer', '2026-05-16', '2026-05-16T22:59:59Z', '2026-05-16T23:00:00Z'],
  ['on the day that summer time begins', '2026-03-29', '2026-03-29T22:59:59Z', '2026-03-29T23:00:00Z'],
  ['on the day that it ends', '2026-10-25', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z'],
  ['on 29 February', '2028-02-29', '2028-02-29T23:59:59Z', '2028-03-01T00:00:00Z'],
])('[STAY-1] a stay is over after its last day at the site: %s', async (_, depart, last, after) => {
  const id = await stay('2025-01-01', depart);
  const at = async (instant: string) => {
    app.clock.set(instant);
    customer = await signedInCustomer(app, tenant, customer.account);
    return { current: await ids('Current'), historical: await ids('Historical') };
  };
  expect(await at(last)).toEqual({ current: [id], historical: [] });
  expect(await at(after)).toEqual({ current: [], historical: [id] });
});

test('[STAY-1] a page at a time, with how many there are', async () => {
  const all: number[] = [];
  for (let day = 1; day <= 12; day += 1)
    all.unshift(await stay(`2024-01-${String(day).padStart(2, '0')}`, '2024-02-01'));
  const page = await list({ filter: 'Historical', page: 2, rows: 5 });
  expect(page).toMatchObject({ totalItems: 12, totalPages: 3 });
  expect(page.items.map(({ id }) => id)).toEqual(all.slice(5, 10));
  // Holds from whichever end a part is read.
  const part = async (filter: StayFilter, skip: number) =>
    (await list({ filter, skip, take: 5 })).items.map(({ id }) => id);
  const next = [await stay('2026-06-01', '2026-06-02'), await stay('2026-07-01', null), await stay('2026-08-01', null)];
  for (let skip = 0; skip <= 13; skip += 1) {
    expect([skip, await part('Historical', skip)]).toEqual([skip, all.slice(skip, skip + 5)]);
    expect([skip, await part('Upcoming', skip)]).toEqual([skip, next.slice(skip, skip + 5)]);
  }
  expect(await list({ filter: 'Historical', page: 9 })).toEqual({ items: [], totalItems: 12, totalPages: 2 });
});

test('[STAY-1] [SHELL-5] without any stay, or with the flag off, the portal shows none', async () => {
  expect(await summary(customer)).toMatchObject({ hasStays: false });
  const without = await makeTenant(app, { settings: sampleSettings({ features: { 'my-stays': false } }) });
  const { customer: reader, owner: whose } = await newCustomer(without);
  await makeStay(without.db, whose);
  expect(await summary(reader)).toMatchObject({ hasStays: false });
  const { body, status } = await reader.client.call(listStays, { params: { guid: reader.account.guid }, query: {} });
  expect([status, body.responseStatus?.errorCode]).toEqual([404, 'FEATURE_DISABLED']);
});

test('[STAY-1] another account’s stays are not found', async () => {
  await stay('2026-05-01', null);
  const { customer: neighbour } = await newCustomer();
  const params = { guid: customer.account.guid };
  expect((await neighbour.client.call(listStays, { params, query: {} })).status).toBe(404);
  expect(await summary(neighbour)).toMatchObject({ hasStays: false });
});
