import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { allocateToOrder } from '@quayside/contract/integration/payments/allocations.ts';
import { creditOrder } from '@quayside/contract/integration/payments/credits.ts';
import { getOrderResource, putOrder } from '@quayside/contract/integration/orders.ts';
import { getPaymentResource } from '@quayside/contract/integration/payments/payment-resources.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { auditOf } from '../../../testing/audit.ts';
import { committedEvents } from '../../../testing/events.ts';
import { makeTenant, type TestTenant } from '../../../testing/factories/factories.ts';
import { programOf } from '../../../testing/factories/integration.ts';
import { insertPayment } from '../../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../../testing/http-client.ts';

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
  for (const [account, orders] of [
    ['C-1', ['O-1', 'O-2', 'O-3']],
    ['C-2', ['O-4']],
  ] as const) {
    await program.call(putAccount, { params: { reference: account }, body: { site: 1, lastName: 'Sailor' } });
    for (const reference of orders) await program.call(putOrder, { params: { reference }, body: { ...body, account } });
  }
  await paid('O-1', 'allocated');
  // £100.00 of it are available: the marina owes them to the customer.
  const credit = { reference: 'CN-1', number: 'CR-1' };
  await program.call(creditOrder, { params: { reference: 'O-1' }, body: credit });
});

async function paid(reference: string, state: 'allocated' | 'sent'): Promise<number> {
  const order = marina.db.selectFrom('orders').select(['id', 'account_id']).where('reference', '=', reference);
  const { id, account_id: accountId } = await order.executeTakeFirstOrThrow();
  return (await insertPayment(marina.db, { tenantId: marina.id, accountId, siteId: 1 }, { state, orderId: id })).id;
}

type Body = Parameters<typeof put>[1];
const put = (reference: string, body: { payment?: string; amount?: number } = {}, headers = {}, client = program) =>
  client.call(allocateToOrder, { params: { reference }, body }, headers);
const refusal = async (reference: string, body?: Body) => {
  const answer = await put(reference, body);
  return [codeOf(answer), answer.body.responseStatus?.errors[0]?.message];
};
const owed = async (reference: string) =>
  (await program.call(getOrderResource, { params: { reference } })).body.outstanding;
const available = async () =>
  (await program.call(getPaymentResource, { params: { number: 'P000001' } })).body.available;

describe('[API-120] available money', () => {
  test('goes onto an order of its customer, in part and then as much as there is, with events and audit', async () => {
    expect(await available()).toBe(100);
    const part = await put('O-2', { amount: 30, payment: 'P000001' });
    const allocations = (amount: number) => [{ payment: 'P000001', amount }];
    const answer = { order: 'O-2', currency: 'GBP', outstanding: 90, allocations: allocations(30) };
    expect([part.status, part.body]).toEqual([200, answer]);
    expect((await put('O-3')).body).toMatchObject({ outstanding: 50, allocations: allocations(70) });
    expect([await owed('O-2'), await owed('O-3'), await available()]).toEqual([90, 50, 0]);
    expect((await committedEvents(marina)).slice(-2)).toMatchObject([
      { type: 'payment.changed', reference: 'P000001', object: { available: 0 } },
      { type: 'order.changed', reference: 'O-3', object: { paid: 70 } },
    ]);
    const actor = { kind: 'integration', name: 'Back office' };
    expect((await auditOf(marina)).at(-1)).toMatchObject({ event: 'payment.allocate', actor });
    expect(await refusal('O-2')).toEqual(['409 ROW_REFUSED', 'no money is available.']);
  });

  test('is used once, also by requests at the same moment, and once for one idempotency key', async () => {
    const key = { 'idempotency-key': 'first' };
    const answers = await Promise.all([1, 2, 3].map(() => put('O-2', { amount: 30 }, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect([await owed('O-2'), await available()]).toEqual([90, 70]);
    expect(codeOf(await put('O-2', { amount: 31 }, key))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
    await Promise.all(['O-2', 'O-3', 'O-2', 'O-3'].map((reference) => put(reference, { amount: 40 })));
    expect([((await owed('O-2')) ?? 0) + ((await owed('O-3')) ?? 0), await available()]).toEqual([140, 0]);
  });

  test('[API-131] of another customer, for a paid or held order or a wrong amount is refused', async () => {
    const reading = await programOf(app, marina, { scopes: ['payments:read', 'orders:write', 'imports:write'] });
    expect(codeOf(await put('O-2', {}, {}, reading))).toBe('403 SCOPE_MISSING');
    expect(codeOf(await put('O-2', {}, {}, await programOf(app, await makeTenant(app))))).toBe('404 NOT_FOUND');
    expect(codeOf(await put('O-9'))).toBe('404 NOT_FOUND');
    const notTheirs = ['409 ROW_REFUSED', 'the customer of the order has no payment P000001'];
    expect(await refusal('O-4', { payment: 'P000001' })).toEqual(notTheirs);
    expect((await refusal('O-2', { payment: 'P000009' }))[0]).toBe('409 ROW_REFUSED');
    expect(await refusal('O-4')).toEqual(['409 ROW_REFUSED', 'no money is available.']);
    expect((await refusal('O-1'))[1]).toMatch(/^order \d+ \(O-1\) owes nothing\. Put the money on another order,/);
    expect(await refusal('O-2', { amount: 0.001 })).toEqual(['400 INVALID_REQUEST', 'has more than 2 decimals']);
    for (const amount of [0, -1]) expect((await refusal('O-2', { amount }))[0]).toBe('400 INVALID_REQUEST');
    await paid('O-3', 'sent');
    expect((await refusal('O-3'))[1]).toContain('is being paid in the portal');
    expect(await available()).toBe(100);
  });
});
