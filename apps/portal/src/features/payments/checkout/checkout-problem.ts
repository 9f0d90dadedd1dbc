import { ApiError } from '../../../lib/calls/api-error.ts';
import { givenReference } from '../../../lib/errors/error-references.ts';
import { brokenScriptCode, ProviderScriptError, type ScriptErrorReason } from '../drivers/card-driver.ts';

/**
 * The reason why a payment did not finish. Nothing was charged, unless the entry tells otherwise. `reference` finds the
 * report of the fault. It is undefined if nothing was reported.
 */
export type CheckoutProblem =
  /** The provider's frames could not make a token of the card. */
  | { kind: 'card'; reason: ScriptErrorReason; reference: string | undefined }
  /** The provider's script broke. A reload may help. */
  | { kind: 'broken'; error: ProviderScriptError }
  /** The bank's authentication could not start. */
  | { kind: 'start'; reason: ScriptErrorReason; reference: string | undefined }
  /** The bank's page was open, and then the bank or the way to it failed. */
  | { kind: 'challenge'; reason: ScriptErrorReason; reference: string | undefined }
  /** `reason`: the server's own message. Null: the usual message. */
  | { kind: 'notAuthenticated'; reason: string | null }
  /** A wallet's sheet did not open, or broke. */
  | { kind: 'wallet'; wallet: string; reference: string }
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

/** Returns the problem that an error of a checkout means for the reader. */
export function problemOf(error: unknown): CheckoutProblem {
  const reference = givenReference(error);
  if (error instanceof CardRefused) return { kind: 'card', reason: error.reason, reference };
  if (error instanceof ProviderScriptError) {
    return error.code === brokenScriptCode
      ? { kind: 'broken', error }
      : { kind: error.isOfChallenge ? 'challenge' : 'start', reason: error.reason, reference };
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
