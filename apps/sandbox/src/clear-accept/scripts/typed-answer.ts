/** What the provider answers its own frames: a token, or a challenge of the bank that comes before it. */
export interface TypedAnswer {
  readonly TokenId?: string;
  readonly CvvToken?: string;
  readonly Challenge?: BankChallenge;
}

export interface BankChallenge {
  readonly AcsUrl: string;
  readonly Creq: string;
}
