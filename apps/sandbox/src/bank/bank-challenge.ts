import { transaction } from '../database.ts';
import type { Sandbox } from '../sandbox.ts';

/** How a customer met a challenge. */
export type ChallengeAnswer = 'passed' | 'failed' | 'abandoned';

/** A challenge as the bank knows it: whose page it shows, and what it has answered. */
export interface BankChallenge {
  readonly acsTransactionId: string;
  readonly serverTransactionId: string;
  /** Of 3-D Secure. */
  readonly version: string;
  readonly merchantName: string;
  readonly amount: number;
  readonly currency: string;
  readonly cardType: string;
  readonly lastDigits: string;
  /** Set once the customer has answered. */
  readonly verdict: 'Y' | 'N' | 'U' | 'E' | undefined;
  /** Where the browser goes back to. */
  readonly returnAddress: string;
}

/** A card provider whose customers the bank asks. */
export interface ChallengeSource {
  find(acsTransactionId: string): BankChallenge | undefined;
  /** Sends the bank's verdict to the provider. The first answer counts. */
  answer(acsTransactionId: string, met: ChallengeAnswer): BankChallenge;
}

interface Challenges<Found> {
  readonly find: (acsTransactionId: string) => Found | undefined;
  /** Keeps what the bank found out, where it has not answered before. */
  readonly decide: (pending: Found, met: ChallengeAnswer) => Found;
  readonly toChallenge: (found: Found) => BankChallenge;
}

/** A provider's challenges, by what it calls them itself. */
export function challengesIn<Found>(
  { database }: Sandbox,
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
