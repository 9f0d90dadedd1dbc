import { reportFailedCardPayment } from '@quayside/contract/cards/cards.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticate, cards, create, makeFault, pay, presentCard } from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';

let fixture: CheckoutFixture;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
});
afterAll(() => fixture.close());

const faults = [
  null,
  { operation: 'authentications.create', kind: 'status', status: 500 },
  { operation: 'auths.create', kind: 'drop-after-commit' },
  { operation: 'auths.create', kind: 'invalid-json' },
  { operation: 'auths.search', kind: 'status', status: 500 },
  { operation: 'profiles.create', kind: 'status', status: 500 },
  { operation: 'cards.create', kind: 'invalid-json' },
  { operation: 'addresses.create', kind: 'drop-before' },
];

test('[SAFE-5] no secret, card data or personal data is in any log line or stored row, even after faults', async () => {
  const tokens: string[] = [];
  for (const fault of faults)
    for (const grossMinor of [10_000, 11]) {
      const customer = await fixture.customer({ grossMinor });
      const { merchantRefNumber } = (await create(customer)).body;
      if (fault) await makeFault(fixture.sandbox.url, fixture.merchant, fault);
      const card = await presentCard(fixture.sandbox.url, fixture.merchant, cards.frictionless);
      tokens.push(card.token);
      await authenticate(customer, merchantRefNumber, card);
      await pay(customer, merchantRefNumber, card.token, { rememberCard: true, nickName: 'Blue card' });
      await pay(customer, merchantRefNumber, 'SCanothertoken01', { rememberCard: true });
      await customer.client.call(reportFailedCardPayment, {
        body: {
          merchantRef: merchantRefNumber,
          errorCode: '9003',
          errorMessage: `Invalid fields: ${cards.frictionless}`,
        },
      });
      fixture.app.clock.advance({ seconds: 10 });
      await reconcile(fixture);
    }
  const { settings } = fixture.merchant;
  const key = `${String(settings.serverKey)}:${String(settings.serverSecret)}`;
  const secret = [
    ...tokens,
    'SCanothertoken01',
    String(settings.serverSecret),
    Buffer.from(key).toString('base64'),
    cards.frictionless,
    'Blue card',
    '1 Quay Road',
    'SM1 1AA',
    'robin.test@example.com',
  ];
  const logs = fixture.app.logs();
  expect(logs).toContain('a browser reports a failed payment');
  expect(secret.filter((text) => logs.includes(text))).toEqual([]);
  const rows = JSON.stringify([
    await fixture.tenant.db.selectFrom('payments').selectAll().execute(),
    await fixture.tenant.db.selectFrom('payment_events').selectAll().execute(),
    await fixture.tenant.db.selectFrom('three_d_secure_lookups').selectAll().execute(),
  ]);
  expect([...tokens, cards.frictionless, String(settings.serverSecret)].filter((text) => rows.includes(text))).toEqual(
    [],
  );
});
