import {
  type BankChallenge,
  type ChallengeSource,
  challengesIn,
  type Version1Challenge,
} from '../../cards/bank-challenge.ts';
import type { Sandbox } from '../../sandbox.ts';
import { type Authentication, findByAcsTransaction } from './authentications.ts';
import { decideChallenge } from './challenge.ts';

/** Returns the card vault provider's challenges, for the bank. */
export function paysafeChallenges(sandbox: Sandbox): ChallengeSource {
  const find = (acsTransactionId: string) => findByAcsTransaction(sandbox.database, acsTransactionId);
  const challenges = challengesIn(sandbox, {
    find,
    decide: (pending, met) => decideChallenge(sandbox, pending, met),
    toChallenge: (authentication) => toChallenge(sandbox, authentication),
  });
  return {
    ...challenges,
    findVersion1: (acsTransactionId) => {
      const found = find(acsTransactionId);
      return found && toVersion1(sandbox, found);
    },
  };
}

/** Returns the bank's view of an authentication of version 1. */
export function toVersion1(sandbox: Sandbox, authentication: Authentication): Version1Challenge {
  const { accountId, fields, bank } = authentication;
  return { ...toChallenge(sandbox, authentication), accountId, xid: fields.xid ?? '', after: bank.after };
}

function toChallenge(sandbox: Sandbox, { acsTransactionId, status, fields, bank }: Authentication): BankChallenge {
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
