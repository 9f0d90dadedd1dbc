import { getUnsignedAgreement } from '@quayside/contract/agreements/agreement-signing.ts';
import {
  countUnsignedAgreements,
  getSignedAgreement,
  listAccountAgreements,
} from '@quayside/contract/agreements/agreements.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  sampleSite,
  signedInCustomer,
} from '../../testing/factories/factories.ts';
import type { SignedIn, TestTenant } from '../../testing/factories/factories.ts';
import { makeAgreement, makeOrder, type Owner } from '../../testing/factories/orders.ts';

let app: TestApp;
let tenant: TestTenant;
let robin: SignedIn;
let owner: Owner;

const ownerOf = (of: TestTenant, { account }: SignedIn): Owner => ({
  tenantId: of.id,
  accountId: account.id,
  siteId: account.siteId,
});

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, {
    sites: [sampleSite(), sampleSite({ id: 2, name: 'Far Basin', timeZone: 'Pacific/Auckland' })],
  });
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  robin = await signedInCustomer(app, tenant);
  owner = ownerOf(tenant, robin);
});
afterAll(() => app.close());

type Query = Parameters<typeof robin.client.call<typeof listAccountAgreements>>[1]['query'];

const list = ({ client, account }: SignedIn, query: Query = {}) =>
  client.call(listAccountAgreements, { params: { accountGuid: account.guid }, query });
const count = ({ client, account }: SignedIn) =>
  client.call(countUnsignedAgreements, { params: { accountGuid: account.guid } });
const guidsOf = async (query?: Query) => (await list(robin, query)).body.agreements.map(({ guid }) => guid);
const day = (date: number) => new Date(`2026-03-${String(date).padStart(2, '0')}T10:00:00Z`);

describe('access to agreements', () => {
  test('[CALL-2] nobody without a session', async () => {
    const visitor = { ...robin, client: app.client(tenant.key) };
    expect((await list(visitor)).status).toBe(401);
    expect((await count(visitor)).status).toBe(401);
  });

  test('answers 404 for another account’s agreements', async () => {
    const other = { ...robin, account: await makeAccount(tenant) };
    expect((await list(other)).status).toBe(404);
    expect((await count(other)).status).toBe(404);
  });

  test('[LOGIN-13] a marina without agreements offers the call to no customer', async () => {
    const without = await makeTenant(app, { settings: sampleSettings({ agreementsEnabled: false }) });
    const customer = await signedInCustomer(app, without);
    for (const answer of [await list(customer), await count(customer)])
      expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([404, 'FEATURE_DISABLED']);
  });
});

describe('the list', () => {
  test('[CALL-2] of an account without any', async () => {
    expect((await list(robin)).body).toEqual({ agreements: [], totalItems: 0, totalPages: 0 });
    expect((await count(robin)).body).toEqual({ numberOfUnsignedAgreements: 0 });
  });

  test('[CALL-2] an agreement with its days and the orders that hang on it', async () => {
    const days = { startDate: '2026-04-01', endDate: '2027-03-31' };
    const signed = await makeAgreement(tenant.db, owner, {
      ...days,
      type: 'Licence',
      signedAt: day(4),
      createdAt: day(3),
    });
    const one = await makeOrder(tenant.db, owner, { agreementId: signed.id });
    const two = await makeOrder(tenant.db, owner, { agreementId: signed.id });
    expect((await list(robin)).body).toEqual({
      agreements: [
        {
          guid: signed.guid,
          type: 'Licence',
          ...days,
          isSigned: true,
          signatureRequired: true,
          createdOn: '2026-03-03T10:00:00.000Z',
          captureTime: '2026-03-04T10:00:00.000Z',
          associations: [{ id: one.id }, { id: two.id }],
        },
      ],
      totalItems: 1,
      totalPages: 1,
    });
  });

  test('[DASH-1] has those that wait for a signature first, then the newest', async () => {
    const oldSigned = await makeAgreement(tenant.db, owner, { signedAt: day(20), createdAt: day(1) });
    const oldUnsigned = await makeAgreement(tenant.db, owner, { createdAt: day(2) });
    const newSigned = await makeAgreement(tenant.db, owner, { signedAt: day(9), createdAt: day(8) });
    const newUnsigned = await makeAgreement(tenant.db, owner, { createdAt: day(3) });
    const nothingToSign = await makeAgreement(tenant.db, owner, { signatureRequired: false, createdAt: day(7) });
    expect(await guidsOf()).toEqual(
      [newUnsigned, oldUnsigned, newSigned, nothingToSign, oldSigned].map(({ guid }) => guid),
    );
    expect(await guidsOf({ signed: 'true' })).toEqual([newSigned.guid, oldSigned.guid]);
    expect(await guidsOf({ signed: 'false' })).toEqual([newUnsigned.guid, oldUnsigned.guid]);
  });

  test('[CALL-2] comes by page and rows, by skip and take, and ten at a time', async () => {
    const made: string[] = [];
    for (let date = 1; date <= 12; date += 1) {
      made.unshift((await makeAgreement(tenant.db, owner, { createdAt: day(date) })).guid);
    }
    expect(await guidsOf()).toEqual(made.slice(0, 10));
    expect(await guidsOf({ page: 2 })).toEqual(made.slice(10));
    expect(await guidsOf({ page: 3, rows: 4 })).toEqual(made.slice(8));
    expect(await guidsOf({ skip: 3, take: 2 })).toEqual(made.slice(3, 5));
    expect((await list(robin, { page: 9, rows: 5 })).body).toEqual({ agreements: [], totalItems: 12, totalPages: 3 });
  });

  test('[AGR-1] counts agreements correctly while they are signed, withdrawn, or not signed in time', async () => {
    const totals = async () =>
      Promise.all(
        [{}, { signed: 'true' as const }, { signed: 'false' as const }].map(
          async (query) => (await list(robin, query)).body.totalItems,
        ),
      );
    const made = [await makeAgreement(tenant.db, owner), await makeAgreement(tenant.db, owner)];
    const change = (index: 0 | 1, values: { signed_at?: Date; withdrawn_at?: Date | null; sign_by?: string }) =>
      tenant.db
        .updateTable('agreements')
        .set(values)
        .where('tenant_id', '=', tenant.id)
        .where('guid', '=', made[index]?.guid ?? '')
        .execute();
    expect(await totals()).toEqual([2, 0, 2]);
    await change(0, { signed_at: day(9) });
    expect(await totals()).toEqual([2, 1, 1]);
    await change(1, { withdrawn_at: day(9) });
    expect(await totals()).toEqual([1, 1, 0]);
    await change(1, { withdrawn_at: null, sign_by: '2026-05-16' });
    expect(await totals()).toEqual([2, 1, 1]);
    app.clock.set('2026-05-17T09:00:00Z');
    expect(await totals()).toEqual([1, 1, 0]);
  });

  test.each([{ page: 0 }, { rows: 0 }, { rows: 101 }, { skip: -1 }, { take: 1.5 }])('%o is refused', async (query) => {
    expect((await list(robin, query)).status).toBe(400);
  });

  test.each([
    { invoicingEnabled: false, showAccountActivity: false, isShown: false },
    { invoicingEnabled: false, showAccountActivity: true, isShown: true },
    { invoicingEnabled: true, showAccountActivity: false, isShown: true },
  ])(
    '[AGR-1] [AGR-2] names the orders that need it, if the portal has pages of orders: %o',
    async ({ isShown, ...switches }) => {
      const { permissions } = sampleSettings();
      const settings = sampleSettings({ permissions: { ...permissions, ...switches } });
      const marina = await makeTenant(app, { settings });
      const customer = await signedInCustomer(app, marina);
      for (const signedAt of [undefined, day(9)]) {
        const agreement = await makeAgreement(marina.db, ownerOf(marina, customer), signedAt && { signedAt });
        const order = await makeOrder(marina.db, ownerOf(marina, customer), { agreementId: agreement.id });
        const shown = isShown ? [{ id: order.id }] : [];
        const listed = (await list(customer)).body.agreements.find(({ guid }) => guid === agreement.guid);
        expect(listed?.associations).toEqual(shown);
        const open = signedAt ? getSignedAgreement : getUnsignedAgreement;
        const opened = await customer.client.call(open, { params: { guid: agreement.guid } });
        expect(opened.body.agreement.associations).toEqual(shown);
      }
    },
  );
});

describe('agreements that wait for a signature', () => {
  test('[SHELL-6] is counted: neither signed ones nor those that need none', async () => {
    await makeAgreement(tenant.db, owner);
    await makeAgreement(tenant.db, owner, { optional: true });
    await makeAgreement(tenant.db, owner, { signedAt: day(1) });
    await makeAgreement(tenant.db, owner, { signatureRequired: false });
    expect((await count(robin)).body).toEqual({ numberOfUnsignedAgreements: 2 });
    expect((await list(robin)).body.totalItems).toBe(4);
    expect((await list(robin, { signed: 'false' })).body.totalItems).toBe(2);
  });

  test('is not what the marina withdrew', async () => {
    await makeAgreement(tenant.db, owner, { withdrawnAt: day(2) });
    expect((await count(robin)).body).toEqual({ numberOfUnsignedAgreements: 0 });
    expect(await guidsOf()).toEqual([]);
  });

  test('can be signed through its last day in the time zone of its site', async () => {
    await makeAgreement(tenant.db, { ...owner, siteId: 1 }, { signBy: '2026-05-16' });
    await makeAgreement(tenant.db, { ...owner, siteId: 2 }, { signBy: '2026-05-16' });
    const signed = await makeAgreement(tenant.db, owner, { signBy: '2026-05-16', signedAt: day(1) });
    const left = async (now: string) => {
      app.clock.set(now);
      return (await count(robin)).body.numberOfUnsignedAgreements;
    };
    expect(await left('2026-05-16T11:59:59Z')).toBe(2);
    expect(await left('2026-05-16T12:00:00Z')).toBe(1); // midnight in Auckland
    expect(await left('2026-05-16T22:59:59Z')).toBe(1);
    expect(await left('2026-05-16T23:00:00Z')).toBe(0); // midnight in London
    // The session goes on, and the signed agreement stays.
    expect(await guidsOf()).toEqual([signed.guid]);
  });

  test('the database refuses to withdraw a signed agreement', async () => {
    const both = makeAgreement(tenant.db, owner, { signedAt: day(1), withdrawnAt: day(2) });
    await expect(both).rejects.toThrow(/check constraint/);
  });
});

test('[FIND-4] agreements are found by type and order, and sorted by date and name', async () => {
  const signed = { signedAt: day(20) };
  const storage = await makeAgreement(tenant.db, owner, { type: 'winter storage', createdAt: day(1), ...signed });
  const licence = await makeAgreement(tenant.db, owner, { type: 'Berthing licence', createdAt: day(2), ...signed });
  const terms = await makeAgreement(tenant.db, owner, { type: 'Terms of the yard', createdAt: day(3) });
  const { id } = await makeOrder(tenant.db, owner, { agreementId: licence.id });
  expect(await guidsOf({ search: 'STORAGE' })).toEqual([storage.guid]);
  expect(await guidsOf({ search: `licence ${id}` })).toEqual([licence.guid]);
  expect(await guidsOf({ search: 'licence storage' })).toEqual([]);
  expect(await guidsOf({ sort: 'newest' })).toEqual([terms.guid, licence.guid, storage.guid]);
  expect(await guidsOf({ sort: 'oldest' })).toEqual([storage.guid, licence.guid, terms.guid]);
  expect(await guidsOf({ sort: 'name' })).toEqual([licence.guid, terms.guid, storage.guid]);
  expect(await guidsOf({ search: 'e', signed: 'true' })).toEqual([licence.guid, storage.guid]);
  const second = await list(robin, { sort: 'oldest', rows: 2, page: 2 });
  expect(second.body).toMatchObject({ totalItems: 3, totalPages: 2, agreements: [{ guid: terms.guid }] });
});
