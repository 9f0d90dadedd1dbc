import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createRedirectMerchant,
  type EventReceiver,
  receiveEvents,
  type TestRedirectMerchant,
} from '../testing/hosted-merchants.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let receiver: EventReceiver;
let merchant: TestRedirectMerchant;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startSandbox(), receiveEvents()]);
});
afterAll(() => Promise.all([sandbox.dispose(), receiver.close()]));
beforeEach(async () => {
  merchant = await createRedirectMerchant(sandbox, receiver.url);
});

const back = 'http://shop.localhost:3000/payment-processed/1';
const newReference = () => `QS-${randomUUID()}`;
const paymentBody = (reference: string, changes: object = {}) => ({
  amount: 1250,
  currency: 'GBP',
  reference,
  description: 'Saltmarsh, order 7',
  returnUrl: back,
  cancelUrl: `${back}?cancelled=true`,
  testMode: true,
  customer: { firstName: 'Robin', email: 'robin@example.com', country: 'GB' },
  ...changes,
});

const begin = (reference: string, changes: object = {}, key = reference) =>
  merchant.api('POST', '/payments', paymentBody(reference, changes), { 'Idempotency-Key': key });
const find = async (reference: string) => (await merchant.api('GET', `/payments?reference=${reference}`)).body;

/** Acts on the page as a customer. @returns the address of the redirect; null if they stay */
async function act(nextUrl: string, answer: string): Promise<string | null> {
  const response = await fetch(nextUrl, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' });
  await response.body?.cancel();
  return response.headers.get('location');
}

async function begun() {
  const reference = newReference();
  const { paymentId, nextUrl } = (await begin(reference)).body as { paymentId: string; nextUrl: string };
  return { reference, paymentId, nextUrl };
}

async function paid() {
  const payment = await begun();
  await act(payment.nextUrl, 'pay');
  await receiver.next();
  return payment;
}

describe('access', () => {
  test('only with the merchant’s key, never from a browser, and only after its own payments', async () => {
    const { paymentId } = await begun();
    const ask = (headers: Record<string, string>) => merchant.api('GET', `/payments/${paymentId}`, undefined, headers);
    expect((await ask({})).status).toBe(200);
    const strangers: Record<string, string>[] = [
      { Authorization: `Bearer ${merchant.merchantId}.wrong` },
      { Authorization: 'Bearer nobody.secret-key' },
      { Origin: 'http://shop.localhost:3000' },
    ];
    for (const headers of strangers)
      expect(await ask(headers)).toMatchObject({ status: 401, body: { code: 'unauthorised' } });
    const other = await createRedirectMerchant(sandbox);
    expect((await other.api('GET', `/payments/${paymentId}`)).status).toBe(404);
  });
});

describe('a payment', () => {
  test('is begun once under its reference, and shows its page', async () => {
    const reference = newReference();
    const first = await begin(reference);
    expect(first).toMatchObject({ status: 201, body: { status: 'created' } });
    expect(await begin(reference)).toMatchObject({ status: 200, body: first.body });
    expect(await begin(reference, { amount: 1251 })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
    const page = await fetch(first.body.nextUrl as string);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Saltmarsh, order 7')]);
    expect(await find(reference)).toEqual({
      paymentId: first.body.paymentId,
      reference,
      status: 'created',
      amount: 1250,
      currency: 'GBP',
      refundedAmount: 0,
      refunds: [],
      code: null,
      message: null,
    });
  });

  test.each([
    ['no amount', { amount: 0 }],
    ['half a penny', { amount: 12.5 }],
    ['a currency that is none', { currency: 'pounds' }],
    ['an address that is none', { returnUrl: 'javascript:alert(1)' }],
    ['a field that is not known', { total: 5 }],
    ['an e-mail address that is none', { customer: { email: 'robin' } }],
  ])('with %s is refused, and the field is named', async (_, changes) => {
    const refused = await begin(newReference(), changes);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(refused.body.message).toContain(Object.keys(changes)[0]);
  });

  test('needs its reference as its key', async () => {
    expect((await begin(newReference(), {}, 'another')).body.message).toContain('Idempotency-Key');
  });

  test.each([
    ['pay', 'success', back],
    ['cancel', 'cancelled', `${back}?cancelled=true`],
    ['fail', 'failed', back],
    ['fail-here', 'failed', null],
    ['leave', 'pending', back],
    ['pay-here', 'success', null],
  ])('%s on its page makes it %s', async (answer, status, to) => {
    const { reference, nextUrl } = await begun();
    expect(await act(nextUrl, answer)).toBe(to);
    expect((await find(reference)).status).toBe(status);
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({ reference, status, type: 'payment.updated' });
    const { charged } = await merchant.books();
    expect(charged).toBe(status === 'success' ? 1250 : 0);
  });

  test('that the bank refused can be tried again on the page; one that is over can’t be changed there', async () => {
    const { reference, nextUrl, paymentId } = await begun();
    await act(nextUrl, 'fail-here');
    expect(await act(nextUrl, 'pay')).toBe(back);
    await act(nextUrl, 'cancel');
    expect((await find(reference)).status).toBe('success');
    expect(await merchant.api('POST', `/payments/${paymentId}/cancel`, {})).toMatchObject({
      status: 409,
      body: { code: 'already_final' },
    });
    for (let count = 0; count < 2; count += 1) await receiver.next();
  });

  test('is closed by its merchant, or expires after an hour', async () => {
    const closed = await begun();
    expect((await merchant.api('POST', `/payments/${closed.paymentId}/cancel`, {})).status).toBe(204);
    await receiver.next();
    await act(closed.nextUrl, 'pay');
    expect((await find(closed.reference)).status).toBe('cancelled');
    const left = await begun();
    const move = (offsetMs: number) => request(`${sandbox.provider}/_sandbox/clock`, 'POST', { offsetMs });
    await move(3_600_000);
    expect((await find(left.reference)).status).toBe('expired');
    expect(await act(left.nextUrl, 'pay')).toBeNull();
    await move(0);
    expect((await merchant.api('GET', `/payments?reference=${newReference()}`)).status).toBe(404);
    expect((await merchant.api('GET', '/payments')).status).toBe(400);
  });
});

describe('after the payment', () => {
  test('it is given back in parts, never more than was paid', async () => {
    const { paymentId, reference } = await paid();
    const refund = (amount: number) => merchant.api('POST', `/payments/${paymentId}/refunds`, { amount });
    expect(await refund(250)).toMatchObject({ status: 201, body: { refundedAmount: 250, status: 'success' } });
    expect(await refund(1001)).toMatchObject({ status: 409, body: { code: 'not_refundable' } });
    expect((await refund(0.5)).status).toBe(400);
    expect((await refund(1000)).body.refundedAmount).toBe(1250);
    expect((await merchant.books()).charged).toBe(0);
    for (let count = 0; count < 2; count += 1)
      expect(JSON.parse((await receiver.next()).body).reference).toBe(reference);
    const open = await begun();
    expect((await merchant.api('POST', `/payments/${open.paymentId}/refunds`, { amount: 1 })).status).toBe(409);
  });

  test('a refund with a reference is made once, and found under it', async () => {
    const { paymentId, reference } = await paid();
    const name = `R-${randomUUID()}`;
    const refund = (amount: number, key = name) =>
      merchant.api('POST', `/payments/${paymentId}/refunds`, { amount, reference: name }, { 'idempotency-key': key });
    const made = await refund(250);
    expect(made).toMatchObject({ status: 201, body: { refundedAmount: 250 } });
    expect(await refund(250)).toMatchObject({
      status: 200,
      body: { refundedAmount: 250, refundId: made.body.refundId },
    });
    expect(await refund(300)).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect((await refund(250, 'another-key')).status).toBe(400);
    expect((await find(reference)).refunds).toEqual([{ refundId: made.body.refundId, reference: name, amount: 250 }]);
    expect(JSON.parse((await receiver.next()).body).reference).toBe(reference);
  });

  test.each(['disputed', 'reversed'])('it can be %s, which the merchant is told', async (status) => {
    const { reference } = await paid();
    await merchant.control('outcome', { reference, status });
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({ reference, status });
    expect((await find(reference)).status).toBe(status);
    expect((await merchant.books()).charged).toBe(status === 'disputed' ? 1250 : 0);
  });
});

describe('webhooks', () => {
  const markOf = (body: string, seconds: string) =>
    createHmac('sha256', merchant.webhookSecret).update(`${seconds}.${body}`).digest('hex');

  test('is signed with the merchant’s secret, over time and bytes; a fault signs it with another', async () => {
    const tell = async () => {
      await act((await begun()).nextUrl, 'pay');
      const { headers, body } = await receiver.next();
      const [, seconds = '', mark = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? [];
      return { isGenuine: mark === markOf(body, seconds), seconds: Number(seconds) };
    };
    const message = await tell();
    expect(message.isGenuine).toBe(true);
    expect(Math.abs(Date.now() / 1000 - message.seconds)).toBeLessThan(600);
    await merchant.fault({ operation: 'redirect.event', kind: 'wrong-signature' });
    expect((await tell()).isGenuine).toBe(false);
  });

  test('is sent again after a failed delivery, and a fault sends the same event twice', async () => {
    receiver.answerWith(500, 200);
    await act((await begun()).nextUrl, 'pay');
    const [first, second] = [await receiver.next(), await receiver.next()];
    expect(second.body).toBe(first.body);
    await merchant.fault({ operation: 'redirect.event', kind: 'duplicate' });
    await act((await begun()).nextUrl, 'pay');
    expect((await receiver.next()).body).toBe((await receiver.next()).body);
  });
});

describe('faults', () => {
  test.each([
    ['drop-before', 404],
    ['drop-after-commit', 200],
  ])('%s: no answer, and asked for the payment it is %i', async (kind, status) => {
    const reference = newReference();
    await merchant.fault({ operation: 'redirect.create', kind });
    await expect(begin(reference)).rejects.toThrow('fetch failed');
    expect((await merchant.api('GET', `/payments?reference=${reference}`)).status).toBe(status);
  });

  test('an answer of another status, half a body, and none for another merchant', async () => {
    const { reference } = await begun();
    const other = await createRedirectMerchant(sandbox);
    await merchant.fault({ operation: 'redirect.search', kind: 'status', status: 429 });
    expect((await other.api('GET', `/payments?reference=${reference}`)).status).toBe(404);
    expect((await merchant.api('GET', `/payments?reference=${reference}`)).status).toBe(429);
    await merchant.fault({ operation: 'redirect.search', kind: 'invalid-json' });
    await expect(find(reference)).rejects.toThrow(SyntaxError);
    expect((await find(reference)).reference).toBe(reference);
    const switches = `${sandbox.provider}/_sandbox/redirect/books?merchantId=nobody`;
    expect((await request(switches, 'GET')).status).toBe(404);
  });
});
