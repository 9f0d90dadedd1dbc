import { putAccount } from '@quayside/contract/integration/accounts.ts';
import { creditOrder } from '@quayside/contract/integration/payments/credits.ts';
import { getOrderResource, listOrderResources, putOrder } from '@quayside/contract/integration/orders.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { committedEvents } from '../../testing/events.ts';
import { makeTenant, sampleSettings, type TestTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { insertPayment } from '../../testing/factories/payments.ts';
import { codeOf, type HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let marina: TestTenant;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app, {
    settings: sampleSettings({ invoices: { automaticFrom: '2026-01-01', numberPrefix: 'SM-' } }),
  });
  program = await programOf(app, marina);
  await program.call(putAccount, { params: { reference: 'C-1' }, body: { site: 1, lastName: 'Sailor' } });
  const lines = [{ name: 'Berth', quantity: 1, unitPrice: 120, vatPercent: 20 }];
  const body = { account: 'C-1', type: 'Berthing', createdOn: '2026-05-01', dueOn: '2026-06-01', lines };
  await program.call(putOrder, { params: { reference: 'O-1' }, body: { ...body, invoiceNumber: 'INV-1' } });
});

type Body = Partial<Parameters<typeof creditOf>[0]>;
const creditOf = (body: { reference: string; amount?: number | null; reason?: string; number?: string }) => body;
const credit = (body: Body = {}, headers = {}, reference = 'O-1') =>
  program.call(creditOrder, { params: { reference }, body: creditOf({ reference: 'CN-1', ...body }) }, headers);
const order = async (reference = 'O-1') => (await program.call(getOrderResource, { params: { reference } })).body;
const findOrder = async () => {
  const { id, account_id: accountId } = await marina.db
    .selectFrom('orders')
    .select(['id', 'account_id'])
    .where('reference', '=', 'O-1')
    .executeTakeFirstOrThrow();
  return { id, tenantId: marina.id, accountId, siteId: 1 };
};
const refusalOf = ({ body }: Awaited<ReturnType<typeof credit>>) => body.responseStatus?.errors[0]?.message;

describe('[API-3] a credited order', () => {
  test('is credited in part by a call of its own, and keeps its amount and its invoice', async () => {
    const { status, body } = await credit({ amount: 30, reason: 'Left early' });
    expect([status, body]).toEqual([
      200,
      { reference: 'CN-1', order: 'O-1', number: 'SM-000001', amount: 30, currency: 'GBP', madeAvailable: 0 },
    ]);
    expect(await order()).toMatchObject({ total: 120, outstanding: 90, status: 'open', invoiceNumber: 'INV-1' });
    expect(await order('CN-1')).toMatchObject({
      total: -30,
      invoiceNumber: 'SM-000001',
      lines: [{ name: 'Left early' }],
    });
    expect((await auditOf(marina)).at(-1)).toMatchObject({
      event: 'order.credit',
      actor: { kind: 'integration', name: 'Back office' },
      details: { reference: 'CN-1', number: 'SM-000001' },
    });
  });

  test('[API-9][PAID-2] shows credit apart from money, also in its events and lists', async () => {
    const stored = await findOrder();
    await insertPayment(marina.db, stored, { state: 'allocated', orderId: stored.id, amountMinor: 5_000 });
    expect(await order()).toMatchObject({ paid: 50, credited: 0, outstanding: 70 });
    await credit({ amount: 30 });
    const inPart = { paid: 80, credited: 30, outstanding: 40, status: 'open' };
    expect(await order()).toMatchObject(inPart);
    const { body: rest } = await credit({ reference: 'CN-2' });
    expect(rest).toMatchObject({ amount: 90, madeAvailable: 50 });
    const inWhole = { paid: 120, credited: 120, outstanding: 0, status: 'paid' };
    expect(await order()).toMatchObject(inWhole);
    const { body: list } = await program.call(listOrderResources, { query: {} });
    expect(list.items[0]).toMatchObject({ reference: 'O-1', ...inWhole });
    expect(list.items[1]).toMatchObject({ reference: 'CN-1', paid: 0, credited: 0 });
    const events = (await committedEvents(marina)).filter(({ reference }) => reference === 'O-1');
    expect(events.slice(-2)).toMatchObject([
      { type: 'order.changed', object: inPart },
      { type: 'order.paid', object: inWhole },
    ]);
    const books = await marina.db
      .selectFrom('payment_allocations')
      .select(({ fn }) => fn.sum<number>('amount_minor').as('money'))
      .where('order_id', '=', stored.id)
      .executeTakeFirst();
    expect(Number(books?.money)).toBe((inWhole.paid - inWhole.credited) * 100);
  });

  test('[API-10] is named by its credit note, also in the list and in its event', async () => {
    await credit({ amount: 30 });
    const { number } = await order();
    const credits = { creditedOrder: 'O-1', creditedOrderNumber: number };
    expect(await order('CN-1')).toMatchObject(credits);
    const { body: list } = await program.call(listOrderResources, { query: {} });
    expect(list.items).toMatchObject([{ creditedOrder: null, creditedOrderNumber: null }, credits]);
    const made = (await committedEvents(marina)).find(({ reference }) => reference === 'CN-1');
    expect(made).toMatchObject({ type: 'order.created', object: credits });
    await marina.db.updateTable('orders').set({ reference: null }).where('id', '=', number).execute();
    expect(await order('CN-1')).toMatchObject({ creditedOrder: null, creditedOrderNumber: number });
  });

  test('[MONEY-53] is credited in its own currency, which may be another than the marina’s', async () => {
    await marina.db.updateTable('orders').set({ currency: 'KWD', gross_minor: 120_000 }).execute();
    expect(refusalOf(await credit({ amount: 120.001 }))).toContain('has 120.000 KWD left to credit.');
    expect(refusalOf(await credit({ amount: 0.0001 }))).toBe('has more than 3 decimals');
    const { body } = await credit({ amount: 0.5 });
    expect(body).toMatchObject({ amount: 0.5, currency: 'KWD', madeAvailable: 0 });
    expect(await order()).toMatchObject({ currency: 'KWD', total: 120, credited: 0.5, outstanding: 119.5 });
  });

  test('is credited once for one reference, and without an amount by all that is left', async () => {
    await credit({ amount: 30 });
    expect((await credit({ amount: 30 })).body.number).toBe('SM-000001');
    expect(refusalOf(await credit({ amount: 31 }))).toContain('is not this credit note');
    expect((await credit({ reference: 'CN-2' })).body).toMatchObject({ amount: 90, number: 'SM-000002' });
    expect(await order()).toMatchObject({ total: 120, outstanding: 0, status: 'paid' });
    const again = await credit({ reference: 'CN-3', amount: 1 });
    expect([codeOf(again), refusalOf(again)]).toEqual([
      '409 ROW_REFUSED',
      expect.stringContaining('is credited already'),
    ]);
  });

  test('is credited once for one idempotency key, and another content is refused', async () => {
    const headers = { 'idempotency-key': 'first' };
    const answers = await Promise.all([1, 2, 3].map(() => credit({ amount: 30 }, headers)));
    expect(
      new Set(
        answers.map(({ text }) => JSON.stringify(JSON.parse(text), Object.keys(answers[0]?.body ?? {}).toSorted())),
      ),
    ).toHaveProperty('size', 1);
    expect((await order()).outstanding).toBe(90);
    expect(codeOf(await credit({ amount: 40 }, headers))).toBe('409 IDEMPOTENCY_KEY_CONFLICT');
  });

  test('[API-14] is not credited beyond what it has, while it is being paid, or by a wrong amount', async () => {
    const tooMuch = await credit({ amount: 121 });
    expect(tooMuch.body.responseStatus?.errors).toMatchObject([{ fieldName: 'amount' }]);
    expect(refusalOf(tooMuch)).toContain('has 120.00 GBP left to credit.');
    for (const amount of [0, -1, 0.001]) expect(codeOf(await credit({ amount }))).toBe('400 INVALID_REQUEST');
    expect(refusalOf(await credit({ amount: 0.001 }))).toBe('has more than 2 decimals');
    for (const body of [{ reference: 'CN\n1' }, { reason: 'Left\u0007early' }, { number: 'N\u20281' }]) {
      const odd = await credit(body);
      expect([codeOf(odd), refusalOf(odd)]).toEqual([
        '400 INVALID_REQUEST',
        expect.stringMatching(/^its \w+ has a line break or another character that nobody sees\.$/),
      ]);
    }
    expect(codeOf(await credit({ reference: ' ' }))).toBe('400 INVALID_REQUEST');
    expect(codeOf(await credit({}, {}, 'O-9'))).toBe('404 NOT_FOUND');
    const stored = await findOrder();
    await insertPayment(marina.db, stored, { state: 'sent', orderId: stored.id });
    const refused = await credit({ amount: 30 });
    expect([codeOf(refused), refusalOf(refused)]).toEqual([
      '409 ROW_REFUSED',
      expect.stringContaining('is being paid in the portal'),
    ]);
    expect(await order()).toMatchObject({ total: 120, outstanding: 120 });
  });
});
