import type { ProviderStatus } from '../../providers/payments/provider-status.ts';
import { allocate } from './allocate.service.ts';
import { crashPoint } from './crash-points.ts';
import type { Engine } from './engine.ts';
import { isUndecided } from './payment-states.ts';
import { claimCheck, type PaymentRow } from './payments.queries.ts';
import { asAttempt, providerOf } from './providers.service.ts';
import { settle } from './settle.service.ts';

/** A customer who polls makes us ask the provider at most this often. */
const pollMs = 2_000;

/** An attempt after the provider was asked, and whether it knew an answer. */
export interface Asked {
  payment: PaymentRow;
  isAnswered: boolean;
  /** What was answered. */
  kind: ProviderStatus['kind'];
}

/** Asks the provider what became of an attempt, and commits the answer. Takes no money. */
export async function lookUp(engine: Engine, payment: PaymentRow): Promise<Asked> {
  const provider = await providerOf(engine, payment);
  // Before the question: a charge that shows up while it is answered must not count as absent.
  const askedAt = engine.clock.now();
  const status = await provider.fetchStatus(asAttempt(payment, engine));
  crashPoint('after-status-call');
  const { deadlineMs } = provider;
  const { visibilityMs } = engine;
  const source = { of: 'look-up', askedAt, deadlineMs, visibilityMs } as const;
  const settled = await settle(engine, payment.id, status, source);
  return { payment: settled, isAnswered: status.kind !== 'unknown', kind: status.kind };
}

/** What an attempt has come to, for somebody who waits for it. Where it can't be found out now, what is stored. */
export async function refresh(engine: Engine, payment: PaymentRow): Promise<PaymentRow> {
  const { db, tenant, clock, log } = engine;
  const mayHaveMoved = isUndecided(payment.state) || payment.state === 'redirected' || payment.state === 'approved';
  if (!mayHaveMoved) return payment;
  const now = clock.now();
  const notAfter = new Date(now.getTime() - pollMs);
  if (!(await claimCheck(db, tenant.id, payment.id, { now, notAfter }))) return payment;
  try {
    return payment.state === 'approved' ? await allocate(engine, payment.id) : (await lookUp(engine, payment)).payment;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    log.error({ payment: payment.merchant_ref_number, reason }, 'could not ask about a payment');
    return payment;
  }
}
