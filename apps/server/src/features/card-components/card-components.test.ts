import { deleteKeptCard, listKeptCards, openCardComponents } from '@quayside/contract/cards/card-components.ts';
import { getOrder } from '@quayside/contract/orders/orders.ts';
import { getAccountPayment } from '@quayside/contract/payments/payment-history.ts';
import { cancelPayment, getPayment, listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { countAwaitedLocks } from '../../testing/databases/awaited-locks.ts';
import { makeOrder } from '../../testing/factories/orders.ts';
import { cards, create as createVaultPayment } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  decidePending,
  giveComponents,
  makeComponentFault,
  makeKeptCard,
  open,
  readComponentBooks,
  refundComponents,
  registerComponentMerchant,
  typeCard,
  typeSecurityCode,
} from '../../testing/payments/component-payments.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let merchant: ComponentMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerComponentMerchant(sandbox);
  // The key has other capitals than ours, and the provider stands beside the card vault provider.
  await giveComponents(fixture.tenant.db, fixture.tenant.id, merchant, { key: 'clearaccept' });
});
afterAll(() => fixture.close());

const books = () => readComponentBooks(sandbox.url, merchant);
const fault = (kind: string, operation = 'payment-requests.confirm', more: object = {}) =>
  makeComponentFault(sandbox.url, merchant, { operation, kind, ...more });
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { responseStatus?: { errorCode: string } }).responseStatus?.errorCode ?? ''}`;
const takenFor = async (reference: string) =>
  (await books()).paid
    .filter(({ transactionReference }) => transactionReference === reference)
    .map(({ amount }) => amount);

/** Makes a customer who has typed a card that the bank accepts. */
async function typed(grossMinor = 10_000, card: string = cards.frictionless) {
  const customer = await fixture.customer({ grossMinor });
  const { body } = await open(customer);
  const token = await typeCard(sandbox, body.fieldToken, card);
  return { customer, ref: body.payment.merchantRefNumber, token };
}

describe('a payment by the second card provider', () => {
  test('[PROV-1] [MONEY-5] is stored, opened, typed, charged in minor units and put on its orders', async () => {
    const customer = await fixture.customer({ grossMinor: 4_850 }, { grossMinor: 4_850 });
    const { body } = await open(customer);
    expect(body.payment).toMatchObject({ paymentStatus: 'Incomplete', amount: 97, providerKey: 'clearAccept' });
    const token = await typeCard(sandbox, body.fieldToken, cards.challenge);
    const ref = body.payment.merchantRefNumber;
    const paid = await confirm(customer, ref, token);
    expect(paid.body).toMatchObject({
      paymentStatus: 'Completed',
      amount: 97,
      maskedCardNumber: '**** 1091',
      paymentMethod: 'Card',
      providerKey: 'clearAccept',
      receiptReady: true,
      cardSaved: null,
      orders: customer.orderIds.map((orderId) => ({ orderId, amount: 48.5 })),
    });
    expect(await takenFor(ref)).toEqual([9_700]);
    const again = await confirm(customer, ref, token);
    expect(again.body).toEqual(paid.body);
    expect((await open(customer)).status).toBe(409);
    expect(await takenFor(ref)).toHaveLength(1);
  });

  test('[PROV-1] providers are listed as clearAccept, in whichever case they were stored', async () => {
    const { client } = await fixture.customer();
    const { providers } = (await client.call(listPaymentProviders, { params: { siteId: 1 } })).body;
    expect(providers.map(({ key }) => key)).toEqual(['paysafe', 'clearAccept']);
    expect(providers[1]).toMatchObject({ paymentImplementation: 'Component', publicApiKey: null });
    expect(JSON.stringify(providers)).not.toContain(String(merchant.settings.clientSecret));
  });

  test('[MONEY-1] the same key opens the same request again, and another card under it is refused', async () => {
    const customer = await fixture.customer({});
    const headers = { 'idempotency-key': 'basket-1' };
    const [first, second] = [await open(customer, { headers }), await open(customer, { headers })];
    expect(second.body.payment.merchantRefNumber).toBe(first.body.payment.merchantRefNumber);
    const token = await typeCard(sandbox, first.body.fieldToken, cards.frictionless);
    await typeCard(sandbox, second.body.fieldToken, cards.frictionless);
    // The latest input counts.
    expect(codeOf(await confirm(customer, first.body.payment.merchantRefNumber, token))).toBe('409 PAYMENT_STATE');
    const keptCardId = await makeKeptCard(fixture.tenant.db, customer.owner, { account: merchant.merchantAccountId });
    expect(codeOf(await open(customer, { headers, keptCardId }))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  });

  test('[MONEY-4] the server prices: parts short of the whole, another amount or currency change nothing', async () => {
    const customer = await fixture.customer({});
    const body = {
      accountGuid: customer.accountGuid,
      amount: 100,
      channel: 'ECOM' as const,
      currency: 'GBP',
      ordersToPay: customer.orderIds.map((orderId) => ({ orderId, amount: 100 })),
    };
    const ask = (changes: object) => customer.client.call(openCardComponents, { body: { ...body, ...changes } });
    const orderId = customer.orderIds[0] ?? 0;
    expect(codeOf(await ask({ ordersToPay: [{ orderId, amount: 99 }] }))).toBe('400 INVALID_REQUEST');
    expect(codeOf(await ask({ currency: 'EUR' }))).toBe('400 INVALID_REQUEST');
    expect(codeOf(await ask({ isMerchantInitiated: true }))).toBe('400 INVALID_REQUEST');
    const cheap = await ask({ amount: 1, ordersToPay: [{ orderId, amount: 1 }] });
    expect(codeOf(cheap)).toBe('409 AMOUNT_CHANGED');
    expect((await ask({})).status).toBe(200);
  });

  test('a customer whom the bank refuses is not charged, and gets the reason', async () => {
    const { customer, ref, token } = await typed(10_000, cards.refused);
    const { body } = await confirm(customer, ref, token);
    expect(body).toMatchObject({ paymentStatus: 'Declined', errorCode: 'AUTHENTICATION_FAILED' });
    expect(await takenFor(ref)).toEqual([]);
    expect((await open(customer)).status).toBe(200);
  });

  test('a declined card leaves the orders free, and the answer has our text', async () => {
    const { customer, ref, token } = await typed(11);
    const { body } = await confirm(customer, ref, token);
    expect(body).toMatchObject({
      paymentStatus: 'Declined',
      errorDescription: expect.stringMatching(/^The payment was declined/),
    });
    expect((await open(customer)).status).toBe(200);
  });

  test('nothing is charged before a card was typed, nor after the office changed the order', async () => {
    const { customer, ref, token } = await typed();
    expect(codeOf(await confirm(customer, ref, 'cardtemp_other'))).toBe('409 PAYMENT_STATE');
    const changed = { gross_minor: 9_000 };
    await fixture.tenant.db
      .updateTable('orders')
      .set(changed)
      .where('tenant_id', '=', fixture.tenant.id)
      .where('id', '=', customer.orderIds[0] ?? 0)
      .execute();
    expect(codeOf(await confirm(customer, ref, token))).toBe('409 AMOUNT_CHANGED');
    expect(await takenFor(ref)).toEqual([]);
  });

  test('an attempt with the card vault provider can’t be confirmed here', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await createVaultPayment(customer)).body;
    expect(codeOf(await confirm(customer, merchantRefNumber, 'cardtemp_x'))).toBe('409 PAYMENT_STATE');
  });

  test('a provider that opens nothing, or no fields, is unavailable; the same attempt goes on later', async () => {
    const customer = await fixture.customer({});
    const headers = { 'idempotency-key': 'basket-2' };
    for (const operation of ['payment-requests.create', 'field-tokens.create']) {
      await fault('status', operation, { status: 503 });
      expect(codeOf(await open(customer, { headers }))).toBe('503 PROVIDER_UNAVAILABLE');
    }
    const { body } = await open(customer, { headers });
    const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
    await fault('status', 'payment-requests.read', { status: 503 });
    expect(codeOf(await confirm(customer, body.payment.merchantRefNumber, token))).toBe('503 PROVIDER_UNAVAILABLE');
    const { paymentStatus } = (await confirm(customer, body.payment.merchantRefNumber, token)).body;
    expect(paymentStatus).toBe('Completed');
  });
});

describe('when the answer is lost', () => {
  test.each([
    ['drop-after-commit', 'Completed', 10_000],
    ['status-after-commit', 'Completed', 10_000],
    ['drop-before', 'Declined', undefined],
  ])('[MONEY-1] [MONEY-2] %s: the payment is incomplete, then the provider is asked: %s', async (kind, end, taken) => {
    const { customer, ref, token } = await typed();
    await fault(kind);
    expect((await confirm(customer, ref, token)).body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    const { body } = await customer.client.call(getPayment, { params: { merchantRefNum: ref } });
    expect(body.paymentStatus).toBe(end);
    expect(await takenFor(ref)).toEqual(taken === undefined ? [] : [taken]);
  });

  test('[MONEY-2] a payment that the bank leaves pending is settled once it has decided', async () => {
    const { customer, ref, token } = await typed(98);
    expect((await confirm(customer, ref, token)).body.paymentStatus).toBe('Pending');
    const waiting = (await books()).requests.at(-1);
    await decidePending(sandbox.url, waiting?.PaymentRequestId ?? '', 'Approved');
    fixture.app.clock.advance({ seconds: 10 });
    const { body } = await customer.client.call(getPayment, { params: { merchantRefNum: ref } });
    expect(body).toMatchObject({ paymentStatus: 'Completed', amount: 0.98 });
  });

  test('giving up asks the provider first: what was paid stays paid', async () => {
    const { customer, ref, token } = await typed();
    await fault('drop-after-commit');
    await confirm(customer, ref, token);
    const { body } = await customer.client.call(cancelPayment, { params: { ref } });
    expect(body.paymentStatus).toBe('Completed');
    const open2 = await typed();
    const given = await open2.customer.client.call(cancelPayment, { params: { ref: open2.ref } });
    expect(given.body.paymentStatus).toBe('Cancelled');
  });
});

describe('kept cards', () => {
  test('[PROV-1] a card is kept as asked, pays again with its security code, and is forgotten', async () => {
    const { customer, ref, token } = await typed();
    const paid = await confirm(customer, ref, token, { rememberCard: true, nickName: 'Blue' });
    expect(paid.body).toMatchObject({ paymentStatus: 'Completed', cardSaved: true });
    const list = () => customer.client.call(listKeptCards, { params: { accountGuid: customer.accountGuid } });
    const { cards: kept } = (await list()).body;
    expect(kept).toMatchObject([
      {
        cardType: 'VISA',
        lastDigits: '1000',
        cardExpiry: { month: 12, year: 2031 },
        hasExpired: false,
        holderName: 'R Test',
        nickName: 'Blue',
      },
    ]);
    const stored = await fixture.tenant.db.selectFrom('component_cards').select('permanent_token').execute();
    expect(JSON.stringify(kept)).not.toMatch(/cardperm_/);
    expect(stored.filter(({ permanent_token }) => fixture.app.logs().includes(permanent_token))).toEqual([]);

    const orderId = (await makeOrder(fixture.tenant.db, customer.owner, { grossMinor: 2_500 })).id;
    const next = { ...customer, orderIds: [orderId], amount: 25 };
    const { body } = await open(next, { keptCardId: kept[0]?.id ?? 0 });
    const code = await typeSecurityCode(sandbox, body.fieldToken);
    const second = await confirm(next, body.payment.merchantRefNumber, code, { rememberCard: true });
    expect(second.body).toMatchObject({ paymentStatus: 'Completed', paymentMethod: 'Stored card', cardSaved: null });
    expect(await takenFor(body.payment.merchantRefNumber)).toEqual([2_500]);

    const params = { accountGuid: customer.accountGuid, id: kept[0]?.id ?? 0 };
    expect((await customer.client.call(deleteKeptCard, { params })).body.cards).toEqual([]);
    expect(codeOf(await customer.client.call(deleteKeptCard, { params }))).toBe('404 NOT_FOUND');
  });

  test('[CARD-90] a card of somebody else, of another merchant account, or an expired one pays nothing', async () => {
    const [mine, other] = [await fixture.customer({}), await fixture.customer({})];
    const account = merchant.merchantAccountId;
    const theirs = await makeKeptCard(fixture.tenant.db, other.owner, { account });
    const elsewhere = await makeKeptCard(fixture.tenant.db, mine.owner, { account: 'another' });
    for (const keptCardId of [theirs, elsewhere])
      expect(codeOf(await open(mine, { keptCardId }))).toBe('409 CARD_NOT_STORED');
    const params = { accountGuid: mine.accountGuid, id: theirs };
    expect(codeOf(await mine.client.call(deleteKeptCard, { params }))).toBe('404 NOT_FOUND');
    const late = await fixture.customer({});
    const over = await makeKeptCard(fixture.tenant.db, late.owner, { account, expiry: { month: 1, year: 2020 } });
    expect(codeOf(await open(late, { keptCardId: over }))).toBe('409 CARD_EXPIRED');
  });

  test('ten cards are enough: the next one pays and is not kept', async () => {
    const { customer, ref, token } = await typed();
    const account = merchant.merchantAccountId;
    for (let count = 0; count < 10; count += 1) await makeKeptCard(fixture.tenant.db, customer.owner, { account });
    const { body } = await confirm(customer, ref, token, { rememberCard: true });
    expect(body).toMatchObject({ paymentStatus: 'Completed', cardSaved: null });
    const { cards: kept } = (
      await customer.client.call(listKeptCards, { params: { accountGuid: customer.accountGuid } })
    ).body;
    expect(kept).toHaveLength(10);
  });

  test('[SAFE-115] no card is kept of a customer who is erased while it pays', async () => {
    const { customer, ref, token } = await typed();
    const { db } = fixture.tenant;
    const { accountId } = customer.owner;
    const erasing = await db.startTransaction().execute();
    await sql`select from accounts where id = ${accountId} for update`.execute(erasing);
    const paying = confirm(customer, ref, token, { rememberCard: true, nickName: 'Blue' });
    await expect.poll(() => countAwaitedLocks(fixture.app.ownerDb), { timeout: 10_000 }).toBe(1);
    const gone = { closed_at: fixture.app.clock.now(), erased_at: fixture.app.clock.now() };
    await erasing.updateTable('accounts').set(gone).where('id', '=', accountId).execute();
    await erasing.commit().execute();
    expect((await paying).body).toMatchObject({ paymentStatus: 'Completed', cardSaved: false });
    const kept = db.selectFrom('component_cards').select('id').where('account_id', '=', accountId);
    expect(await kept.execute()).toEqual([]);
  });
});

test('[PROV-1] [MONEY-3] asking the provider finds its refund, and the order is not due again', async () => {
  const now = fixture.app.clock.now();
  const { customer, ref, token } = await typed();
  const { body } = await confirm(customer, ref, token);
  await refundComponents(sandbox, merchant, ref, 2_500);
  fixture.app.clock.advance({ hours: 7 });
  await reconcile(fixture);
  fixture.app.clock.set(now.toISOString());
  const { client, accountGuid, orderIds } = customer;
  const { payment } = (await client.call(getAccountPayment, { params: { guid: accountGuid, id: body.paymentId } }))
    .body;
  expect(payment).toMatchObject({ paymentStatus: 'PartRefunded', refundedAmount: 25, availableAmount: 0 });
  const { order } = (await client.call(getOrder, { params: { guid: accountGuid, id: orderIds[0] ?? 0 } })).body;
  expect(order).toMatchObject({ paymentStatus: 'PartRefunded', outstandingAmount: 0 });
});

test('[PROV-1] one of two payments at once gets the last card place, and the audit trail says which', async () => {
  const first = await typed();
  const { customer } = first;
  const account = merchant.merchantAccountId;
  for (let count = 0; count < 9; count += 1) await makeKeptCard(fixture.tenant.db, customer.owner, { account });
  const orderId = (await makeOrder(fixture.tenant.db, customer.owner)).id;
  const next = { ...customer, orderIds: [orderId], amount: 100 };
  const { body } = await open(next);
  const token = await typeCard(sandbox, body.fieldToken, '5200000000001005');
  const answers = await Promise.all([
    confirm(customer, first.ref, first.token, { rememberCard: true }),
    confirm(next, body.payment.merchantRefNumber, token, { rememberCard: true }),
  ]);
  expect(answers.map((answer) => answer.body.paymentStatus)).toEqual(['Completed', 'Completed']);
  const params = { accountGuid: customer.accountGuid };
  const { cards: kept } = (await customer.client.call(listKeptCards, { params })).body;
  expect(kept).toHaveLength(10);
  await customer.client.call(deleteKeptCard, { params: { ...params, id: kept[0]?.id ?? 0 } });
  const trail = (await auditOf(fixture.tenant)).filter(({ accountId }) => accountId === customer.account.id);
  expect(trail.map(({ event, subject }) => [event, subject?.id])).toEqual([
    ['card.kept', String(kept[0]?.id)],
    ['card.deleted', String(kept[0]?.id)],
  ]);
});

test('[SAFE-121] a card that was paid with is not kept for a customer who is erased before it is stored', async () => {
  const { customer, ref, token } = await typed();
  const { db } = fixture.tenant;
  const { id } = customer.account;
  const erasing = await db.startTransaction().execute();
  // The payment itself needs no more than this lock leaves.
  await sql`select from accounts where id = ${id} for no key update`.execute(erasing);
  const paying = confirm(customer, ref, token, { rememberCard: true });
  await expect.poll(() => countAwaitedLocks(fixture.app.ownerDb), { timeout: 10_000 }).toBe(1);
  const now = fixture.app.clock.now();
  await erasing.updateTable('accounts').set({ closed_at: now, erased_at: now }).where('id', '=', id).execute();
  await erasing.commit().execute();
  expect((await paying).body).toMatchObject({ paymentStatus: 'Completed', cardSaved: false });
  const stored = db.selectFrom('component_cards').select('id').where('account_id', '=', id);
  expect(await stored.execute()).toEqual([]);
});

test('[SAFE-5] no secret, token or personal data is in any log line or event', async () => {
  const tokens: string[] = [];
  for (const grossMinor of [10_000, 11]) {
    const { customer, ref, token } = await typed(grossMinor);
    await confirm(customer, ref, token, { rememberCard: true, nickName: 'Blue card' });
    tokens.push(token);
  }
  const secrets = [...tokens, String(merchant.settings.clientSecret), 'Blue card', cards.frictionless, 'R Test'];
  const logs = fixture.app.logs();
  expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
  const rows = JSON.stringify([
    await fixture.tenant.db.selectFrom('payments').selectAll().execute(),
    await fixture.tenant.db.selectFrom('payment_events').selectAll().execute(),
  ]);
  expect([...tokens, String(merchant.settings.clientSecret)].filter((secret) => rows.includes(secret))).toEqual([]);
});
