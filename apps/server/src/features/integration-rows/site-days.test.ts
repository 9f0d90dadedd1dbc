import { updateConsentGroups } from '@quayside/contract/account/consent.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { patchAgreement, putAgreement, sendAgreement } from '@quayside/contract/integration/agreements.ts';
import { getConsent, putConsent, putConsentGroup } from '@quayside/contract/integration/consents.ts';
import { patchEstimate, putEstimate } from '@quayside/contract/integration/estimates.ts';
import { patchOrder, putOrder } from '@quayside/contract/integration/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { committedEvents } from '../../testing/events.ts';
import { consentKey } from '../../testing/factories/consents.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  marina = await makeTenant(app, { hosts: [`${crypto.randomUUID()}.example.com`] });
  program = await programOf(app, marina);
  await account();
});

const named = (reference: string) => ({ params: { reference } });
const account = (more = {}) =>
  program.call(putAccount, {
    ...named('C-1'),
    body: { site: 1, lastName: 'Sailor', email: 'jo@example.com', ...more },
  });
const moveSite = (zone: string) => marina.db.updateTable('sites').set({ time_zone: zone }).execute();
const price = { quantity: 1, unitPrice: 100, vatPercent: 20 };

describe('the choice of a customer', () => {
  const params = { reference: 'news', account: 'C-1' };
  const choose = (granted: boolean, givenAt: string) =>
    program.call(putConsent, { params, body: { granted, givenAt } });
  const holds = async () => (await program.call(getConsent, { params })).body.granted;
  let group: number;
  beforeEach(async () => {
    const description = { 'en-GB': 'News', 'fr-FR': 'Nouvelles' };
    group = (await program.call(putConsentGroup, { ...named('news'), body: { position: 1, description } })).body.number;
  });

  test('[API-1] can’t be given at a time that the clocks at the site don’t show yet', async () => {
    expect(codeOf(await choose(true, '2026-05-16T10:01'))).toBe('409 ROW_REFUSED');
    expect((await choose(true, '2026-05-16T09:59')).status).toBe(201);
    await moveSite('Pacific/Auckland');
    expect((await choose(false, '2026-05-16T21:00')).status).toBe(200);
    expect(codeOf(await choose(true, '2026-05-16T21:01'))).toBe('409 ROW_REFUSED');
    await moveSite('America/Los_Angeles');
    expect(codeOf(await choose(true, '2026-05-16T02:01'))).toBe('409 ROW_REFUSED');
    // The hour that the clocks show twice is over when they show it first.
    await moveSite('Europe/London');
    app.clock.set('2026-10-25T00:45:00Z');
    expect((await choose(true, '2026-10-25T01:40')).status).toBe(200);
  });

  test('[API-1] [ACC-4] replaces an earlier one whose time is to come, and stays', async () => {
    await choose(true, '2026-05-16T09:30');
    // The clocks at the site were wrong.
    await moveSite('America/Los_Angeles');
    await marina.db
      .updateTable('consents')
      .set({ recorded_at: new Date('2026-05-16T16:30:00Z') })
      .execute();
    const { id } = await marina.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const guid = await consentKey(marina, { id });
    const body = { idBools: { [group]: false } };
    const off = await app.client(marina.key).call(updateConsentGroups, { params: { guid }, body });
    expect(off.status).toBe(200);
    expect(await holds()).toBe(false);
    app.clock.advance({ hours: 48 });
    expect(await holds()).toBe(false);
    const events = (await committedEvents(marina)).filter(({ type }) => type === 'consent.changed');
    expect(events).toMatchObject([{ object: { granted: true } }, { object: { granted: false } }]);
  });
});

test.each([
  ['Pacific/Auckland', '2026-05-15T21:00:00Z', '2026-05-16', '2026-05-17'],
  ['Europe/Paris', '2026-05-15T22:30:00Z', '2026-05-16', '2026-05-17'],
  ['America/Los_Angeles', '2026-05-16T02:00:00Z', '2026-05-15', '2026-05-16'],
])('[API-2] today is the day at the site: %s', async (zone, now, today, tomorrow) => {
  await moveSite(zone);
  app.clock.set(now);
  const statuses: number[] = [];
  for (const day of [tomorrow, today]) {
    statuses.push((await account({ closedOn: day })).status);
    await account();
    const agreement = { account: 'C-1', type: 'Berth', createdOn: '2026-05-01', signatureRequired: false };
    await program.call(putAgreement, { ...named('A-1'), body: agreement });
    statuses.push((await program.call(patchAgreement, { ...named('A-1'), body: { withdrawnOn: day } })).status);
  }
  expect(statuses).toEqual([409, 409, 200, 200]);
});

describe('the time at which something was made', () => {
  test('[API-2] of a sent agreement stays while its day does', async () => {
    const body = { reference: 'A-1', account: 'C-1', type: 'Berth', declaration: '<p>You rent it.</p>' };
    const { sentAt } = (await program.call(sendAgreement, { body })).body;
    const made = async () =>
      (await marina.db.selectFrom('agreements').select('created_at').executeTakeFirst())?.created_at;
    await program.call(patchAgreement, { ...named('A-1'), body: { signBy: '2026-06-30' } });
    expect([(await made())?.toISOString(), sentAt]).toEqual(Array(2).fill('2026-05-16T09:00:00.000Z'));
    const moved = await program.call(patchAgreement, { ...named('A-1'), body: { createdOn: '2026-05-15' } });
    expect(moved.body.createdOn).toBe('2026-05-15');
    expect((await made())?.toISOString()).toBe('2026-05-15T11:00:00.000Z');
  });

  test('[API-2] of an order and an estimate stays while its day does', async () => {
    const of = { account: 'C-1', createdOn: '2026-05-15', lines: [{ ...price, name: 'Berth' }] };
    await program.call(putOrder, { ...named('O-1'), body: { ...of, type: 'Berth', dueOn: '2026-05-20' } });
    const lines = [{ ...price, tariff: 'Berth' }];
    await program.call(putEstimate, { ...named('E-1'), body: { ...of, lines } });
    const exactly = new Date('2026-05-15T07:08:09Z');
    await marina.db.updateTable('orders').set({ created_at: exactly, cancelled_at: exactly }).execute();
    await marina.db.updateTable('estimates').set({ created_at: exactly }).execute();
    await program.call(patchOrder, { ...named('O-1'), body: { dueOn: '2026-05-21' } });
    await program.call(patchEstimate, { ...named('E-1'), body: { expiresOn: '2026-06-30' } });
    const order = await marina.db.selectFrom('orders').select(['created_at', 'cancelled_at']).executeTakeFirst();
    const estimate = await marina.db.selectFrom('estimates').select('created_at').executeTakeFirst();
    expect([order, estimate]).toEqual([{ created_at: exactly, cancelled_at: exactly }, { created_at: exactly }]);
  });
});
