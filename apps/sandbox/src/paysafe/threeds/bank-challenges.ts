import type { BankChallenge, ChallengeSource } from '../../bank/bank-challenge.ts';
import { transaction } from '../../database.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Authentication, findByAcsTransaction } from './authentications.ts';
import { decideChallenge } from './challenge.ts';

/** The card vault provider's challenges, as the bank asks for them. */
export function paysafeChallenges(sandbox: Sandbox): ChallengeSource {
  const find = (acsTransactionId: string) => findByAcsTransaction(sandbox.database, acsTransactionId);
  return {
    find: (acsTransactionId) => {
      const found = find(acsTransactionId);
      return found && toChallenge(sandbox, found);
    },
    answer: (acsTransactionId, met) => {
      const pending = find(acsTransactionId);
      if (pending === undefined) throw new Error('There is no such challenge.');
      return toChallenge(
        sandbox,
        transaction(sandbox.database, () => decideChallenge(sandbox, pending, met)),
      );
    },
  };
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
