import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { signedInCustomer } from '../../../testing/factories/factories.ts';
import { codeOf } from '../../../testing/http-client.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  makePageFault,
  type PageMerchant,
  registerPaypal,
  registerRedirect,
  startOnPage,
  startPaypal,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { runOperator } from '../../testing/operator.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

/** Gives the marina a merchant's settings, as its operator does. */
async function set({ key, settings }: PageMerchant): Promise<string> {
  const args = ['tenant', 'set', fixture.tenant.key, `providers.${key}`, '--file', '-'];
  const input = JSON.stringify(settings);
  const { out, err } = await runOperator(args, { database: fixture.app.testDatabase, input });
  expect(err).toBe('');
  return out;
}

const stateOf = async (id: number) =>
  (await fixture.tenant.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

async function waitFor(span: { minutes: number }): Promise<void> {
  fixture.app.clock.advance(span);
  await reconcile(fixture);
}

const backAgain = async (customer: Customer) => ({
  ...customer,
  client: (await signedInCustomer(fixture.app, fixture.tenant, customer.account)).client,
});

test('[PAID-6] paid on the page of the account before: no second payment, and found at that account', async () => {
  const [before, after] = [await registerRedirect(sandbox), await registerRedirect(sandbox)];
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, before);
  const customer = await fixture.customer({});
  const { body } = await startOnPage(customer);
  expect(await set(after)).toContain(
    `Under way at another account of redirect: P${String(body.paymentId).padStart(6, '0')}. Their orders stay held`,
  );
  await actOnPage(body.redirectUrl, 'pay');
  await waitFor({ minutes: 91 });
  expect(await stateOf(body.paymentId)).toBe('redirected');
  expect(codeOf(await startOnPage(await backAgain(customer)))).toBe('409 PAYMENT_IN_PROGRESS');
  expect(await set(before)).not.toContain('Under way');
  await waitFor({ minutes: 10 });
  expect(await stateOf(body.paymentId)).toBe('allocated');
  expect(await pageCharges(sandbox, before, body.merchantRefNumber)).toEqual([10_000]);
});

test('[PAID-6][MONEY-1] PayPal’s answer was lost, and another account knows no order: it stays open', async () => {
  const [before, after] = [await registerPaypal(sandbox), await registerPaypal(sandbox)];
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, before);
  const customer = await fixture.customer({});
  const { body } = await startPaypal(customer);
  await approveAtPaypal(sandbox, body.token);
  await makePageFault(sandbox, before, { operation: 'paypal.capture', kind: 'drop-after-commit' });
  await confirmPaypal(customer, body.token);
  const { paymentId } = body.payment;
  expect(await set(after)).toContain('Under way at another account of paypal');
  await waitFor({ minutes: 10 });
  expect(await stateOf(paymentId)).toBe('unknown');
  expect(codeOf(await startPaypal(await backAgain(customer)))).toBe('409 PAYMENT_IN_PROGRESS');
  await set(before);
  await waitFor({ minutes: 10 });
  expect(await stateOf(paymentId)).toBe('allocated');
});
