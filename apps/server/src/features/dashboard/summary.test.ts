import { getSummary } from '@quayside/contract/account/dashboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  type SignedIn,
  signedInCustomer,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { dinarCulture, makeAgreement, makeBoat, makeOrder, type Owner } from '../../testing/factories/orders.ts';
import { joinWaitingList, makeWaitingListEntry } from '../../testing/factories/papers.ts';
import { insertPayment } from '../../testing/factories/payments.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const ownerOf = (of: TestTenant, { account }: SignedIn): Owner => ({
  tenantId: of.id,
  accountId: account.id,
  siteId: account.siteId,
});
const summaryOf = ({ client, account }: SignedIn) => client.call(getSummary, { params: { guid: account.guid } });

test('[CALL-2] nobody without a session reads a summary', async () => {
  const { guid } = await makeAccount(tenant);
  expect((await app.client(tenant.key).call(getSummary, { params: { guid } })).status).toBe(401);
});

test("answers 404 for another account's summary", async () => {
  const { client } = await signedInCustomer(app, tenant);
  const other = await makeAccount(tenant);
  expect((await client.call(getSummary, { params: { guid: other.guid } })).status).toBe(404);
});

test('an account without anything', async () => {
  const { body } = await summaryOf(await signedInCustomer(app, tenant));
  expect(body).toEqual({
    boats: [],
    numberUnpaidOrders: 0,
    totalOutstanding: 0,
    totalDue: 0,
    totalPayableNow: 0,
    totalWaitingForSignature: 0,
    totalInPayment: 0,
    totalAvailable: 0,
    waitingListsItems: [],
    outstandingAgreements: [],
    hasStays: false,
  });
});

test('[CALL-2] boats by name, all debts, and of those that are due how much can be paid or waits', async () => {
  const robin = await signedInCustomer(app, tenant);
  const owner = ownerOf(tenant, robin);
  await makeBoat(tenant.db, owner, 'Teal');
  await makeBoat(tenant.db, owner, 'Avocet');
  const unsigned = await makeAgreement(tenant.db, owner);
  const signed = await makeAgreement(tenant.db, owner, { signedAt: app.clock.now() });
  await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-16', grossMinor: 1_001, agreementId: signed.id });
  await makeOrder(tenant.db, owner, { taxPointDate: '2026-01-01', grossMinor: 5_000, allocatedMinor: 2_000 });
  await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-17', grossMinor: 40_000 });
  await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-01', grossMinor: 700_000, agreementId: unsigned.id });
  await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-01', grossMinor: 9_999, currency: 'JPY' });
  const held = await makeOrder(tenant.db, owner, { taxPointDate: '2026-05-01', grossMinor: 10_000 });
  await insertPayment(tenant.db, owner, { state: 'sent', orderId: held.id });
  const { body } = await summaryOf(robin);
  expect(body).toMatchObject({
    numberUnpaidOrders: 6,
    totalOutstanding: 7_540.01,
    totalDue: 7_140.01,
    totalPayableNow: 40.01,
    totalWaitingForSignature: 7_000,
    totalInPayment: 100,
  });
  const boat = {
    id: expect.any(Number),
    type: 'Sailing yacht',
    length: 9.4,
    beam: 3.1,
    draft: 1.65,
    relationship: 'Owner',
    currentStickerNumber: 'SM-0042',
  };
  expect(body.boats).toEqual([
    { name: 'Avocet', ...boat },
    { name: 'Teal', ...boat },
  ]);
});

test('[SHELL-200] [SHELL-172] no sum waits for a signature that nobody can give any more', async () => {
  const without = await makeTenant(app, { settings: sampleSettings({ agreementsEnabled: false }) });
  for (const [marina, overrides] of [
    [tenant, { withdrawnAt: app.clock.now() }],
    [tenant, { signBy: '2025-12-31' }],
    [without, {}],
  ] as const) {
    const robin = await signedInCustomer(app, marina);
    const owner = ownerOf(marina, robin);
    const agreement = await makeAgreement(marina.db, owner, overrides);
    await makeOrder(marina.db, owner, { taxPointDate: '2026-05-01', grossMinor: 1_000, agreementId: agreement.id });
    const sums = { totalDue: 10, totalPayableNow: 0, totalWaitingForSignature: 0 };
    expect((await summaryOf(robin)).body).toMatchObject(sums);
  }
});

test('[ORD-8] sums have the decimals of the culture', async () => {
  const marina = await makeTenant(app, { settings: sampleSettings({ culture: dinarCulture }) });
  const customer = await signedInCustomer(app, marina);
  const order = { currency: 'TND', taxPointDate: '2026-05-01', grossMinor: 1_001 };
  await makeOrder(marina.db, ownerOf(marina, customer), order);
  await makeOrder(marina.db, ownerOf(marina, customer), order);
  expect((await summaryOf(customer)).body).toMatchObject({ totalOutstanding: 2.002, totalPayableNow: 2.002 });
});

test('without invoicing the summary has no orders', async () => {
  const { permissions } = sampleSettings();
  const settings = sampleSettings({ permissions: { ...permissions, invoicingEnabled: false } });
  const quiet = await makeTenant(app, { settings });
  const customer = await signedInCustomer(app, quiet);
  await makeOrder(quiet.db, ownerOf(quiet, customer));
  expect((await summaryOf(customer)).body).toMatchObject({
    numberUnpaidOrders: 0,
    totalOutstanding: 0,
    totalPayableNow: 0,
  });
});

test('[DASH-6] places on waiting lists by title, with since when the longest waits', async () => {
  const robin = await signedInCustomer(app, tenant);
  const owner = ownerOf(tenant, robin);
  const swinging = { title: 'Swinging mooring', type: 'Mooring', position: null };
  await makeWaitingListEntry(tenant.db, owner, { ...swinging, joinedOn: null, addedOn: '2025-10-02' });
  const berths = await makeWaitingListEntry(tenant.db, owner, { title: 'Annual berth', joinedOn: '2024-03-09' });
  const first = ownerOf(tenant, await signedInCustomer(app, tenant));
  await joinWaitingList(tenant.db, first, berths, { position: 1, joinedOn: null, addedOn: '2019-11-30' });
  expect((await summaryOf(robin)).body.waitingListsItems).toEqual([
    {
      title: 'Annual berth',
      type: 'Berth',
      position: 4,
      joinedOn: '2024-03-09',
      addedOn: '2024-03-11',
      oldest: '2019-11-30',
      move: null,
    },
    { ...swinging, joinedOn: null, addedOn: '2025-10-02', oldest: '2025-10-02', move: null },
  ]);
});

test('[CALL-2] the agreements that wait for a signature', async () => {
  const robin = await signedInCustomer(app, tenant);
  const owner = ownerOf(tenant, robin);
  await makeAgreement(tenant.db, owner, { signedAt: app.clock.now() });
  const unsigned = await makeAgreement(tenant.db, owner);
  const { outstandingAgreements } = (await summaryOf(robin)).body;
  expect(outstandingAgreements.map(({ guid, isSigned }) => [guid, isSigned])).toEqual([[unsigned.guid, false]]);
});

test('[LOGIN-13] without waiting lists or agreements the summary has none', async () => {
  const { permissions } = sampleSettings();
  const switchedOff = { agreementsEnabled: false, permissions: { ...permissions, showWaitingLists: false } };
  const quiet = await makeTenant(app, { settings: sampleSettings(switchedOff) });
  const customer = await signedInCustomer(app, quiet);
  await makeAgreement(quiet.db, ownerOf(quiet, customer));
  await makeWaitingListEntry(quiet.db, ownerOf(quiet, customer));
  expect((await summaryOf(customer)).body).toMatchObject({ waitingListsItems: [], outstandingAgreements: [] });
});
