import { reportFailedCardPayment } from '@quayside/contract/cards/cards.ts';
import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signedInStaff } from '../../../testing/factories/factories.ts';
import {
  authenticated,
  chargeOutsidePortal,
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
import { reconcile } from '../../../testing/payments/reconcile.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const cancel = ({ client }: Pick<Customer, 'client'>, ref: string) => client.call(cancelPayment, { params: { ref } });
const show = ({ client }: Customer, ref: string) => client.call(getPayment, { params: { merchantRefNum: ref } });
const report = ({ client }: Customer, merchantRef: string, errorMessage = 'no connection') =>
  client.call(reportFailedCardPayment, { body: { merchantRef, errorCode: '9001', errorMessage } });

/** Makes an attempt that was charged, and whose answer was lost. */
async function chargedUnknown() {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
  await pay(customer, payment.merchantRefNumber, token);
  return { customer, reference: payment.merchantRefNumber };
}

describe('access to giving up', () => {
  test("answers 404 for another account's attempt, and staff change nothing", async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    const neighbour = await fixture.customer({});
    expect((await cancel(neighbour, merchantRefNumber)).status).toBe(404);
    expect((await show(neighbour, merchantRefNumber)).status).toBe(404);
    expect((await report(neighbour, merchantRefNumber)).status).toBe(404);
    const staff = await signedInStaff(fixture.app, fixture.tenant, customer.account);
    expect((await cancel(staff, merchantRefNumber)).body.responseStatus?.errorCode).toBe('STAFF_READ_ONLY');
    expect((await show(customer, merchantRefNumber)).body.paymentStatus).toBe('Incomplete');
    expect((await show({ ...customer, client: staff.client }, merchantRefNumber)).status).toBe(200);
  });
});

describe('cancelling', () => {
  test('an attempt that waits is cancelled, and its orders are free', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    expect((await cancel(customer, merchantRefNumber)).body).toMatchObject({
      paymentStatus: 'Cancelled',
      errorCode: 'CANCELLED',
      errorDescription: 'The payment was cancelled. Nothing was charged.',
    });
    expect((await cancel(customer, merchantRefNumber)).body.paymentStatus).toBe('Cancelled');
    expect((await create(customer)).status).toBe(200);
  });

  test('[MONEY-1] a cancelled attempt cannot be charged any more', async () => {
    const customer = await fixture.customer({});
    const { payment, token } = await authenticated(customer);
    await cancel(customer, payment.merchantRefNumber);
    expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Cancelled');
    const { auths } = await readBooks(fixture.sandbox.url, fixture.merchant);
    expect(auths.filter(({ merchantRefNum }) => merchantRefNum === payment.merchantRefNumber)).toEqual([]);
  });

  test('[MONEY-1][MONEY-2] the provider is asked first: what was paid is answered as paid', async () => {
    const { customer, reference } = await chargedUnknown();
    expect((await cancel(customer, reference)).body.paymentStatus).toBe('Completed');
  });

  test('[MONEY-1] while the provider does not answer, what may be paid stays incomplete', async () => {
    const { customer, reference } = await chargedUnknown();
    await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.search', kind: 'status', status: 503 });
    expect((await cancel(customer, reference)).body.paymentStatus).toBe('Incomplete');
    expect((await create(customer)).body.responseStatus?.errorCode).toBe('PAYMENT_IN_PROGRESS');
  });

  test('[MONEY-1] if the marina has removed the provider, the attempt stays incomplete', async () => {
    const { customer, reference } = await chargedUnknown();
    const { db, id } = fixture.tenant;
    await db.deleteFrom('payment_providers').where('tenant_id', '=', id).where('key', '=', 'paysafe').execute();
    onTestFinished(() => giveProvider(db, id, fixture.merchant));
    expect((await cancel(customer, reference)).body.paymentStatus).toBe('Incomplete');
    await giveProvider(db, id, fixture.merchant);
    expect((await cancel(customer, reference)).body.paymentStatus).toBe('Completed');
  });

  test('[MONEY-1] cancel and pay at once: one of them wins, and the books say the same', async () => {
    const customer = await fixture.customer({});
    const { payment, token } = await authenticated(customer);
    const reference = payment.merchantRefNumber;
    await Promise.all([pay(customer, reference, token), cancel(customer, reference)]);
    const { auths } = await readBooks(fixture.sandbox.url, fixture.merchant);
    const charged = auths.some(({ merchantRefNum }) => merchantRefNum === reference);
    expect((await show(customer, reference)).body.paymentStatus).toBe(charged ? 'Completed' : 'Cancelled');
  });

  test('[MONEY-6] money that turns up after the cancelling is a completed payment, with an alert', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber, paymentId } = (await create(customer)).body;
    await cancel(customer, merchantRefNumber);
    await chargeOutsidePortal(fixture.sandbox.url, fixture.merchant, merchantRefNumber);
    fixture.app.clock.advance({ minutes: 2 });
    await reconcile(fixture);
    expect((await show(customer, merchantRefNumber)).body).toMatchObject({
      paymentStatus: 'Completed',
      errorCode: null,
      availableAmount: 0,
    });
    const kinds = await fixture.tenant.db
      .selectFrom('payment_alerts')
      .select('kind')
      .where('payment_id', '=', paymentId)
      .execute();
    expect(kinds).toEqual([{ kind: 'late-success' }]);
  });

  test('[MONEY-6] if another payment has paid the orders, all of it stays available', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    await cancel(customer, merchantRefNumber);
    const second = await authenticated(customer);
    await pay(customer, second.payment.merchantRefNumber, second.token);
    await chargeOutsidePortal(fixture.sandbox.url, fixture.merchant, merchantRefNumber);
    fixture.app.clock.advance({ minutes: 2 });
    await reconcile(fixture);
    expect((await show(customer, merchantRefNumber)).body).toMatchObject({
      paymentStatus: 'Completed',
      availableAmount: 100,
      orders: [],
    });
  });
});

describe('a failure that the browser reports', () => {
  test('[PROV-8] [CARD-5] ends an attempt that waits; its text is kept as plain text, ours is shown', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber } = (await create(customer)).body;
    const { body } = await report(
      customer,
      merchantRefNumber,
      '<img src=x onerror=alert(1)>The card\n was <b>blocked</b>',
    );
    expect(body).toMatchObject({
      paymentStatus: 'Declined',
      errorCode: '9001',
      errorDescription: expect.stringMatching(/^The payment was declined/),
    });
    const kept = fixture.tenant.db.selectFrom('payments').select('error_description');
    expect(await kept.where('merchant_ref_number', '=', merchantRefNumber).executeTakeFirst()).toEqual({
      error_description: 'The card was blocked',
    });
    expect((await create(customer)).status).toBe(200);
  });

  test('[MONEY-1] never turns a payment that was sent into a declined one', async () => {
    const { customer, reference } = await chargedUnknown();
    expect((await report(customer, reference)).body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 10 });
    await reconcile(fixture);
    expect((await report(customer, reference)).body).toMatchObject({ paymentStatus: 'Completed', errorCode: null });
  });
});
