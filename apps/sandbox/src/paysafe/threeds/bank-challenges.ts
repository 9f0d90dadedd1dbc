import { type BankChallenge, type ChallengeSource, challengesIn } from '../../bank/bank-challenge.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Authentication, findByAcsTransaction } from './authentications.ts';
import { decideChallenge } from './challenge.ts';

/** The card vault provider's challenges, as the bank asks for them. */
export function paysafeChallenges(sandbox: Sandbox): ChallengeSource {
  return challengesIn(sandbox, {
    find: (acsTransactionId) => findByAcsTransaction(sandbox.database, acsTransactionId),
    decide: (pending, met) => decideChallenge(sandbox, pending, met),
    toChallenge: (authentication) => toChallenge(sandbox, authentication),
  });
}

/** What the bank knows of an authentication, of version 1 too. */
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
