import { getPayment } from '@quayside/contract/payments/payments.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  authenticated,
  control,
  create,
  giveProvider,
  makeFault,
  pay,
  readBooks,
} from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';

let fixture: CheckoutFixture;
beforeEach(async () => {
  fixture = await startCheckoutFixture();
});
afterEach(() => fixture.close());

const show = async ({ client }: Customer, merchantRefNum: string) =>
  (await client.call(getPayment, { params: { merchantRefNum } })).body;

const alerts = async () =>
  (await fixture.tenant.db.selectFrom('payment_alerts').select('kind').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  );

const eventsOf = async (paymentId: number) =>
  (
    await fixture.tenant.db
      .selectFrom('payment_events')
      .select('event')
      .where('payment_id', '=', paymentId)
      .orderBy('sequence')
      .execute()
  ).map(({ event }) => event);

/** Pays while a fault occurs at the provider. */
async function payWith(fault: object) {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', ...fault });
  await pay(customer, payment.merchantRefNumber, token);
  return { customer, reference: payment.merchantRefNumber, paymentId: payment.paymentId };
}

describe('an attempt that the provider knows', () => {
  test('[MONEY-2][MONEY-3] a charge whose answer was lost is found, completed and allocated', async () => {
    const { customer, reference, paymentId } = await payWith({ kind: 'drop-after-commit' });
    fixture.app.clock.advance({ seconds: 3 });
    await reconcile(fixture);
    expect(await show(customer, reference)).toMatchObject({
      paymentStatus: 'Completed',
      maskedCardNumber: '**** 1000',
    });
    expect(await eventsOf(paymentId)).toEqual([
      'created',
      'authenticationStarted',
      'authenticationPassed',
      'sent',
      'answerLost',
      'approved',
      'allocated',
    ]);
    await compareBooks(fixture.sandbox.url, fixture.tenant, fixture.merchant);
    expect(await alerts()).toEqual([]);
  });

  test('[MONEY-2] a poll makes the server ask the provider, at most every 2 seconds', async () => {
    const { customer, reference } = await payWith({ kind: 'drop-after-commit' });
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.search', kind: 'status', status: 503 });
    const polls = await Promise.all(Array.from({ length: 10 }, () => show(customer, reference)));
    // One of the ten met the fault. If a second one had asked, it would have found the charge.
    expect(polls.map(({ paymentStatus }) => paymentStatus)).toEqual(polls.map(() => 'Incomplete'));
    expect((await show(customer, reference)).paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 2 });
    expect((await show(customer, reference)).paymentStatus).toBe('Completed');
  });

  test('[MONEY-2] a charge that waits at the provider is settled once it has decided', async () => {
    const { customer, reference } = await payWith({ kind: 'delay', ms: 0 });
    expect((await show(customer, reference)).paymentStatus).toBe('Completed');
    const held = await fixture.customer({ grossMinor: 98 });
    const { payment, token } = await authenticated(held);
    await pay(held, payment.merchantRefNumber, token);
    await decide(payment.merchantRefNumber, 'COMPLETED');
    fixture.app.clock.advance({ seconds: 10 });
    await reconcile(fixture);
    expect((await show(held, payment.merchantRefNumber)).paymentStatus).toBe('Completed');
    await compareBooks(fixture.sandbox.url, fixture.tenant, fixture.merchant);
  });

  test('a charge that the provider cancels is declined, and its orders are free', async () => {
    const held = await fixture.customer({ grossMinor: 98 });
    const { payment, token } = await authenticated(held);
    await pay(held, payment.merchantRefNumber, token);
    await decide(payment.merchantRefNumber, 'CANCELLED');
    fixture.app.clock.advance({ seconds: 10 });
    await reconcile(fixture);
    expect(await show(held, payment.merchantRefNumber)).toMatchObject({
      paymentStatus: 'Declined',
      errorCode: 'CANCELLED_BY_PROVIDER',
    });
    expect((await create(held)).status).toBe(200);
  });
});

/** Decides about a payment that the provider's risk department held back. */
async function decide(reference: string, status: 'COMPLETED' | 'CANCELLED'): Promise<void> {
  const { accountId, settings } = fixture.merchant;
  const { auths } = await readBooks(fixture.sandbox.url, fixture.merchant);
  const held = auths.find(({ merchantRefNum }) => merchantRefNum === reference);
  const key = Buffer.from(`${String(settings.serverKey)}:${String(settings.serverSecret)}`).toString('base64');
  await fetch(`${fixture.sandbox.url}/cardpayments/v1/accounts/${accountId}/auths/${held?.id ?? ''}`, {
    method: 'PUT',
    headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
}

describe('an attempt that the provider does not know', () => {
  test('[MONEY-1][MONEY-2] is not charged only once it can no longer turn up', async () => {
    const { customer, reference } = await payWith({ kind: 'drop-before' });
    await reconcile(fixture);
    expect((await show(customer, reference)).paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 3 });
    await reconcile(fixture);
    expect(await show(customer, reference)).toMatchObject({
      paymentStatus: 'Declined',
      errorCode: 'NOT_FOUND',
      errorDescription: 'The payment did not reach the bank. Nothing was charged. You can try again.',
    });
    expect((await create(customer)).status).toBe(200);
  });

  test.each([{ isOut: false }, { isOut: true }])(
    '[MONEY-2] an attempt that crashed before the charge is pending within a minute; provider out: $isOut',
    async ({ isOut }) => {
      const { tenant, merchant, app } = fixture;
      const settings = { ...merchant.settings, deadlineMs: 45_000 };
      await giveProvider(tenant.db, tenant.id, { ...merchant, settings });
      const customer = await fixture.customer({});
      const { merchantRefNumber } = (await authenticated(customer)).payment;
      const now = app.clock.now();
      await tenant.db.updateTable('payments').set({ state: 'sent', sent_at: now, check_at: now }).execute();
      await tenant.db.updateTable('payment_orders').set({ live: true }).execute();
      if (isOut) {
        const out = { operation: 'auths.search', kind: 'status', status: 503, times: 99 };
        await makeFault(fixture.sandbox.url, merchant, out);
      }
      const goOn = async (seconds: number) => {
        for (let passed = 0; passed < seconds; passed += 5) {
          app.clock.advance({ seconds: 5 });
          await reconcile(fixture, 35_000);
        }
        return (await tenant.db.selectFrom('payments').select('state').executeTakeFirst())?.state;
      };
      expect(await goOn(40)).toBe('sent');
      expect(await goOn(15)).toBe('unknown');
      const lost = tenant.db.selectFrom('payment_events').select('detail').where('event', '=', 'answerLost');
      const reason = isOut ? expect.stringMatching(/./) : 'not found yet';
      expect(await lost.execute()).toEqual([{ detail: { reason } }]);
      expect((await show(customer, merchantRefNumber)).paymentStatus).toBe('Incomplete');
      expect((await create(customer)).body.responseStatus?.errorCode).toBe('PAYMENT_IN_PROGRESS');
      if (isOut) await control(fixture.sandbox.url, 'DELETE', `faults?accountId=${merchant.accountId}`);
      expect(await goOn(40)).toBe('declined');
      expect((await create(customer)).status).toBe(200);
    },
  );

  test('[MONEY-2] while the provider is out nothing is decided', async () => {
    const { customer, reference } = await payWith({ kind: 'drop-after-commit' });
    const out = { operation: 'auths.search', kind: 'status', status: 503, times: 3 };
    await makeFault(fixture.sandbox.url, fixture.merchant, out);
    for (let round = 0; round < 3; round += 1) {
      fixture.app.clock.advance({ minutes: 2 });
      await reconcile(fixture);
    }
    fixture.app.clock.advance({ seconds: 2 });
    const { paymentStatus, transactionDate } = await show(customer, reference);
    expect(paymentStatus).toBe('Completed');
    // The provider's time of the charge counts, and not the time at which we learn of it, six minutes later.
    const { clock } = fixture.app;
    expect(new Date(transactionDate ?? 0).getTime()).toBeLessThan(clock.now().getTime() - 3 * 60_000);
  });

  test('[MONEY-6] a charge that turns up after the attempt was written off is completed, with an alert', async () => {
    const late = await payLosing({ kind: 'invisible', ms: 2_500 });
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    expect((await show(late.customer, late.reference)).errorCode).toBe('NOT_FOUND');
    await expect
      .poll(
        async () => {
          fixture.app.clock.advance({ minutes: 5 });
          await reconcile(fixture);
          return (await show(late.customer, late.reference)).paymentStatus;
        },
        { timeout: 20_000, interval: 250 },
      )
      .toBe('Completed');
    expect(await alerts()).toEqual(['late-success']);
    await compareBooks(fixture.sandbox.url, fixture.tenant, fixture.merchant);
  });
});

/** Pays while the answer is lost and another fault occurs as well. */
async function payLosing(fault: object) {
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
  return payWith(fault);
}

describe('allocating', () => {
  test('[MONEY-1][MONEY-3] a payment whose allocation fails is not lost: it is allocated later', async () => {
    const { ownerDb } = fixture.app;
    await sql`alter table payment_allocations add constraint full_disk check (false) not valid`.execute(ownerDb);
    const customer = await fixture.customer({});
    const { payment, token } = await authenticated(customer);
    const paid = await pay(customer, payment.merchantRefNumber, token);
    expect(paid.body).toMatchObject({ paymentStatus: 'Completed', orders: [{ amount: 100 }] });
    // The log names the fault and no value of a row.
    expect(fixture.app.logs()).toMatch(/"type":"DatabaseError".*"constraint":"full_disk".*waits for its allocation/);
    expect((await create(customer)).body.responseStatus?.errorCode).toBe('PAYMENT_IN_PROGRESS');
    await sql`alter table payment_allocations drop constraint full_disk`.execute(ownerDb);
    fixture.app.clock.advance({ seconds: 2 });
    await reconcile(fixture);
    expect((await show(customer, payment.merchantRefNumber)).paymentStatus).toBe('Completed');
    await compareBooks(fixture.sandbox.url, fixture.tenant, fixture.merchant);
    expect((await create(customer)).body.responseStatus?.errorCode).toBe('ORDER_NOT_PAYABLE');
  });

  test('[MONEY-3][MONEY-6] money for an order that the office settled stays available, with an alert', async () => {
    const customer = await fixture.customer({}, { grossMinor: 5_000 });
    const { payment, token } = await authenticated(customer);
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
    await pay(customer, payment.merchantRefNumber, token);
    await fixture.tenant.db
      .updateTable('orders')
      .set({ allocated_minor: 7_001 })
      .where('id', '=', customer.orderIds[0] ?? 0)
      .execute();
    fixture.app.clock.advance({ seconds: 3 });
    await reconcile(fixture);
    expect(await show(customer, payment.merchantRefNumber)).toMatchObject({
      paymentStatus: 'Completed',
      amount: 150,
      availableAmount: 70.01,
      orders: [
        { orderId: customer.orderIds[0], amount: 29.99 },
        { orderId: customer.orderIds[1], amount: 50 },
      ],
    });
    expect(await alerts()).toEqual(['surplus']);
  });

  test('[MONEY-6] money that no order takes stays available in full', async () => {
    const { customer, reference } = await payWith({ kind: 'drop-after-commit' });
    await fixture.tenant.db.updateTable('orders').set({ cancelled_at: fixture.app.clock.now() }).execute();
    fixture.app.clock.advance({ seconds: 3 });
    await reconcile(fixture);
    expect(await show(customer, reference)).toMatchObject({
      paymentStatus: 'Completed',
      availableAmount: 100,
      orders: [],
    });
    expect(await alerts()).toEqual(['surplus']);
  });

  test('[MONEY-1] any number of copies may reconcile at once', async () => {
    const paid = [await payWith({ kind: 'drop-after-commit' }), await payWith({ kind: 'drop-after-commit' })];
    fixture.app.clock.advance({ seconds: 3 });
    await Promise.all(Array.from({ length: 6 }, () => reconcile(fixture)));
    for (const { paymentId } of paid) expect((await eventsOf(paymentId)).slice(-2)).toEqual(['approved', 'allocated']);
    await compareBooks(fixture.sandbox.url, fixture.tenant, fixture.merchant);
  });
});

describe('waiting for the customer', () => {
  test('an attempt whose customer does not come back expires after 90 minutes, and frees its orders', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    fixture.app.clock.advance({ minutes: 89 });
    await reconcile(fixture);
    expect((await show(customer, merchantRefNumber)).paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ minutes: 1 });
    await reconcile(fixture);
    expect(await show(customer, merchantRefNumber)).toMatchObject({ paymentStatus: 'Declined', errorCode: 'EXPIRED' });
    expect((await create(customer)).status).toBe(200);
  });

  test('[MONEY-2] the provider is asked before an attempt expires', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.search', kind: 'status', status: 503 });
    fixture.app.clock.advance({ minutes: 91 });
    // It is left alone for half a minute then.
    for (const seconds of [0, 0, 29]) {
      fixture.app.clock.advance({ seconds });
      await reconcile(fixture);
      expect((await show(customer, merchantRefNumber)).paymentStatus).toBe('Incomplete');
    }
    fixture.app.clock.advance({ seconds: 1 });
    await reconcile(fixture);
    expect((await show(customer, merchantRefNumber)).errorCode).toBe('EXPIRED');
  });
});
