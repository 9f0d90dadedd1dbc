/** The reasons of the issuing bank, in Paysafe's codes. Another provider says each in its own words. */
export type DeclineCode =
  | '1007' // an internal error
  | '3007' // the address check failed
  | '3009' // declined
  | '3015' // the bank asks to be called
  | '3022' // not enough money
  | '3023' // above the card's limits
  | '3024' // not permitted for this card
  | '3060' // the bank asks for strong customer authentication
  | '4001' // the card is blocked
  | '4002'; // declined by risk rules

/** The outcome of an authorisation, by its amount in minor units. */
export interface AmountOutcome {
  /** Absent: approved. */
  readonly declinedWith?: DeclineCode;
  readonly held?: boolean;
  /** The time that the clearing house takes, in milliseconds. */
  readonly takesMs?: number;
  /** True if the answer to the caller is lost. */
  readonly dropped?: boolean;
  /** The time for which the transaction stays out of searches, in milliseconds. */
  readonly invisibleMs?: number;
  /** True if a payment with a successful authentication is approved nevertheless. */
  readonly unlessAuthenticated?: boolean;
}

const second = 1000;

const outcomes: Readonly<Record<number, AmountOutcome>> = {
  4: { declinedWith: '3015' },
  5: { declinedWith: '3009' },
  6: { declinedWith: '1007' },
  11: { declinedWith: '3022' },
  12: { declinedWith: '3023' },
  13: { declinedWith: '3024' },
  20: { declinedWith: '1007' },
  23: { declinedWith: '4002' },
  24: { declinedWith: '3007' },
  25: { declinedWith: '4001' },
  77: { declinedWith: '3060', unlessAuthenticated: true },
  90: { takesMs: 5 * second },
  91: { takesMs: 10 * second },
  92: { takesMs: 15 * second },
  93: { takesMs: 20 * second },
  94: { takesMs: 25 * second },
  95: { takesMs: 30 * second },
  96: { declinedWith: '1007', takesMs: 35 * second },
  97: { dropped: true },
  98: { held: true },
  99: { invisibleMs: 20 * second },
};

export function outcomeOfAmount(amount: number, authenticated: boolean): AmountOutcome {
  const outcome = outcomes[amount] ?? {};
  return outcome.unlessAuthenticated && authenticated ? {} : outcome;
}
