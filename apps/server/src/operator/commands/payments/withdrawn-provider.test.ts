import { listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { authenticated, create, pay } from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { runOperator } from '../../testing/operator.ts';
import { moveClockOf } from '../../testing/refunding-providers.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const run = (args: string[], input?: string) => runOperator(args, { database: fixture.app.testDatabase, input });
const set = (...args: string[]) => run(['tenant', 'set', fixture.tenant.key, ...args]);

test('[PROV-90] a provider that is taken away is not offered; what it began is paid and refunded', async () => {
  const customer = await fixture.customer({ grossMinor: 5_000 });
  const { payment, token } = await authenticated(customer);
  expect(await set('providers.Paysafe', 'null')).toMatchObject({
    code: 0,
    out: expect.stringContaining('not offered'),
  });
  const offered = await customer.client.call(listPaymentProviders, { params: { siteId: 1 } });
  expect(offered.body.providers).toEqual([]);
  expect(codeOf(await create(await fixture.customer({ grossMinor: 5_000 })))).toBe('409 ORDER_NOT_PAYABLE');

  const moveClock = moveClockOf(inject('sandbox'), fixture);
  await moveClock(0);
  expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
  await moveClock(2); // a settlement is refunded a day later
  const refund = ['refund', '--tenant', fixture.tenant.key, '--payment', payment.reference, '--amount', '50'];
  expect(await run([...refund, '--reason', 'Left'])).toMatchObject({ code: 0, err: '' });
  const shown = JSON.parse((await run(['tenant', 'show', fixture.tenant.key])).out) as { providers: unknown[] };
  expect(shown.providers).toMatchObject([{ key: 'paysafe', settings: { offered: false } }]);

  const settings = JSON.stringify(fixture.merchant.settings);
  await run(['tenant', 'set', fixture.tenant.key, 'providers.paysafe', '--file', '-'], settings);
  expect((await create(await fixture.customer({ grossMinor: 5_000 }))).status).toBe(200);
});

test('[PROV-90] only a provider that is there is taken away, of one site or of all', async () => {
  expect((await set('providers.paypal', 'null')).err).toContain('The marina has no provider paypal.');
  expect((await set('providers.paysafe', 'null', '--site', '9')).err).toContain('Site 9 has no provider paysafe.');
});
