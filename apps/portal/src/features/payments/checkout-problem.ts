import { ApiError } from '../../lib/api-error.ts';
import { brokenScriptCode, ProviderScriptError, type ScriptErrorReason } from './drivers/card-driver.ts';

/** The reason why a payment did not finish. Nothing was charged, unless the entry tells otherwise. */
export type CheckoutProblem =
  /** The provider's frames could not make a token of the card. */
  | { kind: 'card'; reason: ScriptErrorReason }
  /** The provider's script broke. A reload may help. */
  | { kind: 'broken' }
  /** The bank's authentication could not start. */
  | { kind: 'start'; reason: ScriptErrorReason }
  /** `reason`: the server's own message. Null: the usual message. */
  | { kind: 'notAuthenticated'; reason: string | null }
  /** A wallet's sheet did not open, or broke. */
  | { kind: 'wallet'; wallet: string; providerMessage: string }
  /** No answer told the result. This is the only case in which something may have been charged. */
  | { kind: 'inDoubt' }
  | { kind: 'amountChanged'; amount: number }
  /**
   * Another attempt holds these orders. Only somebody who may cancel it gets its reference. `heldUntil` is an
   * instant.
   */
  | { kind: 'inProgress'; merchantRefNumber: string | null; mayContinue: boolean; heldUntil: string | null }
  | { kind: 'failed'; error: unknown };

/** The provider refused to make a token. */
export class CardRefused extends Error {
  readonly reason: ScriptErrorReason;

  constructor(reason: ScriptErrorReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CardRefused';
    this.reason = reason;
  }
}

export function problemOf(error: unknown): CheckoutProblem {
  if (error instanceof CardRefused) return { kind: 'card', reason: error.reason };
  if (error instanceof ProviderScriptError) {
    return error.code === brokenScriptCode ? { kind: 'broken' } : { kind: 'start', reason: error.reason };
  }
  if (error instanceof ApiError) return problemOfAnswer(error);
  return { kind: 'failed', error };
}

function problemOfAnswer(error: ApiError): CheckoutProblem {
  const amount = Number(error.meta['amount']);
  if (error.code === 'AMOUNT_CHANGED' && Number.isFinite(amount)) return { kind: 'amountChanged', amount };
  if (error.code === 'PAYMENT_IN_PROGRESS') {
    const { merchantRefNumber = null, mayContinue, heldUntil = null } = error.meta;
    return { kind: 'inProgress', merchantRefNumber, mayContinue: mayContinue === 'true', heldUntil };
  }
  return { kind: 'failed', error };
}
