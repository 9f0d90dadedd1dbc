import { eventKinds, eventTypes, listEvents } from '@quayside/contract/integration/events/events.ts';
import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { patchOrder, putOrder } from '@quayside/contract/integration/orders.ts';
import { putSite } from '@quayside/contract/integration/sites.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { recordEvents, sweepEvents } from './events.service.ts';

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app);
  program = await programOf(app, marina);
});

type Query = { after?: number; limit?: number; types?: string };
const events = async (query: Query = {}) => (await program.call(listEvents, { query })).body;
type Page = Awaited<ReturnType<typeof events>>;
const typesOf = ({ items }: Page) => items.map(({ type, reference }) => `${type} ${reference}`);

const account = { site: 1, firstName: 'Jo', lastName: 'Sailor', email: 'jo@example.com' };
const line = { name: 'Berth', quantity: 1, unitPrice: 100, vatPercent: 20 };
const order = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines: [line] };
const put = (body: object = account, reference = 'C-1') => program.call(putAccount, { params: { reference }, body });

/** Records a message as an event, and nothing else. */
const record = (db: TestTenant['db'], subject: string, tenantId = marina.id) =>
  recordEvents(
    db,
    tenantId,
    [
      {
        type: 'message.received',
        reference: null,
        object: { ...eventKinds['message.received'].example, subject },
      },
    ],
    app.clock.now(),
  );
const subjects = ({ items }: Page) => items.map(({ object }) => (object as { subject: string }).subject);

describe('the changes of a program', () => {
  test('[HOOK-1] are events with the object as it was then, and the same again is none', async () => {
    const made = await put();
    const changed = await put({ ...account, lastName: 'Seaman' });
    await put({ ...account, lastName: 'Seaman' });
    const { items, ...rest } = await events();
    expect(items).toMatchObject([
      { sequence: 1, type: 'account.created', reference: 'C-1', object: made.body },
      { sequence: 2, type: 'account.changed', reference: 'C-1', object: { lastName: 'Seaman' } },
    ]);
    expect(items.map(({ version }) => `"${version}"`)).toEqual([made, changed].map((a) => a.headers.get('etag')));
    expect(rest).toEqual({ next: 2, hasMore: false, expired: 0 });
  });

  test('[HOOK-1] each kind of object has its events, and a refused change has none', async () => {
    await put();
    const boat = { account: 'C-1', name: 'Tern', type: 'Yacht', length: 9, beam: 3, draft: 1, relationship: 'Owner' };
    await program.call(putBoat, { params: { reference: 'B-1' }, body: boat });
    await program.call(putOrder, { params: { reference: 'O-1' }, body: order });
    await program.call(patchOrder, { params: { reference: 'O-1' }, body: { lines: [{ ...line, quantity: 2 }] } });
    await program.call(patchOrder, { params: { reference: 'O-1' }, body: { account: 'C-9' } });
    const site = { name: 'North', address: 'Quay 2', telephone: '1', email: 'n@example.com', timeZone: 'Europe/Paris' };
    await program.call(putSite, { params: { number: 2 }, body: site });
    const recorded = await events();
    expect(typesOf(recorded)).toEqual([
      'account.created C-1',
      'boat.created B-1',
      'order.created O-1',
      'order.changed O-1',
      'site.created 2',
    ]);
    expect(recorded.items[3]?.object).toMatchObject({ total: 200, lines: [{ quantity: 2 }] });
  });

  test('[HOOK-1] are read in pages and by type, and a reader of few types does not look at others again', async () => {
    for (const lastName of ['A', 'B', 'C']) await put({ ...account, lastName });
    const first = await events({ limit: 2 });
    expect([first.items.length, first.next, first.hasMore]).toEqual([2, 2, true]);
    expect((await events({ after: first.next })).items.map(({ sequence }) => sequence)).toEqual([3]);
    const made = await events({ types: 'account.created, site.created' });
    expect([typesOf(made), made.next]).toEqual([['account.created C-1'], 3]);
    expect(codeOf(await program.call(listEvents, { query: { types: 'account.eaten' } }))).toBe('400 INVALID_REQUEST');
  });

  test('[HOOK-1] are the marina’s alone, and need the scope', async () => {
    await put();
    const elsewhere = await programOf(app, await makeTenant(app));
    expect((await elsewhere.call(listEvents, {})).body).toMatchObject({ items: [], next: 0 });
    const other = await programOf(app, marina, { scopes: ['accounts:read'] });
    expect(codeOf(await other.call(listEvents, {}))).toBe('403 SCOPE_MISSING');
  });
});

describe('the order of events', () => {
  test('[HOOK-1] is that of the commits: a reader that has seen one never misses an earlier one', async () => {
    const late = await marina.db.startTransaction().execute();
    await record(late, 'late');
    await record(marina.db, 'early');
    const seen = await events();
    expect([subjects(seen), seen.next]).toEqual([['early'], 1]);
    await late.commit().execute();
    expect(subjects(await events({ after: seen.next }))).toEqual(['late']);
  });

  test('[HOOK-1] holds while a number is given and not committed yet: a later one waits', async () => {
    const first = await marina.db.startTransaction().execute();
    await record(first, 'first');
    await sql`set constraints all immediate`.execute(first);
    const second = record(marina.db, 'second');
    await expect.poll(somebodyWaits, { timeout: 20_000 }).toBe(true);
    expect(await events()).toMatchObject({ items: [], next: 0 });
    await first.commit().execute();
    await second;
    expect(subjects(await events())).toEqual(['first', 'second']);
  });

  test('[HOOK-1] keeps one marina from waiting for another', async () => {
    const other = await makeTenant(app);
    const open = await marina.db.startTransaction().execute();
    await record(open, 'open');
    await sql`set constraints all immediate`.execute(open);
    await record(other.db, 'theirs', other.id);
    const theirs = await programOf(app, other);
    expect(subjects((await theirs.call(listEvents, {})).body)).toEqual(['theirs']);
    await open.rollback().execute();
  });

  test('[HOOK-1] has no gap where a transaction was rolled back, and keeps the order within one', async () => {
    const lost = await marina.db.startTransaction().execute();
    await record(lost, 'lost');
    await sql`set constraints all immediate`.execute(lost);
    await lost.rollback().execute();
    const kept = await marina.db.startTransaction().execute();
    for (const subject of ['a', 'b', 'c']) await record(kept, subject);
    await kept.commit().execute();
    const { items } = await events();
    expect(items.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(subjects(await events())).toEqual(['a', 'b', 'c']);
  });

  test('[HOOK-1] of many at once has no gap and no double', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, number) => record(marina.db, String(number))));
    const { items } = await events();
    expect(items.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(new Set(subjects({ items } as Page)).size).toBe(20);
  });
});

async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (select from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())) as waits`.execute(app.ownerDb);
  return rows[0]?.waits ?? false;
}

describe('old events', () => {
  test('[HOOK-1] are deleted after 90 days, and a later reader learns how many it missed', async () => {
    await record(marina.db, 'old');
    await record(marina.db, 'old too');
    app.clock.advance({ days: 90, seconds: 1 });
    await record(marina.db, 'new');
    await sweepEvents(marina.db, marina.id, app.clock.now());
    expect(await events()).toMatchObject({ items: [{ sequence: 3 }], next: 3, expired: 0 });
    expect(await events({ after: 1 })).toMatchObject({ items: [{ sequence: 3 }], expired: 1 });
    app.clock.advance({ days: 91 });
    await sweepEvents(marina.db, marina.id, app.clock.now());
    expect(await events({ after: 1 })).toEqual({ items: [], next: 3, hasMore: false, expired: 2 });
    await record(marina.db, 'newest');
    expect(await events({ after: 3 })).toMatchObject({ items: [{ sequence: 4 }], expired: 0 });
  });
});

test('[HOOK-1] a reader that has seen more than a restored portal knows is told, and goes on from there', async () => {
  await record(marina.db, 'before the backup');
  expect(await events({ after: 7 })).toEqual({ items: [], next: 1, hasMore: false, expired: 6 });
  await record(marina.db, 'after the restore');
  expect(await events({ after: 1 })).toMatchObject({ items: [{ sequence: 2 }], next: 2, expired: 0 });
});

test.each(eventTypes)('[HOOK-1] %s has an example by its schema', (type) => {
  const { object, example } = eventKinds[type];
  expect(object.parse(example)).toEqual(example);
});
