import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { putBoat } from '@quayside/contract/integration/boats.ts';
import { listEvents } from '@quayside/contract/integration/events/events.ts';
import { putOrder } from '@quayside/contract/integration/orders.ts';
import { getPaymentResource, listPayments } from '@quayside/contract/integration/payments/payment-resources.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';
import { recordPaymentEvents } from './resources/payment-events.service.ts';

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
  const lines = [{ name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }];
  const body = { type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines };
  for (const n of [1, 2]) {
    await program.call(putAccount, { params: { reference: `C-${n}` }, body: { site: 1, lastName: 'Sailor' } });
    await program.call(putOrder, { params: { reference: `O-${n}` }, body: { ...body, account: `C-${n}` } });
  }
});

async function paid(reference: string, state: Parameters<typeof insertPayment>[2]['state']): Promise<number> {
  const order = marina.db.selectFrom('orders').select(['id', 'account_id']).where('reference', '=', reference);
  const { id, account_id: accountId } = await order.executeTakeFirstOrThrow();
  const owner = { tenantId: marina.id, accountId, siteId: 1 };
  return (await insertPayment(marina.db, owner, { state, orderId: id })).id;
}
type Query = Parameters<typeof listed>[0];
const listed = async (
  query: {
    account?: string;
    order?: string;
    chosen?: string;
    status?: 'completed' | 'failed' | 'pending';
    from?: string;
    to?: string;
    limit?: number;
    cursor?: string;
    updatedSince?: string;
  } = {},
) => (await program.call(listPayments, { query })).body;
const numbers = async (query: Query) => (await listed(query)).items.map(({ number }) => number);

describe('payments', () => {
  test('[API-121] are found by the order that they were made for, whatever became of them', async () => {
    await paid('O-1', 'allocated');
    await paid('O-1', 'declined');
    await paid('O-1', 'pending');
    await paid('O-2', 'pending');
    expect(await numbers({ order: 'O-1' })).toEqual(['P000001']);
    expect(await numbers({ chosen: 'O-1' })).toEqual(['P000001', 'P000002', 'P000003']);
    expect(await numbers({ chosen: 'O-1', status: 'pending' })).toEqual(['P000003']);
    expect(await numbers({ chosen: 'O-9' })).toEqual([]);
  });

  test('are read by their number, with their orders', async () => {
    await paid('O-1', 'allocated');
    const { status, body, headers } = await program.call(getPaymentResource, { params: { number: 'P000001' } });
    expect([status, body]).toMatchObject([
      200,
      {
        number: 'P000001',
        reference: null,
        account: 'C-1',
        site: 1,
        status: 'completed',
        method: 'Card',
        currency: 'GBP',
        amount: 100,
        available: 0,
        refunded: 0,
        isTest: true,
        chosen: [{ order: 'O-1', amount: 100 }],
        allocations: [
          {
            order: 'O-1',
            amount: 100,
          },
        ],
      },
    ]);
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(codeOf(await program.call(getPaymentResource, { params: { number: 'P000002' } }))).toBe('404 NOT_FOUND');
    expect(codeOf(await program.call(getPaymentResource, { params: { number: '1' } }))).toBe('400 INVALID_REQUEST');
  });

  test('[API-4][RUN-151] are listed by the days on which their money moved, at their site', async () => {
    const set = (values: object, id: number) =>
      marina.db.updateTable('payments').set(values).where('id', '=', id).execute();
    await marina.db.updateTable('sites').set({ time_zone: 'Pacific/Auckland' }).execute();
    // Midnight in Auckland, in winter, is noon of the day before.
    const times = ['2026-06-09T11:59:59Z', '2026-06-09T12:00:00Z', '2026-06-10T11:59:59Z', '2026-06-10T12:00:00Z'];
    for (const at of times) await set({ transaction_at: at }, await paid('O-1', 'allocated'));
    await set({ transaction_at: '2026-06-01T00:00:00Z' }, await paid('O-2', 'declined'));
    const ofOffice = await paid('O-2', 'allocated');
    await set({ transaction_at: '2026-06-11T00:00:00Z', paid_on: '2026-06-10' }, ofOffice);
    expect(await numbers({ from: '2026-06-10', to: '2026-06-10' })).toEqual(['P000002', 'P000003', 'P000006']);
    expect(await numbers({ from: '2026-06-11' })).toEqual(['P000004']);
    expect(await numbers({ to: '2026-06-09' })).toEqual(['P000001']);
    expect(await numbers({ from: '2026-06-10', account: 'C-2' })).toEqual(['P000006']);

    const days = { from: '2026-06-10', to: '2026-06-10', limit: 2 };
    const first = await listed(days);
    expect(first.items.map(({ number }) => number)).toEqual(['P000002', 'P000003']);
    const cursor = first.next ?? '';
    const second = await listed({ ...days, cursor });
    expect([second.items.map(({ number }) => number), second.next]).toEqual([['P000006'], null]);
    const other = { ...days, to: '2026-06-11', cursor };
    expect(codeOf(await program.call(listPayments, { query: other }))).toBe('400 INVALID_REQUEST');
  });

  test.each([
    { from: '2026-06-31' },
    { to: '10.06.2026' },
    { from: '0000-01-01' },
    { from: '2026-06-10T00:00:00Z' },
    { from: '2026-06-10', to: '2026-06-09' },
  ])('[API-4] are not listed by wrong days: %o', async (query) => {
    const answer = await program.call(listPayments, { query });
    expect(codeOf(answer)).toBe('400 INVALID_REQUEST');
    expect(answer.body.responseStatus?.errors).toMatchObject([{ fieldName: 'to' in query ? 'to' : 'from' }]);
  });

  test('[API-4] are listed by account, order and status, those that were given up too', async () => {
    await paid('O-1', 'allocated');
    await paid('O-2', 'declined');
    await paid('O-2', 'cancelled');
    await paid('O-2', 'sent');
    await paid('O-2', 'challenge');
    expect(await numbers({})).toEqual(['P000001', 'P000002', 'P000003', 'P000004']);
    expect(await numbers({ account: 'C-2' })).toEqual(['P000002', 'P000003', 'P000004']);
    expect(await numbers({ order: 'O-1' })).toEqual(['P000001']);
    expect(await numbers({ order: 'O-2' })).toEqual([]);
    expect(await numbers({ status: 'failed' })).toEqual(['P000002', 'P000003']);
    expect(await numbers({ status: 'pending' })).toEqual(['P000004']);
    const givenUp = await program.call(getPaymentResource, { params: { number: 'P000003' } });
    expect(givenUp.body).toMatchObject({ status: 'failed', available: 0, chosen: [{ order: 'O-2' }], allocations: [] });
    // Somebody is paying it just now.
    expect(codeOf(await program.call(getPaymentResource, { params: { number: 'P000005' } }))).toBe('404 NOT_FOUND');
    const other = await programOf(app, await makeTenant(app));
    expect((await other.call(listPayments, {})).body.items).toEqual([]);
  });

  test('[API-4] come in pages, and in the order of their changes since a time', async () => {
    for (const order of ['O-1', 'O-2']) await paid(order, 'declined');
    const at = (id: number, time: string) =>
      marina.db
        .updateTable('payments')
        .set({ updated_at: new Date(time) })
        .where('id', '=', id)
        .execute();
    await at(1, '2026-05-17T10:00:00Z');
    await at(2, '2026-05-17T09:00:00Z');
    const first = await listed({ limit: 1 });
    expect(first.items.map(({ number }) => number)).toEqual(['P000001']);
    expect(await numbers({ limit: 1, cursor: first.next ?? '' })).toEqual(['P000002']);
    const updatedSince = '2026-05-17T09:00:00Z';
    const changed = await listed({ limit: 1, updatedSince });
    expect(changed.items.map(({ number }) => number)).toEqual(['P000002']);
    expect(await numbers({ limit: 1, updatedSince, cursor: changed.next ?? '' })).toEqual(['P000001']);
    expect(await numbers({ updatedSince: '2026-05-17T10:00:01Z' })).toEqual([]);
  });
});

test('[HOOK-1] an event has the object and the version that the object’s own call answers', async () => {
  const boat = { account: 'C-1', name: 'Tern', type: 'Yacht', length: 9, beam: 3, draft: 1, relationship: 'Owner' };
  await program.call(putBoat, { params: { reference: 'B-1' }, body: boat });
  const ids = [await paid('O-1', 'allocated')];
  const { settings } = await marina.db
    .selectFrom('tenants')
    .select('settings')
    .where('id', '=', marina.id)
    .executeTakeFirstOrThrow();
  const tenant = { id: marina.id, settings } as Parameters<typeof recordPaymentEvents>[1];
  await marina.db.transaction().execute(async (trx) => {
    await trx.updateTable('payments').set({ refunded_minor: 0 }).where('id', 'in', ids).execute();
    await recordPaymentEvents(trx, tenant, { type: 'payment.completed', ids }, app.clock.now());
  });
  const last = new Map<string, { version: string; object: object }>();
  for (const event of (await program.call(listEvents, {})).body.items)
    last.set(`${String(event.type.split('.')[0])}s/${event.reference}`, event);
  expect([...last.keys()]).toEqual(expect.arrayContaining(['accounts/C-1', 'boats/B-1', 'payments/P000001']));
  for (const [path, { version, object }] of last) {
    if (path === 'orders/O-1') continue; // The payment was put on it without its own event.
    const answer = await program.get(`/harbour/api/integration/v1/${path}`);
    expect([path, answer.headers.get('etag'), answer.body]).toEqual([path, `"${version}"`, object]);
  }
});
