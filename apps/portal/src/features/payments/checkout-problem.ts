import { ApiError } from '../../lib/api-error.ts';
import { brokenScriptCode, ProviderScriptError } from './drivers/card-driver.ts';

/** Why paying did not get to an end. In none of these cases was anything charged. */
export type CheckoutProblem =
  /** The provider's frames could not make a token of the card. */
  | { kind: 'card'; providerMessage: string }
  /** The provider's script broke: a reload may help. */
  | { kind: 'broken' }
  /** The bank's check could not be started. */
  | { kind: 'start'; providerMessage: string }
  /** `reason`: the server's own words for it; null: the usual ones. */
  | { kind: 'notAuthenticated'; reason: string | null }
  | { kind: 'amountChanged'; amount: number }
  /** Another attempt holds these orders; its reference is told only where it is the reader's own. */
  | { kind: 'inProgress'; merchantRefNumber: string | null }
  | { kind: 'failed'; error: unknown };

/** The provider's refusal to make a token. */
export class CardRefused extends Error {
  readonly providerMessage: string;

  constructor(providerMessage: string, options?: ErrorOptions) {
    super(providerMessage, options);
    this.name = 'CardRefused';
    this.providerMessage = providerMessage;
  }
}

export function problemOf(error: unknown): CheckoutProblem {
  if (error instanceof CardRefused) return { kind: 'card', providerMessage: error.providerMessage };
  if (error instanceof ProviderScriptError) {
    return error.code === brokenScriptCode
      ? { kind: 'broken' }
      : { kind: 'start', providerMessage: error.providerMessage };
  }
  if (error instanceof ApiError) return problemOfAnswer(error);
  return { kind: 'failed', error };
}

function problemOfAnswer(error: ApiError): CheckoutProblem {
  const amount = Number(error.meta['amount']);
  if (error.code === 'AMOUNT_CHANGED' && Number.isFinite(amount)) return { kind: 'amountChanged', amount };
  if (error.code === 'PAYMENT_IN_PROGRESS') {
    return { kind: 'inProgress', merchantRefNumber: error.meta['merchantRefNumber'] ?? null };
  }
  return { kind: 'failed', error };
}
