import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createPaypalMerchant,
  type Delivery,
  type EventReceiver,
  fetchToken,
  receiveEvents,
  type TestPaypalMerchant,
} from '../testing/hosted-merchants.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let receiver: EventReceiver;
let merchant: TestPaypalMerchant;
beforeAll(async () => {
  [sandbox, receiver] = await Promise.all([startSandbox(), receiveEvents()]);
});
afterAll(() => Promise.all([sandbox.dispose(), receiver.close()]));
beforeEach(async () => {
  merchant = await createPaypalMerchant(sandbox, receiver.url);
});

const back = 'http://shop.localhost:3000/back';
const order = (changes: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: 'QS-1', amount: { currency_code: 'GBP', value: '12.50' }, ...changes }],
  payment_source: { paypal: { experience_context: { return_url: back, cancel_url: `${back}?cancelled=true` } } },
});

const create = (body: object = order(), requestId: string = randomUUID()) =>
  merchant.api('POST', '/v2/checkout/orders', body, { 'PayPal-Request-Id': requestId });
const capture = (id: string, requestId = 'capture', headers: Record<string, string> = {}) =>
  merchant.api('POST', `/v2/checkout/orders/${id}/capture`, {}, { 'PayPal-Request-Id': requestId, ...headers });
const issueOf = ({ status, body }: { status: number; body: { details?: { issue: string }[] } }) =>
  `${status} ${body.details?.[0]?.issue}`;

/** Makes an order that its payer approved, with the event that the merchant got. */
async function approved(outcome: 'pay' | 'decline' | 'review' = 'pay') {
  const { id } = (await create()).body as { id: string };
  await merchant.control('approve', { orderId: id, outcome });
  return { id, told: await receiver.next() };
}

describe('access', () => {
  test('a token needs the client’s secret and the right grant, and is good for one client’s orders', async () => {
    const { clientId } = merchant;
    expect(await fetchToken(sandbox.paypal, clientId, 'wrong')).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect((await fetchToken(sandbox.paypal, clientId, 'client secret', 'password')).status).toBe(400);
    expect(await fetchToken(sandbox.paypal, clientId, 'client secret')).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', access_token: expect.stringMatching(/^A21AA/), expires_in: 32_400 },
    });
    const { id } = (await create()).body;
    expect(
      (await merchant.api('GET', `/v2/checkout/orders/${id}`, undefined, { Authorization: 'Bearer x' })).status,
    ).toBe(401);
    const other = await createPaypalMerchant(sandbox);
    expect(issueOf(await other.api('GET', `/v2/checkout/orders/${id}`))).toBe('404 INVALID_RESOURCE_ID');
  });
});

describe('an order', () => {
  test.each([
    ['63 umlauts', 'Ü'.repeat(63), '201 undefined'],
    ['64 umlauts', 'Ü'.repeat(64), '400 INVALID_STRING_LENGTH'],
    ['no text', '', '400 INVALID_STRING_LENGTH'],
    ['half an emoji', '🚤'.slice(0, 1), '400 INVALID_PARAMETER_SYNTAX'],
  ])('with a description of %s', async (_text, description, answer) => {
    expect(issueOf(await create(order({ description })))).toBe(answer);
  });

  test('is created once under a key, and sends its payer to the page', async () => {
    const first = await create(order(), 'key');
    expect(first).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } });
    expect(first.body.id).toMatch(/^[A-Z0-9]{17}$/);
    const link = first.body.links.find(({ rel }: { rel: string }) => rel === 'payer-action');
    expect(link.href).toBe(`${sandbox.paypal}/checkoutnow?token=${first.body.id}`);
    const again = await create(order(), 'key');
    expect([again.status, again.body.id]).toEqual([200, first.body.id]);
    const page = await fetch(link.href as string);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('£12.50')]);
  });

  test.each([
    ['no key', order(), '', '400 PAYPAL_REQUEST_ID_REQUIRED'],
    ['a field that is not known', { ...order(), total: 5 }, 'key', '400 INVALID_PARAMETER_SYNTAX'],
    [
      'nothing to pay',
      order({ amount: { currency_code: 'GBP', value: '0.00' } }),
      'key',
      '422 CANNOT_BE_ZERO_OR_NEGATIVE',
    ],
    ['three decimals', order({ amount: { currency_code: 'GBP', value: '1.005' } }), 'key', '422 DECIMAL_PRECISION'],
    ['decimals of yen', order({ amount: { currency_code: 'JPY', value: '5.5' } }), 'key', '422 DECIMAL_PRECISION'],
    ['another currency', order({ amount: { currency_code: 'XAF', value: '5' } }), 'key', '422 CURRENCY_NOT_SUPPORTED'],
  ])('%s is refused in the provider’s words', async (_, body, key, issue) => {
    expect(issueOf(await create(body, key))).toBe(issue);
    expect((await merchant.books()).orders).toEqual([]);
  });

  test('an order without consent takes no money; with consent it takes it once, with any request id', async () => {
    const { id } = (await create()).body;
    expect(issueOf(await capture(id))).toBe('422 ORDER_NOT_APPROVED');
    expect((await merchant.control('approve', { orderId: id })).body.payerId).toBeDefined();
    await receiver.next();
    expect((await merchant.api('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
    expect(issueOf(await merchant.api('POST', `/v2/checkout/orders/${id}/capture`, {}))).toBe(
      '400 PAYPAL_REQUEST_ID_REQUIRED',
    );
    const first = await capture(id, 'one', { Prefer: 'return=representation' });
    expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
    const again = await capture(id, 'one', { Prefer: 'return=representation' });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(issueOf(await capture(id, 'two'))).toBe('422 ORDER_ALREADY_CAPTURED');
    const [taken] = first.body.purchase_units[0].payments.captures;
    expect(taken).toMatchObject({ status: 'COMPLETED', custom_id: 'QS-1', amount: { value: '12.50' } });
    expect((await merchant.api('GET', `/v2/payments/captures/${taken.id}`)).body).toEqual(taken);
    await receiver.next();
  });

  test('a payment that its payer can’t pay asks for another way, and a review leaves the money pending', async () => {
    const refused = await approved('decline');
    expect(issueOf(await capture(refused.id))).toBe('422 INSTRUMENT_DECLINED');
    expect((await merchant.api('GET', `/v2/checkout/orders/${refused.id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
    const held = await approved('review');
    const { body } = await capture(held.id, 'capture', { Prefer: 'return=representation' });
    expect(body.purchase_units[0].payments.captures[0]).toMatchObject({
      status: 'PENDING',
      status_details: { reason: 'PENDING_REVIEW' },
    });
    await receiver.next();
  });
});

describe('webhooks', () => {
  const verify = ({ headers, body }: Delivery, changes: object = {}) =>
    merchant.api('POST', '/v1/notifications/verify-webhook-signature', {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: merchant.webhookId,
      webhook_event: JSON.parse(body) as object,
      ...changes,
    });

  test('is signed for this webhook and these very bytes', async () => {
    const { told } = await approved();
    expect(JSON.parse(told.body)).toMatchObject({
      event_type: 'CHECKOUT.ORDER.APPROVED',
      resource_type: 'checkout-order',
    });
    expect((await verify(told)).body).toEqual({ verification_status: 'SUCCESS' });
    const event = JSON.parse(told.body) as object;
    const failures = [
      await verify(told, { webhook_id: 'another' }),
      await verify(told, { webhook_event: { ...event, id: 'WH-another' } }),
      await verify(told, { auth_algo: 'SHA1withRSA' }),
    ];
    expect(failures.map(({ body }) => body)).toEqual(failures.map(() => ({ verification_status: 'FAILURE' })));
    await merchant.fault({ operation: 'paypal.event', kind: 'wrong-signature' });
    expect((await verify((await approved()).told)).body).toEqual({ verification_status: 'FAILURE' });
  });

  test('the same event comes twice by a fault', async () => {
    await merchant.fault({ operation: 'paypal.event', kind: 'duplicate' });
    const { told } = await approved();
    expect((await receiver.next()).body).toBe(told.body);
  });
});

describe('faults', () => {
  test.each([
    ['drop-before', 0],
    ['drop-after-commit', 1],
  ])('%s: no answer, and %i orders in the books', async (kind, orders) => {
    await merchant.fault({ operation: 'paypal.create', kind });
    await expect(create(order(), 'key')).rejects.toThrow('fetch failed');
    expect((await merchant.books()).orders).toHaveLength(orders);
    expect((await create(order(), 'key')).status).toBe(orders === 0 ? 201 : 200);
  });

  test('an answer of another status, one after the commit, and half a body', async () => {
    const { id } = await approved();
    await merchant.fault({ operation: 'paypal.capture', kind: 'status', status: 503 });
    expect((await capture(id)).status).toBe(503);
    expect((await merchant.books()).orders[0].capture).toBeNull();
    await merchant.fault({ operation: 'paypal.capture', kind: 'status-after-commit' });
    expect((await capture(id)).status).toBe(500);
    expect((await merchant.books()).orders[0].capture).toMatchObject({ status: 'COMPLETED' });
    await merchant.fault({ operation: 'paypal.read', kind: 'invalid-json' });
    await expect(merchant.api('GET', `/v2/checkout/orders/${id}`)).rejects.toThrow(SyntaxError);
    const refused = await request(`${sandbox.provider}/_sandbox/faults`, 'POST', {
      operation: 'paypal.nothing',
      kind: 'status',
    });
    expect(refused.status).toBe(400);
    await receiver.next();
  });
});
