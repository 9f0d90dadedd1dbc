import { minute } from '../../../lib/time/durations.ts';
import { lookAfter } from '../after-payment/after-payment.service.ts';
import { lookAtPage } from '../pages/express.service.ts';
import { isOnProviderPage, paymentStates } from '../payment-states.rules.ts';
import { claimDue, findById, type PaymentRow, updatePayment } from '../payments.queries.ts';
import { allocate } from './allocate.service.ts';
import { mayStillBeCharged } from './check-times.rules.ts';
import type { Engine } from './engine.types.ts';
import { endWithoutPage, expireAttempt } from './give-up.service.ts';
import { lookUp } from './look-up.service.ts';

/** The number of attempts that are claimed at a time, and the number that are asked about at once. */
const batch = 20;
const lanes = 5;
/** Longer than a check takes. If a copy of the server dies, another one takes its attempts after this. */
const leaseMs = 12_000;

/**
 * Moves every attempt of a tenant on that does not just wait for its customer: asks the provider about those that may
 * be paid, allocates paid ones, follows their money, and ends expired ones. Any number of copies may run it at once.
 */
export async function reconcilePayments(engine: Engine): Promise<void> {
  const { db, tenant, clock } = engine;
  for (;;) {
    const now = clock.now();
    const until = new Date(now.getTime() + leaseMs);
    const due = await claimDue(db, tenant.id, { now, until, limit: batch });
    const waiting = [...due];
    await Promise.all(Array.from({ length: lanes }, () => work(engine, waiting)));
    if (due.length < batch) return;
  }
}

async function work(engine: Engine, waiting: number[]): Promise<void> {
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    try {
      await moveOn(engine, id);
    } catch (error) {
      engine.log.error({ paymentId: id, err: error }, 'could not reconcile a payment');
    }
  }
}

/** Longer than requesting a page takes. After it nobody comes with the page's address any more. */
const beginMs = minute;

const isPageLost = ({ state, redirect_url, created_at }: PaymentRow, now: Date): boolean =>
  isOnProviderPage(state) && redirect_url === null && now.getTime() - created_at.getTime() >= beginMs;

async function moveOn(engine: Engine, id: number): Promise<void> {
  const { db, tenant } = engine;
  const payment = await findById(db, tenant.id, id);
  switch (paymentStates[payment.state].due) {
    case 'allocate':
      return void (await allocate(engine, id));
    case 'followMoney':
      return void (await lookAfter(engine, payment));
    case 'lookUp':
      return void (await lookUp(engine, payment));
    case 'lookUpLateMoney':
      if (mayStillBeCharged(payment)) return void (await lookUp(engine, payment));
      return updatePayment(db, tenant.id, id, { check_at: null });
    case 'lookAtPage':
    case 'end':
      return moveOnWaiting(engine, payment);
  }
}

async function moveOnWaiting(engine: Engine, payment: PaymentRow): Promise<void> {
  const { db, tenant, clock } = engine;
  if (payment.expires_at <= clock.now()) await expireAttempt(engine, payment);
  else if (isPageLost(payment, clock.now())) await endWithoutPage(engine, payment, { mayExist: true });
  else if (isOnProviderPage(payment.state)) await lookAtPage(engine, payment);
  else await updatePayment(db, tenant.id, payment.id, { check_at: payment.expires_at });
}
