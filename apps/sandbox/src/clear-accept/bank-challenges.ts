import { type BankChallenge, type ChallengeSource, challengesIn } from '../cards/bank-challenge.ts';
import type { Sandbox } from '../sandbox.ts';
import { findMerchantByAccount } from './merchants.ts';
import { findRequestByChallenge, type PaymentRequest } from './payment-requests.ts';
import { decide } from './typed-cards.ts';

/** Returns the second card provider's challenges, for the bank. */
export function clearAcceptChallenges(sandbox: Sandbox): ChallengeSource {
  return challengesIn(sandbox, {
    find: (acsTransactionId) => findRequestByChallenge(sandbox.database, acsTransactionId),
    decide: (pending, met) => decide(sandbox, pending, met),
    toChallenge: (request) => toChallenge(sandbox, request),
  });
}

function toChallenge(sandbox: Sandbox, { merchantAccountId, order, typed, challenge }: PaymentRequest): BankChallenge {
  return {
    acsTransactionId: challenge?.acsTransactionId ?? '',
    serverTransactionId: challenge?.serverTransactionId ?? '',
    version: '2.2.0',
    merchantName: findMerchantByAccount(sandbox.database, merchantAccountId)?.name ?? '',
    amount: order.Amount,
    currency: order.Currency,
    cardType: typed?.instrument.cardType ?? '',
    lastDigits: typed?.instrument.lastDigits ?? '',
    verdict: challenge?.verdict,
    returnAddress: `${sandbox.origins.clearAccept}/fields/v1/frames/challenge-done`,
  };
}
