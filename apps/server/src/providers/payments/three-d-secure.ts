/** The facts of a bank's answer about its customer that the decision needs. */
export interface ThreeDSecureAnswer {
  /** 1 or 2: the first digit of the protocol's version. */
  version: number;
  /** The provider's code, such as VI or MC. */
  cardType: string | null;
  enrollment: string | null;
  result: string | null;
  hasChallengePayload: boolean;
}

export type ThreeDSecureOutcome = 'proceed' | 'challenge' | 'fail';

const visa: ReadonlySet<string> = new Set(['VE', 'VI', 'VISA']);

/**
 * Decides what follows from a 3-D Secure answer (CARD-5), as a table. Everything else fails.
 * - Version 2, any card: Y or A pays, C is a challenge.
 * - Version 1: enrolled with a payload is a challenge; not enrolled pays with Visa only.
 */
export function decideThreeDSecure(facts: ThreeDSecureAnswer): ThreeDSecureOutcome {
  return facts.version === 2 ? decideVersion2(facts) : facts.version === 1 ? decideVersion1(facts) : 'fail';
}

function decideVersion2({ result, hasChallengePayload }: ThreeDSecureAnswer): ThreeDSecureOutcome {
  if (result === 'Y' || result === 'A') return 'proceed';
  return result === 'C' && hasChallengePayload ? 'challenge' : 'fail';
}

function decideVersion1({ cardType, enrollment, hasChallengePayload }: ThreeDSecureAnswer): ThreeDSecureOutcome {
  if (enrollment === 'Y' && hasChallengePayload) return 'challenge';
  return enrollment === 'N' && cardType !== null && visa.has(cardType.toUpperCase()) ? 'proceed' : 'fail';
}

/** Returns our code of a failed authentication. A bank that asks in its own time has a code of its own (P4.12). */
export const refusalCodeOf = (result: string | null): string =>
  result === 'D' ? 'AUTHENTICATION_DECOUPLED' : 'AUTHENTICATION_FAILED';

/** Decides after a challenge of version 1 was answered: the bank's signature must be valid as well. */
export function decideAnsweredVersion1(result: string | null, signatureStatus: string | null): ThreeDSecureOutcome {
  return signatureStatus === 'Y' && (result === 'Y' || result === 'A') ? 'proceed' : 'fail';
}
