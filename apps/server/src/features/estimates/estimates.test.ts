import {
  emailEstimate,
  getEstimate,
  getEstimateDateRange,
  listEstimates,
} from '@quayside/contract/orders/estimates.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { estimateLine, makeEstimate } from '../../testing/factories/estimates.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { dinarCulture, makeOrder, type Owner, signedInOwner } from '../../testing/factories/orders.ts';
import type { NewEstimate } from './new-estimates.service.ts';

let app: TestApp;
let tenant: TestTenant;
let customer: SignedIn;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp();
  const sites = [sampleSite(), sampleSite({ id: 2, timeZone: 'Pacific/Auckland' })];
  tenant = await makeTenant(app, { sites });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  ({ customer, owner } = await newCustomer());
});

const newCustomer = (of = tenant) => signedInOwner(app, of);

const make = (overrides: Partial<NewEstimate> = {}) => makeEstimate(tenant.db, owner, overrides);

async function list(query: Parameters<typeof listEstimates.query.parse>[0] = {}) {
  const params = { guid: customer.account.guid };
  const { body, status } = await customer.client.call(listEstimates, { params, query: query as object });
  expect(status).toBe(200);
  return body;
}

const numbers = async (query: object) => (await list(query)).estimates.map(({ id }) => id);

const open = ({ client, account }: SignedIn, id: number) =>
  client.call(getEstimate, { params: { guid: account.guid, id } });

describe('the status of an estimate', () => {
  /** Returns the status of an estimate at an instant, which list, filters and page must agree on. */
  async function statusAt(instant: string, id: number): Promise<string> {
    app.clock.set(instant);
    const { account } = customer;
    customer = await signedInCustomer(app, tenant, account);
    const { body } = await open(customer, id);
    const { status } = body.estimate;
    expect(await numbers({ statusFilter: status }), `${status} at ${instant}`).toContain(id);
    const others = (['Active', 'Converted', 'Expired'] as const).filter((other) => other !== status);
    for (const other of others) expect(await numbers({ statusFilter: other })).not.toContain(id);
    expect((await list({ statusFilter: 'All' })).estimates).toMatchObject([{ id, status }]);
    return status;
  }

  test.each([
    ['on a summer day', '2026-05-16', '2026-05-16T22:59:59.999Z', '2026-05-16T23:00:00Z'],
    ['on a winter day', '2026-01-31', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00Z'],
    ['on the day that summer time begins', '2026-03-29', '2026-03-29T22:59:59.999Z', '2026-03-29T23:00:00Z'],
    ['on the day before', '2026-03-28', '2026-03-28T23:59:59.999Z', '2026-03-29T00:00:00Z'],
    ['on the day that summer time ends', '2026-10-25', '2026-10-25T23:59:59.999Z', '2026-10-26T00:00:00Z'],
    ['on the day before that', '2026-10-24', '2026-10-24T22:59:59.999Z', '2026-10-24T23:00:00Z'],
    ['on 29 February', '2028-02-29', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
    ['on 28 February of a leap year', '2028-02-28', '2028-02-28T23:59:59.999Z', '2028-02-29T00:00:00Z'],
  ])('[EST-4] a day is good to its end at the site: %s', async (_, expiresOn, last, over) => {
    const id = await make({ expiresOn });
    expect(await statusAt(last, id)).toBe('Active');
    expect(await statusAt(over, id)).toBe('Expired');
  });

  test('[EST-4] the site is that of the estimate, half a world away from the account’s', async () => {
    const id = await make({ expiresOn: '2026-05-16', siteId: 2 });
    expect(await statusAt('2026-05-16T11:59:59.999Z', id)).toBe('Active');
    expect(await statusAt('2026-05-16T12:00:00Z', id)).toBe('Expired');
  });

  test('[EST-4] an instant is over when it is reached, also in the hour that comes twice', async () => {
    const id = await make({ expiresAt: new Date('2026-10-25T01:30:00Z') });
    expect(await statusAt('2026-10-25T00:30:00Z', id)).toBe('Active'); // the first half past one
    expect(await statusAt('2026-10-25T01:29:59.999Z', id)).toBe('Active');
    expect(await statusAt('2026-10-25T01:30:00Z', id)).toBe('Expired');
  });

  test('[EST-4] a converted estimate never expires, and one without a date does not either', async () => {
    const order = await makeOrder(tenant.db, owner);
    const id = await make({ expiresOn: '2026-05-01', convertedOrderId: order.id });
    expect(await statusAt('2029-01-01T00:00:00Z', id)).toBe('Converted');
    ({ customer, owner } = await newCustomer());
    expect(await statusAt('2029-01-01T00:00:00Z', await make())).toBe('Active');
  });
});

describe('the list', () => {
  test('[EST-1] the newest first, by skip and take or page and rows; only active ones by default', async () => {
    const ids: number[] = [];
    for (let day = 1; day <= 12; day += 1) ids.unshift(await make({ createdAt: new Date(Date.UTC(2026, 3, day, 10)) }));
    await make({ expiresOn: '2026-05-15' });
    expect(await list()).toMatchObject({ totalItems: 12, totalPages: 2 });
    expect(await numbers({})).toEqual(ids.slice(0, 10));
    expect(await numbers({ page: 2, rows: 10 })).toEqual(ids.slice(10));
    expect(await numbers({ skip: 4, take: 4 })).toEqual(ids.slice(4, 8));
    expect(await list({ skip: 4, take: 4 })).toMatchObject({ totalItems: 12, totalPages: 3 });
    expect(await list({ statusFilter: 'All' })).toMatchObject({ totalItems: 13 });
    // Beyond the end the list is empty, with the same totals.
    expect(await list({ page: 9 })).toEqual({ estimates: [], totalItems: 12, totalPages: 2 });
    expect(await list({ statusFilter: 'Converted' })).toEqual({ estimates: [], totalItems: 0, totalPages: 0 });
  });

  test('[EST-1] [SHELL-17] dates are times on the site’s clocks, and both bounds belong to the span', async () => {
    const first = await make({ createdAt: new Date('2026-03-28T23:59:59.500Z') }); // still the 28th
    const second = await make({ createdAt: new Date('2026-03-29T22:59:59.999Z') }); // summer time: the 29th
    const third = await make({ createdAt: new Date('2026-03-29T23:00:00Z') }); // the 30th
    const day = (date: string) => ({ fromDate: `${date} 00:00:00`, toDate: `${date} 23:59:59` });
    expect(await numbers(day('2026-03-28'))).toEqual([first]);
    expect(await numbers(day('2026-03-29'))).toEqual([second]);
    expect(await numbers(day('2026-03-30'))).toEqual([third]);
    expect(await numbers({ fromDate: '2026-03-29 00:00:00' })).toEqual([third, second]);
    expect(await numbers({ toDate: '2026-03-29 23:59:59' })).toEqual([second, first]);
    for (const fromDate of ['2026-02-29 00:00:00', '2026-03-29', '2026-03-29T00:00:00Z', '2026-03-29 24:00:00']) {
      const params = { guid: customer.account.guid };
      expect((await customer.client.call(listEstimates, { params, query: { fromDate } })).status, fromDate).toBe(400);
    }
  });

  test('[EST-4] the range of dates is that of the first and the last, on the site’s days', async () => {
    const range = async () =>
      (await customer.client.call(getEstimateDateRange, { params: { guid: customer.account.guid } })).body;
    expect(await range()).toEqual({ from: null, to: null, count: 0 });
    await make({ createdAt: new Date('2024-06-30T23:30:00Z') });
    await make({ createdAt: new Date('2026-05-01T10:00:00Z'), expiresOn: '2026-05-02' });
    expect(await range()).toEqual({ from: '2024-07-01', to: '2026-05-01', count: 2 });
  });

  test('[EST-5] each estimate of a list is described by its first item and boat', async () => {
    const { customer: reader, owner: of } = await newCustomer();
    const lines = [estimateLine({ tariffName: 'Winter ashore', boatName: 'Teal' }), estimateLine()];
    await makeEstimate(tenant.db, of, { lines });
    const { body } = await reader.client.call(listEstimates, { params: { guid: reader.account.guid }, query: {} });
    expect(body.estimates).toMatchObject([{ description: 'Winter ashore', boatName: 'Teal' }]);
  });

  test('[EST-1] a list of another account is not found', async () => {
    await make();
    const { customer: neighbour } = await newCustomer();
    const params = { guid: customer.account.guid };
    expect((await neighbour.client.call(listEstimates, { params, query: {} })).status).toBe(404);
    expect((await neighbour.client.call(getEstimateDateRange, { params })).status).toBe(404);
  });
});

describe('one estimate', () => {
  test('[EST-2] has all that its page lists; totals are the sums of its lines', async () => {
    const order = await makeOrder(tenant.db, owner);
    const id = await make({
      reference: 'Q-2026-17',
      convertedOrderId: order.id,
      lines: [
        estimateLine({ quantity: '11.35', grossUnitMinor: 46_500 }),
        estimateLine({ tariffName: 'Electricity deposit', grossUnitMinor: 15_000, boatName: null, boatLength: null }),
      ],
    });
    expect((await open(customer, id)).body.estimate).toEqual({
      id,
      description: 'Annual berth',
      boatName: 'Kittiwake',
      createdOn: '2026-05-04T10:00:00.000Z',
      expiryDate: null,
      startDate: '2026-06-01',
      departureDate: '2027-05-31',
      ref: 'Q-2026-17',
      status: 'Converted',
      grossCost: 5427.75,
      netCost: 4523.12,
      vatAmount: 904.63,
      isoCurrencyCode: 'GBP',
      convertedOrderId: order.id,
      answer: null,
      estimateDetails: [
        {
          tariffName: 'Annual berth',
          grossUnitCost: 465,
          calculatedQuantity: 11.35,
          netCost: 4398.12,
          vatAmount: 879.63,
          grossCost: 5277.75,
          boatName: 'Kittiwake',
          boatLength: 11.35,
        },
        {
          tariffName: 'Electricity deposit',
          grossUnitCost: 150,
          calculatedQuantity: 1,
          netCost: 125,
          vatAmount: 25,
          grossCost: 150,
          boatName: null,
          boatLength: null,
        },
      ],
    });
  });

  test('[EST-2] a foreign, an unknown and an impossible number are not found', async () => {
    const id = await make();
    const { customer: neighbour } = await newCustomer();
    expect((await open(neighbour, id)).status).toBe(404);
    expect((await open(customer, 999_999)).status).toBe(404);
    expect((await open(customer, 99_999_999_999)).status).toBe(400);
    const elsewhere = await makeTenant(app);
    expect((await open((await newCustomer(elsewhere)).customer, id)).status).toBe(404);
  });

  test('[ORD-8] amounts have the decimals of the currency', async () => {
    const tunis = await makeTenant(app, { settings: sampleSettings({ culture: dinarCulture }) });
    const { customer: reader, owner: whose } = await newCustomer(tunis);
    const lines = [estimateLine({ grossUnitMinor: 12_345 })];
    const id = await makeEstimate(tunis.db, whose, { currency: 'TND', lines });
    const { body } = await open(reader, id);
    expect(body.estimate).toMatchObject({ grossCost: 12.345, vatAmount: 2.058, netCost: 10.287 });
  });

  test('a portal without orders doesn’t name the order that an estimate became', async () => {
    const { permissions } = sampleSettings();
    const quiet = { ...permissions, invoicingEnabled: false, showAccountActivity: false };
    const silent = await makeTenant(app, { settings: sampleSettings({ permissions: quiet }) });
    const { customer: reader, owner: whose } = await newCustomer(silent);
    const order = await makeOrder(silent.db, whose);
    const id = await makeEstimate(silent.db, whose, { convertedOrderId: order.id });
    expect((await open(reader, id)).body.estimate).toMatchObject({ status: 'Converted', convertedOrderId: null });
  });
});

describe('by e-mail', () => {
  const send = ({ client, account }: SignedIn, id: number) =>
    client.call(emailEstimate, { params: { guid: account.guid, id } });

  test('[EST-3] at most five times an hour, and never another customer’s', async () => {
    const id = await make();
    const { customer: neighbour } = await newCustomer();
    expect((await send(neighbour, id)).status).toBe(404);
    for (let time = 1; time <= 5; time += 1) expect((await send(customer, id)).status).toBe(200);
    const { status, headers } = await send(customer, id);
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    app.clock.advance({ hours: 1 });
    customer = await signedInCustomer(app, tenant, customer.account);
    expect((await send(customer, id)).status).toBe(200);
  });

  test('[EST-3] an account without an e-mail address gets an error that says so', async () => {
    const account = await makeAccount(tenant, { email: '' });
    const reader = await signedInCustomer(app, tenant, account);
    const id = await makeEstimate(tenant.db, { ...owner, accountId: account.id });
    const { status, body } = await send(reader, id);
    expect([status, body.responseStatus?.errorCode]).toEqual([409, 'NO_ACCOUNT_EMAIL']);
  });
});

test('[FIND-4] estimates are found by number, reference, item and boat, and sorted by date and amount', async () => {
  const small = await make({
    createdAt: new Date('2026-05-01T10:00:00Z'),
    lines: [estimateLine({ tariffName: 'Lift-out', grossUnitMinor: 1_000 })],
  });
  const large = await make({ lines: [estimateLine({ tariffName: 'Winter storage', grossUnitMinor: 90_000 })] });
  const found = (search: string) => numbers({ search });
  expect(await found('LIFT')).toEqual([small]);
  expect(await found('winter stor')).toEqual([large]);
  expect(await found('winter lift')).toEqual([]);
  expect(await numbers({ sort: 'newest' })).toEqual([large, small]);
  expect(await numbers({ sort: 'oldest' })).toEqual([small, large]);
  expect(await numbers({ sort: 'highest' })).toEqual([large, small]);
  expect(await numbers({ sort: 'lowest' })).toEqual([small, large]);
  expect((await list({ search: 'lift' })).totalItems).toBe(1);
});
