import {
  downloadCalendar,
  getCalendarFeed,
  getCalendarLink,
  makeCalendarLink,
  revokeCalendarLink,
} from '@quayside/contract/account/calendar.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeStay } from '../../testing/factories/estimates.ts';
import { makeTenant, sampleSettings, sampleSite, type TestTenant } from '../../testing/factories/factories.ts';
import { makeOrder, signedInOwner } from '../../testing/factories/orders.ts';
import { codeOf } from '../../testing/http-client.ts';
import { writeCalendar } from './i-calendar.rules.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app, { sites: [sampleSite()] });
});
afterAll(() => app.close());

const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const tokenOf = (path: string) => path.split('/').at(-1) ?? '';

test('[CAL-1] [CAL-2] a visitor and another customer get neither the calendar nor its address', async () => {
  const { customer } = await signedInOwner(app, tenant);
  const other = await signedInOwner(app, tenant);
  const params = { guid: customer.account.guid };
  for (const call of [downloadCalendar, getCalendarLink, makeCalendarLink, revokeCalendarLink] as const) {
    expect(codeOf(await app.client(tenant.key).call(call, { params }))).toBe('401 NOT_SIGNED_IN');
    expect(codeOf(await other.customer.client.call(call, { params }))).toBe('404 NOT_FOUND');
  }
});

test('[CAL-2] another marina does not know the address, and a closed account’s ends', async () => {
  const { customer, owner } = await signedInOwner(app, tenant);
  const params = { guid: customer.account.guid };
  const { path } = (await customer.client.call(makeCalendarLink, { params })).body;
  const other = await makeTenant(app);
  const read = (key: string) => app.client(key).call(getCalendarFeed, { params: { token: tokenOf(path) } });
  expect([(await read(other.key)).status, (await read(tenant.key)).status]).toEqual([404, 200]);
  await tenant.db
    .updateTable('accounts')
    .set({ closed_at: app.clock.now() })
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', owner.accountId)
    .execute();
  expect((await read(tenant.key)).status).toBe(404);
});

test('[CAL-1] stays and due dates as days, with stable names, the end after the last day', async () => {
  const { customer, owner } = await signedInOwner(app, tenant);
  const params = { guid: customer.account.guid };
  const id = await makeStay(tenant.db, owner, { from: '2026-04-01', depart: '2026-04-30', assetName: 'B 12, east' });
  const order = await makeOrder(tenant.db, owner, { taxPointDate: '2026-06-01', grossMinor: 10_000 });
  await makeOrder(tenant.db, (await signedInOwner(app, tenant)).owner);
  const { text, status, headers } = await customer.client.call(downloadCalendar, { params });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const lines = linesOf(text);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  for (const line of [
    `UID:stay-${id}@${tenant.key}.quayside`,
    'DTSTART;VALUE=DATE:20260401',
    'DTEND;VALUE=DATE:20260501',
    String.raw`SUMMARY:Kittiwake\, B 12\, east`,
    `UID:order-${order.guid}@${tenant.key}.quayside`,
    'DTSTART;VALUE=DATE:20260601',
    'DTEND;VALUE=DATE:20260602',
    'X-WR-TIMEZONE:Europe/London',
  ])
    expect(lines).toContain(line);
  expect(lines.find((line) => line.startsWith('SUMMARY:Pay'))).toContain('£100.00');
});

const { permissions } = sampleSettings();

test.each([
  ['everything', {}, ['Kittiwake\\, A 1', 'Pay £100.00', 'Pay £40.00']],
  ['no stays without their switch', { features: { 'my-stays': false } }, ['Pay £100.00', 'Pay £40.00']],
  [
    'no due dates without invoicing',
    { permissions: { ...permissions, invoicingEnabled: false } },
    ['Kittiwake\\, A 1'],
  ],
])('[CAL-1] a marina shows %s; what is paid is not in the calendar', async (_what, settings, summaries) => {
  const marina = await makeTenant(app, { settings: sampleSettings(settings) });
  const { customer, owner } = await signedInOwner(app, marina);
  for (const allocatedMinor of [0, 6_000, 10_000])
    await makeOrder(marina.db, owner, { grossMinor: 10_000, allocatedMinor });
  await makeStay(marina.db, owner, { assetName: 'A 1' });
  const { text } = await customer.client.call(downloadCalendar, { params: { guid: customer.account.guid } });
  const found = linesOf(text).flatMap((line) => /^SUMMARY:(Pay [^ ]+|.*)/.exec(line)?.[1] ?? []);
  expect(found.toSorted()).toEqual(summaries);
});

test('[CAL-3] a stay until the last day that can be written is shown on its first day', async () => {
  const { customer, owner } = await signedInOwner(app, tenant);
  const params = { guid: customer.account.guid };
  const id = await makeStay(tenant.db, owner, { from: '2026-04-01', depart: '9999-12-31' });
  await makeOrder(tenant.db, owner, { taxPointDate: '9999-12-31' });
  const { text } = await customer.client.call(downloadCalendar, { params });
  expect(linesOf(text)).toContain(`UID:stay-${id}@${tenant.key}.quayside`);
  const days = linesOf(text).filter((line) => /^DT(START|END)/.test(line));
  expect(days).toEqual(['DTSTART;VALUE=DATE:20260401', 'DTSTART;VALUE=DATE:99991231']);
});

test('[CAL-2] the secret address needs no session, is stored as a hash, and ends if replaced or revoked', async () => {
  const { customer, owner } = await signedInOwner(app, tenant);
  await makeStay(tenant.db, owner);
  const params = { guid: customer.account.guid };
  const read = (url: string) => app.client(tenant.key).call(getCalendarFeed, { params: { token: tokenOf(url) } });
  expect((await customer.client.call(getCalendarLink, { params })).body).toEqual({ createdOn: null });
  const first = (await customer.client.call(makeCalendarLink, { params })).body.path;
  const feed = await read(first);
  expect([feed.status, feed.text.startsWith('BEGIN:VCALENDAR\r\n')]).toEqual([200, true]);
  const stored = await tenant.db
    .selectFrom('calendar_links')
    .select('token_hash')
    .where('tenant_id', '=', tenant.id)
    .where('account_id', '=', owner.accountId)
    .executeTakeFirstOrThrow();
  expect(stored.token_hash.toString('base64url')).not.toBe(tokenOf(first));
  expect(stored.token_hash).toHaveLength(32);

  const second = (await customer.client.call(makeCalendarLink, { params })).body.path;
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
  await customer.client.call(revokeCalendarLink, { params });
  expect((await read(second)).status).toBe(404);
  expect((await customer.client.call(getCalendarLink, { params })).body).toEqual({ createdOn: null });
  const entries = await tenant.db
    .selectFrom('audit_entries')
    .select('event')
    .where('tenant_id', '=', tenant.id)
    .where('account_id', '=', owner.accountId)
    .orderBy('sequence')
    .execute();
  expect(entries.map(({ event }) => event).filter((event) => event.startsWith('calendar-link'))).toEqual([
    'calendar-link.make',
    'calendar-link.make',
    'calendar-link.revoke',
  ]);
});

test('[CAL-4] two simultaneous calls make one address, which works, and the other call is refused', async () => {
  const { customer } = await signedInOwner(app, tenant);
  const params = { guid: customer.account.guid };
  const make = (known: string) => customer.client.call(makeCalendarLink, { params, query: { known } });
  const read = async (path: string) =>
    (await app.client(tenant.key).call(getCalendarFeed, { params: { token: tokenOf(path) } })).status;
  const one = async (known: string) => {
    const answers = await Promise.all([make(known), make(known)]);
    const made = answers.find(({ status }) => status === 200);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && codeOf(refused)).toBe('409 CALENDAR_LINK_CHANGED');
    expect(await read(made?.body.path ?? '')).toBe(200);
    return made?.body;
  };
  const first = await one('none');
  app.clock.advance({ seconds: 1 });
  const second = await one(first?.createdOn ?? '');
  expect(await read(first?.path ?? '')).toBe(404);
  // A page that was opened before the second address was made does not end it.
  expect(codeOf(await make(first?.createdOn ?? ''))).toBe('409 CALENDAR_LINK_CHANGED');
  expect(await read(second?.path ?? '')).toBe(200);
});

test('[SAFE-94] wrong addresses do not stop the calendars that the same service reads for others', async () => {
  const { customer } = await signedInOwner(app, tenant);
  const { path } = (await customer.client.call(makeCalendarLink, { params: { guid: customer.account.guid } })).body;
  const read = async (token: string) =>
    (await app.client(tenant.key).call(getCalendarFeed, { params: { token } })).status;
  const wrong = await Promise.all(Array.from({ length: 70 }, (_, number) => read(`revoked${number}`)));
  expect(new Set(wrong)).toEqual(new Set([404, 429]));
  expect(await read(tokenOf(path))).toBe(200);
});

test('[CAL-1] long lines are folded after 75 bytes, never inside a character, and no text starts a line', () => {
  const summary = `${'Würzburg ⛵ '.repeat(20)}\r\nEND:VEVENT; a, b\\c`;
  const event = { uid: 'a@b', from: '2026-02-28', to: '2026-02-28', summary };
  const text = writeCalendar({
    name: 'Test',
    timeZone: 'UTC',
    madeAt: new Date('2026-01-02T03:04:05Z'),
    events: [event],
  });
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const lines = linesOf(text);
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  expect(lines).toContain(`SUMMARY:${'Würzburg ⛵ '.repeat(20)}${String.raw`\nEND:VEVENT\; a\, b\\c`}`);
  expect(lines).toContain('DTSTAMP:20260102T030405Z');
  expect(lines).toContain('DTEND;VALUE=DATE:20260301');
});
