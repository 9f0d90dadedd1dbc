import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createPaypalMerchant,
  type Delivery,
  type EventReceiver,
  receiveEvents,
  type TestPaypalMerchant,
} from '../testing/hosted-merchants.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';

let sandbox: SandboxProcess;
let receiver: EventReceiver;
let merchant: TestPaypalMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  receiver = await receiveEvents();
  merchant = await createPaypalMerchant(sandbox, receiver.url);
  return () => receiver.close();
});

const back = 'http://shop.localhost:3000/back';
const gbp = (value: string) => ({ currency_code: 'GBP', value });
const order = (amount: object = gbp('12.50')) => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: 'QS-1', amount }],
  payment_source: { paypal: { experience_context: { return_url: back, cancel_url: `${back}?cancelled=true` } } },
});
const issueOf = ({ status, body }: { status: number; body: { details?: { issue: string }[] } }) =>
  `${status} ${body.details?.[0]?.issue}`;

/** Returns the next event of a kind. Events come in any order. */
async function deliveryOf(kind: string): Promise<Delivery> {
  for (;;) {
    const delivery = await receiver.next();
    if (JSON.parse(delivery.body).event_type === kind) return delivery;
  }
}
const eventOf = async (kind: string) => JSON.parse((await deliveryOf(kind)).body);

/** Makes an order whose money was taken. */
async function captured(amount: object = gbp('12.50'), outcome: 'pay' | 'review' = 'pay') {
  const key = { 'PayPal-Request-Id': randomUUID() };
  const { id } = (await merchant.api('POST', '/v2/checkout/orders', order(amount), key)).body as { id: string };
  await merchant.control('approve', { orderId: id, outcome });
  const headers = { 'PayPal-Request-Id': randomUUID(), Prefer: 'return=representation' };
  const { body } = await merchant.api('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);
  return { id, captureId: body.purchase_units[0].payments.captures[0].id as string };
}

const refund = (captureId: string, body: object, requestId?: string) =>
  merchant.api(
    'POST',
    `/v2/payments/captures/${captureId}/refund`,
    body,
    requestId === undefined ? {} : { 'PayPal-Request-Id': requestId },
  );
const part = (value: string) => ({ amount: gbp(value) });
const paymentsOf = async (id: string) =>
  (await merchant.api('GET', `/v2/checkout/orders/${id}`)).body.purchase_units[0].payments;

describe('a refund', () => {
  test('of a part, and of the same part again: twice without a key, once under one', async () => {
    const { id, captureId } = await captured();
    const first = await refund(captureId, part('2.50'), 'one');
    expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: gbp('2.50') } });
    expect(await refund(captureId, part('2.50'), 'one')).toMatchObject({ status: 200, body: first.body });
    const second = await refund(captureId, part('2.50'));
    expect(second.status).toBe(201);
    expect(second.body.seller_payable_breakdown.total_refunded_amount).toEqual(gbp('5.00'));
    expect(await paymentsOf(id)).toMatchObject({
      captures: [{ status: 'PARTIALLY_REFUNDED' }],
      refunds: [{ id: first.body.id }, { id: second.body.id }],
    });
    const events = [await eventOf('PAYMENT.CAPTURE.REFUNDED'), await eventOf('PAYMENT.CAPTURE.REFUNDED')];
    const ids = [first, second].map(({ body }) => body.id as string);
    expect(events.map(({ resource }) => resource.id as string).toSorted()).toEqual(ids.toSorted());
    for (const event of events) {
      // The refund belongs to a capture, which only its link names.
      expect(event.resource).not.toHaveProperty('custom_id');
      expect(event.resource.links[1].href).toBe(`${sandbox.paypal}/v2/payments/captures/${captureId}`);
    }
    expect((await refund(captureId, {})).body.amount).toEqual(gbp('7.50'));
    expect((await paymentsOf(id)).captures).toMatchObject([{ status: 'REFUNDED' }]);
  });

  test('under the key of another body, capture or call is refused, and books nothing', async () => {
    const { captureId } = await captured();
    const another = await captured();
    await refund(captureId, part('2.50'), 'key');
    for (const refused of [
      await refund(captureId, part('2.51'), 'key'),
      await refund(captureId, { ...part('2.50'), note_to_payer: 'A berth given up' }, 'key'),
      await refund(another.captureId, part('2.50'), 'key'),
      await merchant.api('POST', '/v2/checkout/orders', order(), { 'PayPal-Request-Id': 'key' }),
    ])
      expect(issueOf(refused)).toBe('422 PAYPAL_REQUEST_ID_PREVIOUSLY_USED');
    expect((await paymentsOf(another.id)).refunds).toBeUndefined();
    // The same key of another merchant is another key.
    merchant = await createPaypalMerchant(sandbox, receiver.url);
    expect((await refund((await captured()).captureId, part('1.00'), 'key')).status).toBe(201);
  });

  test.each([
    ['in another currency', { amount: { currency_code: 'EUR', value: '1.00' } }, 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
    ['of more than was captured', part('12.51'), 'REFUND_AMOUNT_EXCEEDED'],
    ['of nothing', part('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['of less than nothing', part('-1.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['of thousandths', part('1.001'), 'DECIMAL_PRECISION'],
  ])('%s is refused in the provider’s words', async (_, body, issue) => {
    const { id, captureId } = await captured();
    expect(issueOf(await refund(captureId, body))).toBe(`422 ${issue}`);
    expect((await paymentsOf(id)).refunds).toBeUndefined();
  });

  test('of more than is left, of all that went back, of a fraction of a yen, of a capture under review', async () => {
    const { captureId } = await captured();
    await refund(captureId, part('12.00'));
    expect(issueOf(await refund(captureId, part('0.51')))).toBe('422 REFUND_AMOUNT_EXCEEDED');
    await refund(captureId, part('0.50'));
    expect(issueOf(await refund(captureId, part('0.01')))).toBe('422 CAPTURE_FULLY_REFUNDED');
    const yen = await captured({ currency_code: 'JPY', value: '500' });
    const half = { amount: { currency_code: 'JPY', value: '0.5' } };
    expect(issueOf(await refund(yen.captureId, half))).toBe('422 DECIMALS_NOT_SUPPORTED');
    const held = await captured(gbp('1.00'), 'review');
    expect(issueOf(await refund(held.captureId, {}))).toBe('422 PENDING_CAPTURE');
  });

  test('under an invoice of an earlier one, or of a part while a dispute is open, is refused', async () => {
    const { id, captureId } = await captured();
    await refund(captureId, { ...part('1.00'), invoice_id: 'CN-1' });
    expect(issueOf(await refund(captureId, { ...part('1.00'), invoice_id: 'CN-1' }))).toBe('422 DUPLICATE_INVOICE_ID');
    await merchant.control('dispute', { orderId: id, status: 'OPEN', value: '5.00' });
    expect(issueOf(await refund(captureId, part('1.00')))).toBe('422 TRANSACTION_DISPUTED');
    expect((await refund(captureId, {})).status).toBe(201);
  });
});

describe('a dispute', () => {
  const list = async (query: string) => (await merchant.api('GET', `/v1/customer/disputes?${query}`)).body;
  const read = async (id: string) => (await merchant.api('GET', `/v1/customer/disputes/${id}`)).body;

  test('a dispute of a part that is lost reverses that part, and names only the capture', async () => {
    const { id, captureId } = await captured();
    expect((await list(`disputed_transaction_id=${captureId}`)).items).toEqual([]);
    await merchant.control('dispute', { orderId: id, status: 'OPEN', value: '4.00' });
    const opened = await eventOf('CUSTOMER.DISPUTE.CREATED');
    expect(opened).toMatchObject({
      resource: { dispute_amount: gbp('4.00'), disputed_transactions: [{ seller_transaction_id: captureId }] },
    });
    expect(JSON.stringify(opened)).not.toContain('QS-1');
    const [open] = (await list(`disputed_transaction_id=${captureId}`)).items;
    expect(open).toMatchObject({ status: 'OPEN', dispute_state: 'OPEN_INQUIRIES', dispute_amount: gbp('4.00') });
    expect((await list('disputed_transaction_id=ANOTHER')).items).toEqual([]);
    expect(await read(open.dispute_id)).not.toHaveProperty('dispute_outcome');
    await merchant.control('dispute', { orderId: id, status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR' });
    const reversed = await eventOf('PAYMENT.CAPTURE.REVERSED');
    expect(reversed).toMatchObject({
      resource_type: 'refund',
      resource: { amount: gbp('4.00'), note_to_payer: 'Payment reversed' },
    });
    expect(JSON.stringify(reversed)).not.toContain('QS-1');
    const movement = { amount: gbp('4.00'), reason: 'DISPUTE_SETTLEMENT' };
    expect(await read(open.dispute_id)).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: gbp('4.00') },
      money_movements: [
        { affected_party: 'BUYER', type: 'CREDIT', ...movement },
        { affected_party: 'SELLER', type: 'DEBIT', ...movement },
      ],
    });
    expect(await paymentsOf(id)).toMatchObject({
      captures: [{ status: 'PARTIALLY_REFUNDED' }],
      refunds: [{ amount: gbp('4.00'), note_to_payer: 'Payment reversed' }],
    });
    expect(issueOf(await refund(captureId, part('8.51')))).toBe('422 REFUND_AMOUNT_EXCEEDED');
  });

  test('is accepted or decided by the links that it shows, and by no other', async () => {
    const { id } = await captured();
    const dispute = async (status: string) => {
      const { body } = await merchant.control('dispute', { orderId: id, status, another: true, value: '3.00' });
      const { links } = await read(body.id as string);
      return { id: body.id as string, rels: links.map(({ rel }: { rel: string }) => rel) };
    };
    const act = (disputeId: string, action: string, body: object) =>
      merchant.api('POST', `/v1/customer/disputes/${disputeId}/${action}`, body);
    const claim = { note: 'It was our fault.', refund_amount: gbp('1.25') };
    const waiting = await dispute('WAITING_FOR_SELLER_RESPONSE');
    expect(waiting.rels).toEqual(['self', 'accept_claim']);
    expect(issueOf(await act(waiting.id, 'adjudicate', { adjudication_outcome: 'SELLER_FAVOR' }))).toBe(
      '422 ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
    );
    expect((await act(waiting.id, 'accept-claim', claim)).body.links[0].href).toContain(waiting.id);
    expect(await read(waiting.id)).toMatchObject({
      dispute_outcome: { outcome_code: 'ACCEPTED', amount_refunded: gbp('1.25') },
    });
    const reviewed = await dispute('UNDER_REVIEW');
    expect(reviewed.rels).toEqual(['self', 'adjudicate']);
    expect((await act(reviewed.id, 'adjudicate', { adjudication_outcome: 'SELLER_FAVOR' })).status).toBe(200);
    expect((await read(reviewed.id)).dispute_outcome).toEqual({ outcome_code: 'RESOLVED_SELLER_FAVOUR' });
    expect((await paymentsOf(id)).refunds).toHaveLength(1);
    expect((await act('PP-D-NONE', 'accept-claim', claim)).status).toBe(404);
  });

  test('a new decision returns the money, and a payout by the provider itself takes none', async () => {
    const { id } = await captured();
    const decide = (outcome: string, more: object = {}) =>
      merchant.control('dispute', { orderId: id, status: 'RESOLVED', outcome, ...more });
    const { body } = await decide('RESOLVED_BUYER_FAVOUR', { value: '3.00' });
    await decide('RESOLVED_SELLER_FAVOUR');
    expect(await paymentsOf(id)).toMatchObject({
      captures: [{ status: 'COMPLETED' }],
      refunds: [{ status: 'CANCELLED' }],
    });
    await decide('RESOLVED_WITH_PAYOUT');
    expect(await read(body.id as string)).toMatchObject({
      money_movements: [{ affected_party: 'BUYER' }, { affected_party: 'PAYMENT_PROCESSOR', type: 'DEBIT' }],
    });
    expect((await paymentsOf(id)).captures[0].status).toBe('COMPLETED');
  });

  test('is listed with the others, a page at a time, by either of two filters', async () => {
    const { id, captureId } = await captured();
    for (let count = 0; count < 3; count++) {
      await merchant.control('dispute', { orderId: id, status: 'OPEN', another: true, value: '1.00' });
    }
    const about = `disputed_transaction_id=${captureId}`;
    const first = await list(`${about}&page_size=2`);
    const next = first.links.find(({ rel }: { rel: string }) => rel === 'next');
    const second = await list(new URL(next.href as string).search.slice(1));
    expect([first.items.length, second.items.length]).toEqual([2, 1]);
    expect(second.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'first']);
    const both = await merchant.api('GET', `/v1/customer/disputes?${about}&start_time=2026-05-01T00:00:00Z`);
    expect(issueOf(both)).toBe('400 INVALID_PARAMETER_SYNTAX');
    expect((await merchant.api('GET', '/v1/customer/disputes?page_size=51')).status).toBe(400);
    const other = await createPaypalMerchant(sandbox);
    expect((await other.api('GET', `/v1/customer/disputes?${about}`)).body.items).toEqual([]);
    expect((await other.api('GET', `/v1/customer/disputes/${first.items[0].dispute_id}`)).status).toBe(404);
  });
});

interface Link {
  href: string;
  rel: string;
  method: 'GET' | 'POST';
}

/** Returns every link in an answer, however deep. */
function linksIn(value: unknown): Link[] {
  if (typeof value !== 'object' || value === null) return [];
  const here = 'links' in value && Array.isArray(value.links) ? (value.links as Link[]) : [];
  return [...here, ...Object.entries(value).flatMap(([name, each]) => (name === 'links' ? [] : linksIn(each)))];
}

test('each link that it gives leads somewhere', async () => {
  const bodies: Record<string, object> = {
    accept_claim: { note: 'It was our fault.' },
    adjudicate: { adjudication_outcome: 'SELLER_FAVOR' },
    refund: part('0.01'),
  };
  const key = () => ({ 'PayPal-Request-Id': randomUUID(), Prefer: 'return=representation' });
  const seen = new Set<string>();
  const rels = new Set<string>();
  const follow = async (found: unknown): Promise<void> => {
    for (const link of linksIn(found)) {
      const name = `${link.method} ${link.href}`;
      rels.add(link.rel);
      if (seen.has(name)) continue;
      seen.add(name);
      const url = new URL(link.href);
      if (url.pathname === '/checkoutnow') expect((await fetch(url)).status).toBe(200);
      else {
        const answer = await merchant.api(link.method, url.pathname + url.search, bodies[link.rel], key());
        expect(answer.status, name).toBeLessThan(300);
        await follow(answer.body);
      }
    }
  };
  const created = await merchant.api('POST', '/v2/checkout/orders', order(), key());
  await follow(created.body);
  await merchant.control('approve', { orderId: created.body.id });
  await follow(await eventOf('CHECKOUT.ORDER.APPROVED'));
  await follow((await merchant.api('GET', `/v2/checkout/orders/${created.body.id}`)).body);
  await follow(await eventOf('PAYMENT.CAPTURE.COMPLETED'));
  await follow(await eventOf('PAYMENT.CAPTURE.REFUNDED'));
  for (const status of ['WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']) {
    const dispute = { orderId: created.body.id, status, another: true, value: '1.00' };
    const { body } = await merchant.control('dispute', dispute);
    await follow((await merchant.api('GET', `/v1/customer/disputes/${body.id}`)).body);
  }
  await follow((await merchant.api('GET', '/v1/customer/disputes?page_size=1')).body);
  expect([...rels].toSorted()).toEqual(
    [
      'accept_claim',
      'adjudicate',
      'capture',
      'first',
      'next',
      'payer-action',
      'refund',
      'resend',
      'self',
      'up',
    ].toSorted(),
  );
});

test('an event can be verified with the certificate that it names, and sent again', async () => {
  const { id } = await captured();
  await merchant.control('dispute', { orderId: id, status: 'OPEN' });
  const delivery = await deliveryOf('CUSTOMER.DISPUTE.CREATED');
  const isGenuine = async ({ headers, body }: Delivery) => {
    const header = (name: string) => String(headers[`paypal-${name}`]);
    const certificate = new X509Certificate(await (await fetch(header('cert-url'))).text());
    const text = `${header('transmission-id')}|${header('transmission-time')}|${merchant.webhookId}|${crc32(body)}`;
    const signature = Buffer.from(header('transmission-sig'), 'base64');
    return verify('sha256', Buffer.from(text), certificate.publicKey, signature);
  };
  expect(await isGenuine(delivery)).toBe(true);
  expect(await isGenuine({ ...delivery, body: `${delivery.body} ` })).toBe(false);
  const event = JSON.parse(delivery.body);
  expect((await merchant.api('POST', `/v1/notifications/webhooks-events/${event.id}/resend`)).status).toBe(202);
  const again = await deliveryOf('CUSTOMER.DISPUTE.CREATED');
  expect([again.body, await isGenuine(again)]).toEqual([delivery.body, true]);
  const other = await createPaypalMerchant(sandbox);
  expect((await other.api('GET', `/v1/notifications/webhooks-events/${event.id}`)).status).toBe(404);
});

test('a fault loses the event of a capture, and the money is taken all the same', async () => {
  await merchant.fault({ operation: 'paypal.event', kind: 'drop-before', times: 2 });
  const { id, captureId } = await captured();
  expect((await paymentsOf(id)).captures).toMatchObject([{ id: captureId, status: 'COMPLETED' }]);
  await refund(captureId, {});
  const event = JSON.parse((await receiver.next()).body);
  expect(event.event_type).toBe('PAYMENT.CAPTURE.REFUNDED');
});
