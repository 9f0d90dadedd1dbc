import { type BankChallenge, type ChallengeSource, challengesIn } from '../../cards/bank-challenge.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Authentication, findByAcsTransaction } from './authentications.ts';
import { decideChallenge } from './challenge.ts';

/** Returns the card vault provider's challenges, for the bank. */
export function paysafeChallenges(sandbox: Sandbox): ChallengeSource {
  return challengesIn(sandbox, {
    find: (acsTransactionId) => findByAcsTransaction(sandbox.database, acsTransactionId),
    decide: (pending, met) => decideChallenge(sandbox, pending, met),
    toChallenge: (authentication) => toChallenge(sandbox, authentication),
  });
}

/** Returns the bank's view of an authentication, of version 1 as well. */
export function toChallenge(
  sandbox: Sandbox,
  { acsTransactionId, status, fields, bank }: Authentication,
): BankChallenge {
  return {
    acsTransactionId,
    serverTransactionId: fields.threeDSecureServerTransactionId,
    version: fields.threeDSecureVersion,
    merchantName: bank.merchantName,
    amount: fields.amount,
    currency: fields.currency,
    cardType: bank.cardType,
    lastDigits: bank.lastDigits,
    verdict: status === 'PENDING' ? undefined : (bank.decided ?? 'N'),
    returnAddress: `${sandbox.origins.provider}/threedsecure/frames/challenge-done`,
  };
}
