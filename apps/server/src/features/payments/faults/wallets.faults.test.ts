import { cancelPayment, getPayment } from '@quayside/contract/payments.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveProvider, readBooks, type TestMerchant } from '../../../testing/card-payments.ts';
import { type FaultWorld, type Payer, startFaultWorld } from '../../../testing/fault-world.ts';
import { chooseAtApple, payByApple, withWallets } from '../../../testing/wallet-payments.ts';
import type { CrashPoint } from '../crash-points.ts';

// Processes start and die here, and what is undecided may take its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let world: FaultWorld;
beforeAll(async () => {
  world = await startFaultWorld();
});
afterAll(() => world.close());

const unsent: readonly CrashPoint[] = [
  'after-create-commit',
  'before-authenticate-call',
  'after-authenticate-call',
  'after-authenticate-commit',
  'before-sent-commit',
];

/** `npm run test:faults` dies at each; with every `npm test` where money has just moved. */
const points: readonly CrashPoint[] = process.env.FAULT_ROUNDS
  ? [
      ...unsent,
      'after-sent-commit',
      'after-charge-call',
      'before-outcome-commit',
      'after-outcome-commit',
      'before-allocate-commit',
    ]
  : ['after-charge-call'];

interface Died {
  point: CrashPoint;
  payer: Payer;
  merchant: TestMerchant;
}

/** Pays by Apple Pay, and lets the server die on the way. */
async function dieAt(point: CrashPoint): Promise<Died> {
  const payer = await world.payer();
  const merchant = await withWallets(world.sandbox.url, payer.merchant);
  await giveProvider(payer.tenant.db, payer.tenant.id, merchant);
  const server = await world.startServer({ CRASH_AT: point, WORKER: 'off' });
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

test('[CARD-7][MONEY-1][MONEY-2] killed on the way of a payment by wallet: one charge is one payment, and it can be paid once', async () => {
  const dead = await Promise.all(points.map(dieAt));
  const server = await world.startServer();
  for (const { point, payer, merchant } of dead) {
    const customer = { ...(await payer.at(server)), merchant };
    const reference = await referenceOf(payer);
    const charged = async () => (await readBooks(world.sandbox.url, merchant)).charged;
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
