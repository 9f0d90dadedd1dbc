import { cancelPayment } from '@quayside/contract/payments/payments.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { create } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';

let fixture: CheckoutFixture;
beforeEach(async () => {
  fixture = await startCheckoutFixture();
});
afterEach(() => fixture.close());

/** Changes a counter, as if this many hits had been counted. */
const countAs = (bucket: string, hits: number) =>
  fixture.tenant.db.updateTable('rate_limits').set({ hits }).where('bucket', 'like', `${bucket}:%`).execute();
const hits = async (bucket: string) =>
  (
    await fixture.tenant.db.selectFrom('rate_limits').select('hits').where('bucket', 'like', `${bucket}:%`).execute()
  ).map((row) => row.hits);

test('[SAFE-3] a customer makes thirty attempts in a quarter of an hour; the next is refused clearly', async () => {
  const first = await fixture.customer({}, {});
  const one = { ...first, orderIds: first.orderIds.slice(0, 1), amount: 100 };
  const other = { ...first, orderIds: first.orderIds.slice(1), amount: 100 };
  expect((await create(one)).status).toBe(200);
  await countAs('payment-attempts', 30);
  const answer = await create(other);
  expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_PAYMENTS']);
  expect(answer.body.responseStatus?.message).toBe(
    'Too many payments in a short time. Nothing was charged. Try again in 15 minutes, or contact the marina office.',
  );
  expect(answer.headers.get('retry-after')).toBe('900');
  expect(await fixture.tenant.db.selectFrom('payments').select('id').execute()).toHaveLength(1);
  expect((await create(await fixture.customer({}))).status).toBe(200);
  // The text has only the plural.
  fixture.app.clock.advance({ minutes: 14, seconds: 30 });
  expect((await create(other)).body.responseStatus?.message).toContain('Try again in 2 minutes');
  fixture.app.clock.advance({ seconds: 30 });
  expect((await create(other)).status).toBe(200);
});

test('[SAFE-3] all customers behind one network address start at most 300 payments together', async () => {
  await create(await fixture.customer({}));
  await countAs('payment-attempts-network', 299);
  expect((await create(await fixture.customer({}))).status).toBe(200);
  expect((await create(await fixture.customer({}))).status).toBe(429);
});

test('[SAFE-3] a request that is repeated or refused is no attempt', async () => {
  const customer = await fixture.customer({});
  for (let n = 0; n < 3; n++) expect((await create(customer, { 'idempotency-key': 'basket' })).status).toBe(200);
  expect((await create({ ...customer, amount: 99 })).status).toBe(409);
  expect(await hits('payment-attempts')).toEqual([1]);
  expect(await hits('payment-calls')).toEqual([4]);
});

test('[SAFE-3] calls that ask a provider are limited, with any outcome', async () => {
  const customer = await fixture.customer({});
  const { body } = await create(customer);
  await countAs('payment-calls', 600);
  const answer = await customer.client.call(cancelPayment, { params: { ref: body.merchantRefNumber } });
  expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect((await create(customer)).status).toBe(429);
});
