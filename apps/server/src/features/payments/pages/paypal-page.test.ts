import { cancelPayment, getPayment, listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { getExpressPayment } from '@quayside/contract/payments/payment-pages.ts';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { sandboxOrigin } from '../../../demo/sandbox-origin.ts';
import { dinarCulture } from '../../../testing/factories/orders.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { disputeAtPaypal, refundAtPaypal } from '../../../testing/payments/after-payment.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  approveAtPaypal,
  confirmPaypal,
  disownedEvents,
  givePageProvider,
  makePageFault,
  type PageMerchant,
  patient,
  registerPaypal,
  startPaypal,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';

let fixture: CheckoutFixture;
let merchant: PageMerchant;
const sandbox = inject('sandbox');

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerPaypal(sandbox, `${fixture.app.url}/harbour/api/hooks/paypal/${fixture.tenant.key}`);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

const show = ({ client }: Customer, ref: string) => client.call(getPayment, { params: { merchantRefNum: ref } });
const disowned = () => disownedEvents(fixture.app);

/** Lets the payer win a dispute about a part. PayPal then calls the capture partially refunded. */
const loseDispute = (at: typeof sandbox, token: string | null) =>
  disputeAtPaypal(at, token, { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR', value: '30.00' });

const alertsOf = async (id: number) => {
  const alerts = fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', id);
  return (await alerts.execute()).map(({ kind }) => kind);
};

/** Makes a customer who agreed at PayPal and has not come back. */
async function agreed(outcome: 'pay' | 'decline' | 'review' = 'pay') {
  const customer = await fixture.customer({});
  const { body } = await startPaypal(customer);
  await approveAtPaypal(sandbox, body.token, outcome);
  return { customer, token: body.token, reference: body.payment.merchantRefNumber };
}

describe('paying by PayPal', () => {
  test('[PROV-2][MONEY-5] a token, the page, and the money when the customer is back; twice is the same', async () => {
    const customer = await fixture.customer({ grossMinor: 12_345 });
    const key = { 'idempotency-key': 'basket' };
    const { body } = await startPaypal(customer, key);
    expect(body.redirectUrl).toBe(`${sandboxOrigin(sandbox.url, 'paypal')}/checkoutnow?token=${body.token}`);
    expect((await startPaypal(customer, key)).body).toMatchObject({ token: body.token, redirectUrl: body.redirectUrl });
    await approveAtPaypal(sandbox, body.token);
    const reference = body.payment.merchantRefNumber;
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
    const confirmed = await Promise.all([1, 2, 3].map(() => confirmPaypal(customer, body.token)));
    for (const answer of confirmed)
      expect(answer.body).toMatchObject({ paymentStatus: 'Completed', paymentMethod: 'PayPal', amount: 123.45 });
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([12_345]);
    for (const name of [reference, body.token ?? '']) {
      const { status } = await customer.client.call(getExpressPayment, { params: { reference: name } });
      expect(status).toBe(200);
    }
  });

  test('[PROV-2] another customer’s token is not found, and an address of another site is refused', async () => {
    const { customer, token, reference } = await agreed();
    const neighbour = await fixture.customer({});
    expect((await confirmPaypal(neighbour, token)).status).toBe(404);
    expect((await neighbour.client.call(getExpressPayment, { params: { reference } })).status).toBe(404);
    expect((await startPaypal(neighbour, {}, 'https://evil.example')).status).toBe(400);
    expect((await confirmPaypal(customer, token)).body.paymentStatus).toBe('Completed');
  });

  test('[PROV-2][PROV-7] a payment that PayPal can’t take is Declined with a reason, and can be repeated', async () => {
    const { customer, token } = await agreed('decline');
    expect((await confirmPaypal(customer, token)).body).toMatchObject({
      paymentStatus: 'Declined',
      errorDescription: expect.stringContaining('PayPal could not take the money.'),
    });
    expect((await startPaypal(customer)).status).toBe(200);
  });

  test('[PROV-2] [MONEY-2] an agreement to another account than today’s is refused, and holds nothing', async () => {
    const { customer, token } = await agreed();
    const { db, id } = fixture.tenant;
    await givePageProvider(db, id, await registerPaypal(sandbox));
    onTestFinished(() => givePageProvider(db, id, merchant));
    expect((await confirmPaypal(customer, token)).body.paymentStatus).toBe('Declined');
    expect((await startPaypal(customer)).status).toBe(200);
  });

  test('[PROV-2] a customer who cancels there is charged nothing, also if the confirmation still comes', async () => {
    const { customer, token, reference } = await agreed();
    const cancelled = await customer.client.call(cancelPayment, { params: { ref: reference } });
    expect(cancelled.body.paymentStatus).toBe('Cancelled');
    expect((await confirmPaypal(customer, token)).body.paymentStatus).toBe('Cancelled');
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
  });

  test('[MONEY-4] orders that have changed since are not charged', async () => {
    const { customer, token, reference } = await agreed();
    await fixture.tenant.db
      .updateTable('orders')
      .set({ gross_minor: 20_000 })
      .where('tenant_id', '=', fixture.tenant.id)
      .where('id', 'in', customer.orderIds)
      .execute();
    expect(codeOf(await confirmPaypal(customer, token))).toBe('409 AMOUNT_CHANGED');
    expect((await show(customer, reference)).body.errorCode).toBe('AMOUNT_CHANGED');
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
  });

  test.each([
    ['drop-after-commit', 1, 'Completed'],
    ['drop-before', 0, 'Declined'],
  ] as const)('[MONEY-1][MONEY-2] a capture that is lost (%s) is found out about', async (kind, taken, status) => {
    const { customer, token, reference } = await agreed();
    await makePageFault(sandbox, merchant, { operation: 'paypal.capture', kind });
    expect((await confirmPaypal(customer, token)).body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 10 });
    await reconcile(fixture);
    expect((await show(customer, reference)).body.paymentStatus).toBe(status);
    expect(await pageCharges(sandbox, merchant, reference)).toHaveLength(taken);
  });

  test.each([
    ['refunded', refundAtPaypal, 'Refunded', 'refunded'],
    ['disputed and taken back in part', loseDispute, 'Disputed', 'partly-reversed'],
  ] as const)('[PAID-7] a lost capture that was %s since is found, and so is that', async (_, act, status, alert) => {
    const { customer, token, reference } = await agreed();
    await makePageFault(sandbox, merchant, { operation: 'paypal.capture', kind: 'drop-after-commit' });
    expect((await confirmPaypal(customer, token)).body.paymentStatus).toBe('Incomplete');
    await act(sandbox, token);
    fixture.app.clock.advance({ seconds: 10 });
    await reconcile(fixture);
    const { body } = await show(customer, reference);
    expect(body.paymentStatus).toBe(status);
    expect(await alertsOf(body.paymentId)).toEqual([alert]);
  });

  test('[MONEY-2] a customer who agreed and never returned has paid: PayPal sends an event, or we ask', async () => {
    const unheard = await agreed();
    fixture.app.clock.advance({ seconds: 30 });
    await reconcile(fixture);
    expect((await show(unheard.customer, unheard.reference)).body.paymentStatus).toBe('Completed');

    const worker = await startMailWorker(fixture.app, new TestMailbox());
    onTestFinished(() => worker.stop());
    const attempt = await agreed();
    await expect
      .poll(async () => (await show(attempt.customer, attempt.reference)).body.paymentStatus, patient)
      .toBe('Completed');
    expect(await pageCharges(sandbox, merchant, attempt.reference)).toHaveLength(1);
  });

  test('[SAFE-1] an event that PayPal disowns is refused', async () => {
    const before = disowned();
    await makePageFault(sandbox, merchant, { operation: 'paypal.event', kind: 'wrong-signature' });
    const { reference } = await agreed();
    await expect.poll(disowned, patient).toBeGreaterThan(before);
    const events = fixture.tenant.db
      .selectFrom('provider_events')
      .select('id')
      .where('merchant_ref_number', '=', reference);
    expect(await events.execute()).toEqual([]);
  });
});

test('[MONEY-5] a marina whose money has three decimals is not offered PayPal', async () => {
  const dinars = await startCheckoutFixture(dinarCulture);
  await givePageProvider(dinars.tenant.db, dinars.tenant.id, merchant);
  const customer = await dinars.customer({});
  const { body } = await customer.client.call(listPaymentProviders, { params: { siteId: 1 } });
  expect(body.providers.map(({ key }) => key)).toEqual(['paysafe']);
  expect(codeOf(await startPaypal(customer))).toBe('409 ORDER_NOT_PAYABLE');
  await dinars.close();
});
