import type { ProviderStatus } from '../../providers/payments/provider-status.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';
import type { PaymentRow } from './payments.queries.ts';
import { asAttempt, providerOf } from './providers.service.ts';
import { settle } from './settle.service.ts';

/** An attempt after the provider was asked, with `isAnswered` if it knew an answer. */
export interface LookUpResult {
  payment: PaymentRow;
  isAnswered: boolean;
  /** The kind of the answer. */
  kind: ProviderStatus['kind'];
}

/** Asks the provider for the state of an attempt, and commits the answer. Takes no money. */
export async function lookUp(engine: Engine, payment: PaymentRow): Promise<LookUpResult> {
  const provider = await providerOf(engine, payment);
  // Taken before the question: a charge that appears during the answer must not count as absent.
  const askedAt = engine.clock.now();
  const status = await provider.fetchStatus(asAttempt(payment, engine));
  crashPoint('after-status-call');
  const { deadlineMs } = provider;
  const { visibilityMs } = engine;
  const source = { of: 'look-up', askedAt, deadlineMs, visibilityMs } as const;
  const settled = await settle(engine, payment.id, status, source);
  return { payment: settled, isAnswered: status.kind !== 'unknown', kind: status.kind };
}
