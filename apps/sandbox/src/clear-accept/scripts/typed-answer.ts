/** The provider's answer to its own frames: a token, or a challenge by the bank that comes first. */
export interface TypedAnswer {
  readonly TokenId?: string;
  readonly CvvToken?: string;
  readonly Challenge?: BankChallenge;
}

export interface BankChallenge {
  readonly AcsUrl: string;
  readonly Creq: string;
}
