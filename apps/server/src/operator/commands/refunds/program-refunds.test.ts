import { listEvents } from '@quayside/contract/integration/events/events.ts';
import { createRefund, getRefund, listRefunds } from '@quayside/contract/integration/payments/refunds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { refundsOfPayment } from '../../../features/payments/refunds/refunds.queries.ts';
import { settleRefund } from '../../../features/payments/refunds/settle-refund.service.ts';
import { makeTenant } from '../../../testing/factories/factories.ts';
import { programOf } from '../../../testing/factories/integration.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { decideOnPage } from '../../../testing/payments/after-payment.ts';
import { authenticated, pay } from '../../../testing/payments/card-payments.ts';
import { runOperator } from '../../testing/operator.ts';
import { startProgramRefunds } from '../../testing/program-refunds.ts';
import type { Way } from '../../testing/refunding-providers.ts';
import { startRefunds } from '../../testing/refunds.ts';

const sandbox = inject('sandbox');
let refunds: Awaited<ReturnType<typeof startRefunds>>;
let programs: Awaited<ReturnType<typeof startProgramRefunds>>;
let way: Way;
beforeAll(async () => {
  refunds = await startRefunds(sandbox);
  programs = await startProgramRefunds(refunds);
  way = refunds.ways['the redirect provider'];
});
afterAll(() => refunds.fixture.close());
beforeEach(() => {
  refunds.fixture.app.clock.set(new Date().toISOString());
  refunds.fixture.app.clock.isTrusted = true;
});

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof programs.paid>>['ask']>>;
const whyNot = (answer: Answer) => {
  const [error] = answer.body.responseStatus?.errors ?? [];
  return [codeOf(answer), error?.fieldName, error?.message];
};

describe('[API-116] a refund by a program', () => {
  test('that several copies ask for at once is one, with one reference', async () => {
    const payment = await programs.paid(refunds.ways['the card provider']);
    const body = { reference: payment.reference('once'), amount: 60 };
    const answers = await Promise.all([1, 2, 3, 4].map(() => payment.ask(body)));
    expect(answers.map(shortly).toSorted()).toEqual(['200', '200', '200', '201']);
    expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(6_000);
    const others = await Promise.all(
      ['first', 'second', 'third'].map((name) => payment.ask({ reference: payment.reference(name), amount: 30 })),
    );
    for (const other of others) expect(['201', '409 REFUND_UNDER_WAY', '409 ROW_REFUSED']).toContain(shortly(other));
    expect((await refunds.paymentOf(payment.merchantReference)).refunded_minor).toBe(9_000);
  });

  test('takes a reference for one payment alone, also at the same moment', async () => {
    const [one, other] = [await programs.paid(way), await programs.paid(way)];
    const body = { reference: one.reference('shared'), amount: 10 };
    const answers = await Promise.all([one.ask(body), other.ask(body)]);
    expect(answers.map(shortly).toSorted()).toEqual(['201', '409 ROW_REFUSED']);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && whyNot(refused)).toEqual(['409 ROW_REFUSED', 'reference', expect.stringContaining('another')]);
    const sums = await Promise.all([one, other].map((each) => refunds.paymentOf(each.merchantReference)));
    expect(sums.reduce((sum, { refunded_minor }) => sum + refunded_minor, 0)).toBe(1_000);
  });

  test('is refused with what to do, and nothing is stored', async () => {
    const payment = await programs.paid(way);
    const reference = payment.reference('wrong');
    for (const amount of [0, -1, 0.001, 1e-9, 100_000_000_000_000, '30'])
      expect(codeOf(await payment.ask({ reference, amount: amount as number })), String(amount)).toBe(
        '400 INVALID_REQUEST',
      );
    for (const wrong of ['short', 'with blank', 'ü'.repeat(8), 'R'.repeat(65), ''])
      expect(codeOf(await payment.ask({ reference: wrong })), wrong).toBe('400 INVALID_REQUEST');
    for (const reason of ['a\nb', 'x'.repeat(201)])
      expect(codeOf(await payment.ask({ reference, reason }))).toBe('400 INVALID_REQUEST');
    const decimals = await payment.ask({ reference, amount: 0.001 });
    expect(whyNot(decimals)).toEqual(['400 INVALID_REQUEST', 'amount', 'has more than 2 decimals']);
    expect(whyNot(await payment.ask({ reference, amount: 1e15 }))[2]).toBe('is too large');
    expect(whyNot(await payment.ask({ reference, amount: 100.01 }))).toEqual([
      '409 ROW_REFUSED',
      'amount',
      expect.stringContaining('more than is left'),
    ]);
    expect(await payment.list()).toEqual([]);
  });

  test('of a payment that the office took, that is not paid or disputed, or of none is refused', async () => {
    const { account } = await refunds.fixture.customer({});
    const { key } = refunds.fixture.tenant;
    const record = ['payment', 'record', '--tenant', key, '--account', String(account.id), '--method', 'cash'];
    const money = ['--reference', 'TILL-R1', '--paid-on', '2026-06-03', '--amount', '10.00'];
    await runOperator([...record, ...money], { database: refunds.fixture.app.testDatabase });
    const ask = (number: string, reference = 'RF-refused') =>
      programs.program.call(createRefund, { params: { number }, body: { reference } });
    const tills = refunds.fixture.tenant.db
      .selectFrom('payments')
      .select('id')
      .where('office_reference', '=', 'TILL-R1');
    const ofOffice = await ask(programs.numberOf((await tills.executeTakeFirstOrThrow()).id));
    expect(whyNot(ofOffice)).toEqual(['409 ROW_REFUSED', '', expect.stringContaining('reversed_on')]);
    const { payment } = await authenticated(await refunds.fixture.customer({}));
    expect(codeOf(await ask(payment.reference))).toBe('404 NOT_FOUND');
    expect(codeOf(await ask('P999999'))).toBe('404 NOT_FOUND');
    const disputed = await programs.paid(way);
    await decideOnPage(sandbox, way, disputed.merchantReference, 'disputed');
    expect(whyNot(await ask(disputed.number)).slice(0, 2)).toEqual(['409 ROW_REFUSED', 'amount']);
  });

  test('that the provider refuses is stored as failed, and another reference may try again', async () => {
    const cards = refunds.ways['the card provider'];
    await refunds.moveClock(0);
    const customer = await refunds.fixture.customer({});
    const { payment, token } = await authenticated(customer);
    await pay(customer, payment.merchantRefNumber, token);
    const { id } = await refunds.paymentOf(payment.merchantRefNumber);
    const params = { number: programs.numberOf(id) };
    const ask = (reference: string) => programs.program.call(createRefund, { params, body: { reference, amount: 1 } });
    // Not batched yet.
    const failed = { status: 'failed', errorCode: '3406' };
    expect(await ask(`RF-${id}-first`)).toMatchObject({ status: 201, body: failed });
    await refunds.moveClock(2);
    expect(await ask(`RF-${id}-first`)).toMatchObject({ status: 200, body: failed });
    expect(await ask(`RF-${id}-second`)).toMatchObject({ status: 201, body: { errorCode: null } });
    const list = (await programs.program.call(listRefunds, { params, query: {} })).body.items;
    expect(list).toMatchObject([failed, { reference: `RF-${id}-second`, amount: 1 }]);
    expect(await cards.refundedThere()).toBeGreaterThan(0);
  });

  test('waits while the provider is away: 503, nothing is stored, and the same request works later', async () => {
    const payment = await programs.paid(way);
    const body = { reference: payment.reference('away'), amount: 30 };
    await refunds.fault(way, { operation: 'redirect.search', kind: 'status', status: 503 });
    const away = await payment.ask(body);
    expect([codeOf(away), away.headers.get('retry-after')]).toEqual(['503 PROVIDER_UNAVAILABLE', '60']);
    expect(away.text).toContain('Nothing was refunded');
    expect(await payment.list()).toEqual([]);
    expect((await payment.ask(body)).status).toBe(201);
  });

  test('needs a key that may refund, a payment of the marina, and a copy whose clock is right', async () => {
    const { app, tenant } = refunds.fixture;
    const payment = await programs.paid(way);
    const body = { reference: payment.reference('guarded'), amount: 30 };
    const scopes = ['payments:read', 'orders:write', 'imports:write'] as const;
    const reader = await programOf(app, tenant, { scopes });
    expect(codeOf(await payment.ask(body, reader))).toBe('403 SCOPE_MISSING');
    const params = { number: payment.number };
    expect((await reader.call(listRefunds, { params, query: {} })).status).toBe(200);
    const elsewhere = await programOf(app, await makeTenant(app));
    expect(codeOf(await payment.ask(body, elsewhere))).toBe('404 NOT_FOUND');
    app.clock.isTrusted = false;
    const wrong = await payment.ask(body);
    expect([codeOf(wrong), wrong.headers.get('retry-after')]).toEqual(['503 UNAVAILABLE', '30']);
    app.clock.isTrusted = true;
    expect(await payment.list()).toEqual([]);
    expect((await payment.ask(body)).status).toBe(201);
    const read = { ...params, reference: body.reference };
    expect(codeOf(await elsewhere.call(getRefund, { params: read }))).toBe('404 NOT_FOUND');
    const other = await programs.paid(way);
    const ofAnother = { number: other.number, reference: body.reference };
    expect(codeOf(await programs.program.call(getRefund, { params: ofAnother }))).toBe('404 NOT_FOUND');
  });

  test('is read like one by the command, with versions and in pages', async () => {
    const payment = await programs.paid(way);
    await payment.ask({ reference: payment.reference('program'), amount: 10 });
    await refunds.refund(payment.number, '--amount', '5.00', '--reference', payment.reference('command'));
    await payment.ask({ reference: payment.reference('third'), amount: 1 });
    const params = { number: payment.number };
    const page = (query: { limit?: number; cursor?: string; updatedSince?: string }) =>
      programs.program.call(listRefunds, { params, query });
    const first = (await page({ limit: 2 })).body;
    const second = (await page({ limit: 2, cursor: first.next ?? '' })).body;
    const names = [...first.items, ...second.items].map(({ reference }) => reference);
    expect(names).toEqual(['program', 'command', 'third'].map(payment.reference));
    expect(second.next).toBeNull();
    expect((await page({ updatedSince: '2100-01-01T00:00:00Z' })).body.items).toEqual([]);
    const { headers, body } = await payment.read('command');
    expect(body).toMatchObject({ amount: 5, status: 'completed' });
    const { items } = (await programs.program.call(listEvents, { query: { types: 'refund.completed', limit: 100 } }))
      .body;
    const told = items.find(({ reference }) => reference === payment.reference('command'));
    expect(told).toMatchObject({ object: body });
    expect(headers.get('etag')).toBe(`"${told?.version}"`);
  });

  test('[API-117] that a bank refuses days later fails, and its event says so', async () => {
    const payment = await programs.paid(way);
    await payment.ask({ reference: payment.reference('late'), amount: 30 });
    const { db, id: tenantId } = refunds.fixture.tenant;
    const [made] = await refundsOfPayment(db, tenantId, payment.id);
    if (!made) throw new Error('no refund');
    await settleRefund(await refunds.engine(), made, {
      kind: 'refused',
      refusal: { code: 'REFUND_FAILED', message: null },
    });
    const { body } = await payment.read('late');
    expect(body).toMatchObject({ status: 'failed', errorCode: 'REFUND_FAILED' });
    const ends = (await payment.events()).filter(({ type }) => type.startsWith('refund.'));
    expect(ends.map(({ type }) => type)).toEqual(['refund.completed', 'refund.failed']);
    expect(ends.at(-1)?.object).toEqual(body);
  });

  test('[API-130] stays completed, with one event and one version, if an older answer comes late', async () => {
    const payment = await programs.paid(way);
    await refunds.fault(way, { operation: way.operation, kind: 'drop-after-commit' });
    await payment.ask({ reference: payment.reference('slow'), amount: 30 });
    const { db, id: tenantId } = refunds.fixture.tenant;
    const [asked] = await refundsOfPayment(db, tenantId, payment.id);
    if (!asked) throw new Error('no refund');
    await refunds.findOut();
    const { body } = await payment.read('slow');
    expect(body.status).toBe('completed');
    const [found] = await refundsOfPayment(db, tenantId, payment.id);
    const refundId = found?.provider_refund_id ?? '';
    for (const isDone of [false, true])
      await settleRefund(await refunds.engine(), asked, { kind: 'made', refundId, isDone });
    expect((await payment.read('slow')).body).toEqual(body);
    await refunds.findOut();
    refunds.fixture.app.clock.advance({ hours: 7 });
    await refunds.lookAtRefunds();
    const ends = (await payment.events()).filter(({ type }) => type.startsWith('refund.'));
    expect(ends.map(({ type, object }) => [type, object])).toEqual([['refund.completed', body]]);
  });
});

const shortly = (answer: Answer) => (answer.status < 400 ? String(answer.status) : codeOf(answer));
