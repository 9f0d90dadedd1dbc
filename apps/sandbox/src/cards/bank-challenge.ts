import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '../database.ts';

/** A customer's answer to a challenge. */
export type ChallengeAnswer = 'passed' | 'failed' | 'abandoned';

/** A challenge as the bank knows it, with the details for its page and its verdict. */
export interface BankChallenge {
  readonly acsTransactionId: string;
  readonly serverTransactionId: string;
  /** The version of 3-D Secure. */
  readonly version: string;
  readonly merchantName: string;
  readonly amount: number;
  readonly currency: string;
  readonly cardType: string;
  readonly lastDigits: string;
  /** Set once the customer has answered. */
  readonly verdict: 'Y' | 'N' | 'U' | 'E' | undefined;
  /** The address to which the browser returns. */
  readonly returnAddress: string;
}

/** A challenge of 3-D Secure 1. Its verdict does not go from the bank to the provider, but through the merchant. */
export interface Version1Challenge extends BankChallenge {
  /** The account at the provider, for the fault switches. */
  readonly accountId: string;
  /** The provider's number of the purchase. */
  readonly xid: string;
  /** The result of a passed challenge; undefined if there is none. */
  readonly after: 'Y' | 'N' | 'U' | 'E' | undefined;
}

/** A card provider whose customers the bank challenges. */
export interface ChallengeSource {
  find(acsTransactionId: string): BankChallenge | undefined;
  /** Sends the bank's verdict to the provider. The first answer counts. */
  answer(acsTransactionId: string, met: ChallengeAnswer): BankChallenge;
  /** Finds a challenge of version 1. Absent: the provider knows only version 2. */
  findVersion1?(acsTransactionId: string): Version1Challenge | undefined;
}

interface Challenges<Found> {
  readonly find: (acsTransactionId: string) => Found | undefined;
  /** Stores the bank's verdict, unless there is one already. */
  readonly decide: (pending: Found, met: ChallengeAnswer) => Found;
  readonly toChallenge: (found: Found) => BankChallenge;
}

/** Makes the challenge source of a provider, from the provider's own records. */
export function challengesIn<Found>(
  { database }: { readonly database: DatabaseSync },
  { find, decide, toChallenge }: Challenges<Found>,
): ChallengeSource {
  return {
    find: (acsTransactionId) => {
      const found = find(acsTransactionId);
      return found && toChallenge(found);
    },
    answer: (acsTransactionId, met) => {
      const pending = find(acsTransactionId);
      if (pending === undefined) throw new Error('There is no such challenge.');
      return toChallenge(transaction(database, () => decide(pending, met)));
    },
  };
}
