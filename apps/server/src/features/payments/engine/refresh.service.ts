import { isOnProviderPage, isUndecided } from '../payment-states.rules.ts';
import { claimCheck, type PaymentRow } from '../payments.queries.ts';
import { allocate } from './allocate.service.ts';
import type { Engine } from './engine.types.ts';
import { lookAtOpenPage } from './give-up.service.ts';

/** A polling customer makes us ask the provider at most this often. */
const pollMs = 2_000;

/**
 * Returns the outcome of an attempt for somebody who waits for it. If the provider can't say now, returns what is
 * stored.
 */
export async function refreshAttempt(engine: Engine, payment: PaymentRow): Promise<PaymentRow> {
  const { db, tenant, clock, log } = engine;
  const mayHaveMoved = isUndecided(payment.state) || isOnProviderPage(payment.state) || payment.state === 'approved';
  if (!mayHaveMoved) return payment;
  const now = clock.now();
  const notAfter = new Date(now.getTime() - pollMs);
  if (!(await claimCheck(db, tenant.id, payment.id, { now, notAfter }))) return payment;
  try {
    if (payment.state === 'approved') return await allocate(engine, payment.id);
    return (await lookAtOpenPage(engine, payment)).payment;
  } catch (error) {
    log.error({ payment: payment.merchant_ref_number, err: error }, 'could not ask about a payment');
    return payment;
  }
}
