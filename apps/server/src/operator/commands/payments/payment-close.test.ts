import { getPayment, type ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { auditOf } from '../../../testing/audit.ts';
import { signedInCustomer } from '../../../testing/factories/factories.ts';
import { codeOf } from '../../../testing/http-client.ts';
import { releaseHeld } from '../../../testing/payments/after-payment.ts';
import { authenticated, create, giveProvider, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import { actOnPage, givePageProvider, registerRedirect, startOnPage } from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.app.clock.set(new Date().toISOString()));

const run = (args: string[]) => runOperator(args, { database: fixture.app.testDatabase });

const close = (payment: string, ...more: string[]) =>
  run([
    'payment',
    'close',
    '--tenant',
    fixture.tenant.key,
    '--payment',
    payment,
    '--reason',
    'Refunded there',
    ...more,
  ]);

interface Stuck {
  customer: Customer;
  payment: ProcessedPayment;
}

/** Makes a payment that the provider's risk department holds, or one with a fault of its charge. */
async function sent(grossMinor: number, fault?: object): Promise<Stuck> {
  const customer = await fixture.customer({ grossMinor });
  const { payment, token } = await authenticated(customer);
  if (fault) await makeFault(sandbox.url, fixture.merchant, { operation: 'auths.create', ...fault });
  await pay(customer, payment.merchantRefNumber, token);
  return { customer, payment };
}

const held = () => sent(98);

async function later(span: { minutes?: number; days?: number }): Promise<void> {
  fixture.app.clock.advance(span);
  await reconcile(fixture);
}

/** Signs the customer in again, because a session ends sooner than a payment is stuck. */
const backAgain = async (customer: Customer): Promise<Customer> => ({
  ...customer,
  client: (await signedInCustomer(fixture.app, fixture.tenant, customer.account)).client,
});

const seen = async ({ customer, payment: { merchantRefNumber } }: Stuck) =>
  (await (await backAgain(customer)).client.call(getPayment, { params: { merchantRefNum: merchantRefNumber } })).body;

const mailsOf = async ({ payment: { paymentId } }: Stuck) => {
  const mails = fixture.tenant.db.selectFrom('mails').select('kind');
  const own = await mails.where(sql`(payload ->> 'paymentId')::int`, '=', paymentId).execute();
  return own.map(({ kind }) => kind);
};

const alertsOf = async ({ payment: { paymentId } }: Stuck) => {
  const alerts = fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', paymentId);
  return (await alerts.execute()).map(({ kind }) => kind);
};

describe('[PAID-7] a payment that its provider holds for weeks', () => {
  test('blocks its order until the office closes it: then it can be paid, and the customer is told', async () => {
    const stuck = await held();
    await fixture.tenant.db
      .updateTable('accounts')
      .set({ email: 'robin@example.com' })
      .where('id', '=', stuck.customer.account.id)
      .execute();
    for (let week = 0; week < 3; week += 1) await later({ days: 7 });
    expect(codeOf(await create(await backAgain(stuck.customer)))).toBe('409 PAYMENT_IN_PROGRESS');
    const { reference } = stuck.payment;
    expect((await close(reference)).out).toContain(`Payment ${reference} is closed as not paid`);
    expect(await seen(stuck)).toMatchObject({
      paymentStatus: 'Declined',
      errorDescription: expect.stringMatching(/^The marina office closed this payment as not paid\./),
      saysUncharged: true,
    });
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.close',
      accountId: stuck.customer.account.id,
      details: { payment: reference, reason: 'Refunded there' },
    });
    expect(await mailsOf(stuck)).toEqual(['payment-not-made']);
    expect((await create(await backAgain(stuck.customer))).status).toBe(200);
    expect((await close(reference)).err).toContain('it has ended already, as not paid');
  });

  test('[MONEY-6] still counts if the provider releases it after that, and the office is told', async () => {
    const stuck = await held();
    for (let week = 0; week < 3; week += 1) await later({ days: 7 });
    expect((await close(stuck.payment.reference)).err).toBe('');
    await releaseHeld(sandbox.url, fixture.merchant);
    await later({ minutes: 2 });
    expect((await seen(stuck)).paymentStatus).toBe('Completed');
    expect(await alertsOf(stuck)).toEqual(['late-success']);
  });

  test('[RUN-95] keeps its customer from being erased while the provider is still asked about it', async () => {
    const { customer, payment } = await held();
    for (let week = 0; week < 3; week += 1) await later({ days: 7 });
    await close(payment.reference);
    const account = String(customer.account.id);
    const erase = () => run(['account', 'erase', '--tenant', fixture.tenant.key, '--account', account]);
    expect((await erase()).err).toMatch(
      new RegExp(
        `Payment ${payment.reference} ended unpaid on \\d{4}-\\d\\d-\\d\\d\\. Its provider is asked until \\d`,
      ),
    );
    for (let times = 0; times < 2; times += 1) await later({ days: 6 });
    expect((await erase()).err).not.toContain('is asked until');
  });

  test('[MONEY-1] is not closed if it turns out to be paid when the provider is asked', async () => {
    const stuck = await held();
    await releaseHeld(sandbox.url, fixture.merchant);
    expect((await close(stuck.payment.reference)).err).toContain('it is paid');
    expect((await seen(stuck)).paymentStatus).toBe('Completed');
  });
});

describe('[PAID-7] a charge that was sent to a provider whose settings are gone', () => {
  /** Makes a payment whose server stopped after it was marked as sent, and takes its provider's settings away. */
  async function orphaned(sentAgoMs: number): Promise<Stuck> {
    const customer = await fixture.customer({});
    const { payment } = await authenticated(customer);
    const { db } = fixture.tenant;
    // The command has the machine's own clock.
    const sent = { state: 'sent', sent_at: new Date(Date.now() - sentAgoMs), check_at: new Date() } as const;
    await db.updateTable('payments').set(sent).where('id', '=', payment.paymentId).execute();
    await db.updateTable('payment_orders').set({ live: true }).where('payment_id', '=', payment.paymentId).execute();
    await db.deleteFrom('payment_providers').execute();
    onTestFinished(() => giveProvider(db, fixture.tenant.id, fixture.merchant));
    return { customer, payment };
  }

  const stateOf = async ({ payment: { paymentId } }: Stuck) => {
    const payments = fixture.tenant.db.selectFrom('payments').select('state').where('id', '=', paymentId);
    return (await payments.executeTakeFirstOrThrow()).state;
  };

  test('is closed only if the office says that it has looked there', async () => {
    const stuck = await orphaned(10 * 60_000);
    const { reference } = stuck.payment;
    expect((await close(reference)).err).toContain('add --unpaid-there');
    expect(await stateOf(stuck)).toBe('unknown');
    expect((await close(reference, '--unpaid-there')).err).toBe('');
    expect((await auditOf(fixture.tenant)).at(-1)).toMatchObject({
      event: 'payment.close',
      details: { payment: reference, reason: 'Refunded there', unpaidThere: true },
    });
    await giveProvider(fixture.tenant.db, fixture.tenant.id, fixture.merchant);
    expect((await create(await backAgain(stuck.customer))).status).toBe(200);
  });

  test('is not closed while the charge may be under way, also if the office says that it is unpaid', async () => {
    const stuck = await orphaned(60_000);
    expect((await close(stuck.payment.reference, '--unpaid-there')).err).toContain('it is under way');
    expect(await stateOf(stuck)).toBe('sent');
  });

  test('[MONEY-2] becomes unknown by itself, and is found once the settings are back', async () => {
    const stuck = await sent(10_000, { kind: 'drop-after-commit' });
    const { db, id } = fixture.tenant;
    const { paymentId } = stuck.payment;
    await db.updateTable('payments').set({ state: 'sent' }).where('id', '=', paymentId).execute();
    await db.deleteFrom('payment_providers').execute();
    await later({ minutes: 10 });
    expect(await stateOf(stuck)).toBe('unknown');
    await giveProvider(db, id, fixture.merchant);
    await later({ minutes: 10 });
    expect((await seen(stuck)).paymentStatus).toBe('Completed');
  });
});

test('[PAID-7] a payment that is paid, or still under way, is not closed; a reason is needed', async () => {
  const paid = await sent(10_000);
  expect((await close(paid.payment.reference)).err).toContain('it is paid');
  const { payment } = await authenticated(await fixture.customer({}));
  expect((await close(payment.reference)).err).toContain('it is under way');
  expect((await close('P999999')).err).toContain('has no payment "P999999"');
  expect((await close(payment.reference, '--reason', ' ')).code).toBe(1);
});

test('[PAID-7][PAID-6] one on the page of an account that is gone is closed when its time is over', async () => {
  const [before, after] = [await registerRedirect(sandbox), await registerRedirect(sandbox)];
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, before);
  const customer = await fixture.customer({});
  const { body } = await startOnPage(customer);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, after);
  expect((await close(body.reference)).err).toContain('it is under way');
  // The command has the machine's own clock.
  const over = fixture.tenant.db.updateTable('payments').set({ expires_at: new Date(Date.now() - 1_000) });
  await over.where('id', '=', body.paymentId).execute();
  expect((await close(body.reference)).err).toBe('');
  const again = await startOnPage(await backAgain(customer));
  await actOnPage(again.body.redirectUrl, 'pay');
  await later({ minutes: 1 });
  expect((await seen({ customer, payment: again.body })).paymentStatus).toBe('Completed');
});
