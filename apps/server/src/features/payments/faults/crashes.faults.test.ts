import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type FaultFixture, type Payer, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { authenticated, makeFault, pay } from '../../../testing/payments/card-payments.ts';
import type { Customer } from '../../../testing/payments/checkout-fixture.ts';
import { compareBooks } from '../../../testing/payments/payment-books.ts';
import { payOnce, payUntilPaid, waitUntilOver } from '../../../testing/persistent-customer.ts';
import { type CrashPoint, crashPoints } from '../engine/crash-points.service.ts';

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;
const payers = new Map<CrashPoint, Payer>();

beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

/** Brings a payment to the point where the server dies. Most points are on the way of an ordinary payment. */
async function drive(point: CrashPoint, customer: Customer): Promise<void> {
  if (point !== 'after-status-call') {
    await payOnce(customer, fixture.sandbox.bankUrl);
    return;
  }
  await makeFault(fixture.sandbox.url, customer.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
  const { payment, token } = await authenticated(customer);
  await pay(customer, payment.merchantRefNumber, token);
  await waitUntilOver(customer, payment.merchantRefNumber);
}

describe('the server is killed in the middle of a payment', () => {
  test.concurrent.each(crashPoints)(
    '[MONEY-1] at %s: the process dies there and the customer hears nothing',
    async (point) => {
      const payer = await fixture.payer();
      payers.set(point, payer);
      const server = await fixture.startServer({ CRASH_AT: point, WORKER: 'off' });
      const answer = await drive(point, await payer.at(server)).catch((error: unknown) => error);
      expect(answer).toBeInstanceOf(TypeError);
      expect(await server.exited).toBe('SIGKILL');
    },
  );

  test('[MONEY-1][MONEY-2][MONEY-3] within a minute of a restart all is settled; each customer pays once', async () => {
    const server = await fixture.startServer();
    await Promise.all([...payers.values()].map((payer) => settled(payer)));
    for (const [point, payer] of payers) {
      await payUntilPaid(await payer.at(server), fixture.sandbox.bankUrl);
      const { theirs, ours } = await compareBooks(fixture.sandbox.url, payer.tenant, payer.merchant);
      const charges = theirs.auths.filter(({ status }) => status === 'COMPLETED');
      expect([point, charges.length, theirs.charged]).toEqual([point, 1, 10_000]);
      expect([point, ours.filter(({ state }) => state === 'allocated').length]).toEqual([point, 1]);
    }
  });

  test('[SAFE-5] nothing secret is in anything that any of these servers wrote', async () => {
    const secrets = [...payers.values()].flatMap(({ merchant: { settings } }) => [
      String(settings.serverSecret),
      String(settings.tokenSecret),
    ]);
    const logs = fixture.logs();
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
    expect(logs).not.toMatch(/4000000000001091|\bSC[0-9A-Za-z]{14}\b|robin\.test@/);
  });
});

/** Waits until no attempt is undecided or waits for its allocation. */
async function settled({ tenant }: Payer): Promise<void> {
  const open = ['sent', 'unknown', 'pending', 'held', 'approved'];
  await expect
    .poll(
      () =>
        tenant.db
          .selectFrom('payments')
          .select(['id', 'state'])
          .where('tenant_id', '=', tenant.id)
          .where('state', 'in', open)
          .execute(),
      { timeout: 60_000, interval: 250 },
    )
    .toEqual([]);
}
