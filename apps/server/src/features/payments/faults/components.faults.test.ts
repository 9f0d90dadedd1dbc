import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { getPayment } from '@quayside/contract/payments/payments.ts';
import { type FaultFixture, type Payer, startFaultFixture } from '../../../testing/fault-fixture.ts';
import { cards, readBooks } from '../../../testing/payments/card-payments.ts';
import {
  type ComponentMerchant,
  confirm,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../../testing/payments/component-payments.ts';
import { payAsSecond } from '../../../testing/persistent-customer.ts';
import type { CrashPoint } from '../engine/crash-points.service.ts';

// Processes start and die here, and an undecided payment may need its minute.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const sandbox = inject('sandbox');
let fixture: FaultFixture;
beforeAll(async () => {
  fixture = await startFaultFixture();
});
afterAll(() => fixture.close());

const unsent: readonly CrashPoint[] = ['after-look-up-call', 'before-sent-commit'];
const uncharged: readonly CrashPoint[] = [...unsent, 'after-sent-commit'];

/**
 * `npm run test:faults` dies at each point. `npm test` dies just before the orders are taken, and where money has
 * just moved.
 */
const points: CrashPoint[] = process.env.FAULT_ROUNDS
  ? [
      'after-look-up-call',
      'before-sent-commit',
      'after-sent-commit',
      'after-charge-call',
      'before-outcome-commit',
      'after-outcome-commit',
      'before-allocate-commit',
      'before-remember-call',
    ]
  : ['before-sent-commit', 'after-charge-call'];

interface Died {
  point: CrashPoint;
  payer: Payer;
  merchant: ComponentMerchant;
  reference: string;
}

/** Types a card, and makes the server die during its charge. */
async function dieAt(point: CrashPoint): Promise<Died> {
  const payer = await fixture.payer();
  const merchant = await registerComponentMerchant(sandbox);
  await giveComponents(payer.tenant.db, payer.tenant.id, merchant);
  const server = await fixture.startServer({ CRASH_AT: point, WORKER: 'off' });
  const customer = await payer.at(server);
  const { body } = await open(customer);
  const token = await typeCard(sandbox, body.fieldToken, cards.frictionless);
  const reference = body.payment.merchantRefNumber;
  const answer = await confirm(customer, reference, token, { rememberCard: true }).catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(TypeError);
  expect(await server.exited).toBe('SIGKILL');
  return { point, payer, merchant, reference };
}

test('[MONEY-1] [MONEY-2] killed during a charge: after a restart each charge is one payment', async () => {
  const dead = await Promise.all(points.map(dieAt));
  const server = await fixture.startServer();
  onTestFinished(() => server.stop());
  for (const { point, payer, merchant, reference } of dead) {
    const customer = await payer.at(server);
    const statusOf = async () =>
      (await customer.client.call(getPayment, { params: { merchantRefNum: reference } })).body.paymentStatus;
    const { charged } = await readComponentBooks(sandbox.url, merchant);
    expect([point, charged]).toEqual([point, uncharged.includes(point) ? 0 : 10_000]);
    // An attempt that was never sent waits for its customer, who may confirm it again.
    const end = unsent.includes(point) ? 'Incomplete' : charged === 0 ? 'Declined' : 'Completed';
    await expect.poll(statusOf, { timeout: 60_000, interval: 250 }).toBe(end);
    // The payment is completed before it is allocated.
    const allocated = async () => {
      const order = payer.tenant.db.selectFrom('orders').select('allocated_minor');
      return (await order.where('tenant_id', '=', payer.tenant.id).executeTakeFirstOrThrow()).allocated_minor;
    };
    await expect.poll(allocated, { timeout: 60_000, interval: 250 }).toBe(charged);
  }
});

test('[PROV-1][MONEY-1] killed at any point, typed fields race a second payer: the first one is charged', async () => {
  const dead = await Promise.all(points.map(dieAt));
  // No worker runs here: the second payer comes while the first one's outcome is unknown.
  const meanwhile = await fixture.startServer({ WORKER: 'off' });
  for (const { point, payer, merchant } of dead) {
    const outcome = await payAsSecond(await payer.at(meanwhile));
    const refusal = point === 'before-remember-call' ? '409 ORDER_NOT_PAYABLE' : '409 PAYMENT_IN_PROGRESS';
    expect([point, outcome]).toEqual([point, unsent.includes(point) ? 'Completed' : refusal]);
    const byFields = (await readComponentBooks(sandbox.url, merchant)).charged;
    const byCard = (await readBooks(sandbox.url, payer.merchant)).charged;
    expect([point, byFields, byCard]).toEqual([
      point,
      uncharged.includes(point) ? 0 : 10_000,
      unsent.includes(point) ? 10_000 : 0,
    ]);
  }
});
