import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type FaultFixture, type Payer, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { giveProvider, readBooks, type TestMerchant } from '../../../testing/payments/card-payments.ts';
import { chooseAtApple, payByApple, withWallets } from '../../../testing/payments/wallet-payments.ts';
import { payAsSecond } from '../../../testing/persistent-customer.ts';
import type { CrashPoint } from '../engine/crash-points.service.ts';

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

const unsent: readonly CrashPoint[] = [
  'after-create-commit',
  'before-authenticate-call',
  'after-authenticate-call',
  'after-authenticate-commit',
  'before-sent-commit',
];

/**
 * `npm run test:faults` dies at each point. `npm test` dies just before the orders are taken, and where money has
 * just moved.
 */
const points: readonly CrashPoint[] = process.env.FAULT_ROUNDS
  ? [
      ...unsent,
      'after-sent-commit',
      'after-charge-call',
      'before-outcome-commit',
      'after-outcome-commit',
      'before-allocate-commit',
    ]
  : ['before-sent-commit', 'after-charge-call'];

interface Died {
  point: CrashPoint;
  payer: Payer;
  merchant: TestMerchant;
}

/** Pays by Apple Pay, and makes the server die on the way. */
async function dieAt(point: CrashPoint): Promise<Died> {
  const payer = await fixture.payer();
  const merchant = await withWallets(fixture.sandbox.url, payer.merchant);
  await giveProvider(payer.tenant.db, payer.tenant.id, merchant);
  const server = await fixture.startServer({ CRASH_AT: point, WORKER: 'off' });
  const customer = await payer.at(server);
  const token = await chooseAtApple(customer);
  const answer = await payByApple(customer, token).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(TypeError);
  expect(await server.exited).toBe('SIGKILL');
  return { point, payer, merchant };
}

async function referenceOf({ tenant }: Payer): Promise<string> {
  const attempts = tenant.db.selectFrom('payments').select('merchant_ref_number');
  return (await attempts.where('tenant_id', '=', tenant.id).executeTakeFirstOrThrow()).merchant_ref_number;
}

test('[CARD-7][MONEY-1][MONEY-2] killed during a wallet’s payment: one charge is one payment, paid once', async () => {
  const dead = await Promise.all(points.map(dieAt));
  const server = await fixture.startServer();
  onTestFinished(() => server.stop());
  for (const { point, payer, merchant } of dead) {
    const customer = { ...(await payer.at(server)), merchant };
    const reference = await referenceOf(payer);
    const charged = async () => (await readBooks(fixture.sandbox.url, merchant)).charged;
    const isSent = !unsent.includes(point);
    const wasCharged = isSent && point !== 'after-sent-commit';
    expect([point, await charged()]).toEqual([point, wasCharged ? 10_000 : 0]);
    const statusOf = async () =>
      (await customer.client.call(getPayment, { params: { merchantRefNum: reference } })).body.paymentStatus;
    const end = wasCharged ? 'Completed' : isSent ? 'Declined' : 'Incomplete';
    await expect.poll(statusOf, { timeout: 60_000, interval: 250 }).toBe(end);
    if (end === 'Incomplete') await customer.client.call(cancelPayment, { params: { ref: reference } });
    const again = await payByApple(customer, await chooseAtApple(customer));
    expect([point, again.status]).toEqual([point, wasCharged ? 409 : 200]);
    expect([point, await charged()]).toEqual([point, 10_000]);
  }
});

test('[CARD-7][MONEY-1] killed at any point, a wallet races a second payer: the first one is charged', async () => {
  const dead = await Promise.all(points.map(dieAt));
  // No worker runs here: the second payer comes while the first one's outcome is unknown.
  const meanwhile = await fixture.startServer({ WORKER: 'off' });
  for (const { point, payer, merchant } of dead) {
    const second = { ...(await payer.at(meanwhile)), merchant };
    expect([point, await payAsSecond(second)]).toEqual([
      point,
      unsent.includes(point) ? 'Completed' : '409 PAYMENT_IN_PROGRESS',
    ]);
  }
  const server = await fixture.startServer();
  for (const { point, payer, merchant } of dead) {
    const customer = { ...(await payer.at(server)), merchant };
    const isLost = point === 'after-sent-commit';
    const paid = async () => (isLost ? payAsSecond(customer) : 'paid before');
    // An attempt that was stored as sent and never reached the provider ends within a minute, and its order is free
    // again.
    await expect.poll(paid, { timeout: 60_000, interval: 1_000 }).toBe(isLost ? 'Completed' : 'paid before');
    expect([point, (await readBooks(fixture.sandbox.url, merchant)).charged]).toEqual([point, 10_000]);
  }
});
