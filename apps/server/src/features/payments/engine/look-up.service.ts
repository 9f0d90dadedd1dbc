import { longestDeadlineMs } from '../../../providers/payments/deadline.ts';
import type { PaymentProvider } from '../../../providers/payments/payment-provider.ts';
import type { ProviderStatus } from '../../../providers/payments/provider-status.ts';
import { ProviderSettingsError } from '../../../providers/payments/registry.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { asAttempt, providerOf } from '../providers/providers.service.ts';
import { crashPoint } from './crash-points.service.ts';
import type { Engine } from './engine.types.ts';
import { settle } from './settle.service.ts';

/** An attempt after the provider was asked, with `isAnswered` if it knew an answer. */
export interface LookUpResult {
  payment: PaymentRow;
  isAnswered: boolean;
  /** False if nobody can ask: the provider's settings are gone. */
  canBeAsked: boolean;
  /** The kind of the answer. */
  kind: ProviderStatus['kind'];
}

/**
 * Asks the provider for the state of an attempt, and commits the answer. Takes no money. If the provider's settings are
 * gone, nobody can answer: a charge that was sent becomes unknown when its time is over, and keeps its orders.
 */
export async function lookUp(engine: Engine, payment: PaymentRow): Promise<LookUpResult> {
  // Taken before the question: a charge that appears during the answer must not count as absent.
  const askedAt = engine.clock.now();
  const provider = await openIfThere(engine, payment);
  const status = provider ? await provider.fetchStatus(asAttempt(payment, engine)) : noProvider;
  crashPoint('after-status-call');
  // If the settings are gone, so is the time that they allowed.
  const deadlineMs = provider?.deadlineMs ?? longestDeadlineMs;
  const { visibilityMs } = engine;
  const source = { of: 'look-up', askedAt, deadlineMs, visibilityMs } as const;
  const settled = await settle(engine, payment.id, status, source);
  return { payment: settled, isAnswered: status.kind !== 'unknown', canBeAsked: provider !== null, kind: status.kind };
}

const noProvider: ProviderStatus = { kind: 'unknown', reason: 'the provider’s settings are gone' };

async function openIfThere(engine: Engine, payment: PaymentRow): Promise<PaymentProvider | null> {
  try {
    return await providerOf(engine, payment);
  } catch (error) {
    if (!(error instanceof ProviderSettingsError)) throw error;
    engine.log.error({ payment: payment.merchant_ref_number, err: error }, 'nobody can ask about a payment');
    return null;
  }
}
