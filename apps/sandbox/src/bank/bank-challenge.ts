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
