import type { Sandbox } from '../sandbox.ts';
import { type CardType, cardTypeOf, isInDate } from './scripts/card-number.ts';
import type { BillingAddress } from './schemas.ts';
import { type ScenarioName, scenarioOf } from './test-cards.ts';

/** A card as the sandbox remembers it. Neither the number nor the security code is kept. */
export interface Instrument {
  readonly fingerprint: string;
  readonly cardBin: string;
  readonly lastDigits: string;
  readonly cardExpiry: { readonly month: number; readonly year: number };
  readonly cardType: CardType;
  readonly scenario: ScenarioName;
  readonly holderName?: string | undefined;
  readonly billingAddress?: BillingAddress | undefined;
  /** True if a security code was given with it. */
  readonly hasSecurityCode: boolean;
  /** Set for a wallet's card. `shown` is the amount on the wallet's sheet, if the wallet bound the card to it. */
  readonly wallet?: { readonly shown?: { readonly amountMinor: number; readonly currency: string } } | undefined;
}

interface CardInput {
  readonly cardNum: string;
  readonly cardExpiry: { readonly month: number; readonly year: number };
  readonly cvv?: string | undefined;
  readonly holderName?: string | undefined;
  readonly billingAddress?: BillingAddress | undefined;
}

/** A typed card that cannot be taken. Each provider answers it in its own form. */
export class InvalidCard extends Error {
  readonly field: keyof CardInput;

  constructor(field: keyof CardInput, message: string) {
    super(message);
    this.field = field;
  }
}

/** Makes an instrument of a typed card. Throws InvalidCard if the code has the wrong length or the card has expired. */
export function makeInstrument(sandbox: Sandbox, card: CardInput, now: number): Instrument {
  const cardType = cardTypeOf(card.cardNum);
  if (cardType === undefined) throw new InvalidCard('cardNum', 'Card type not supported');
  if (card.cvv !== undefined && card.cvv.length !== (cardType === 'AM' ? 4 : 3)) {
    throw new InvalidCard('cvv', 'Wrong length for this card type');
  }
  if (!isInDate(card.cardExpiry, now)) throw new InvalidCard('cardExpiry', 'The card has expired');
  return {
    fingerprint: sandbox.secrets.fingerprint(card.cardNum),
    cardBin: card.cardNum.slice(0, 6),
    lastDigits: card.cardNum.slice(-4),
    cardExpiry: card.cardExpiry,
    cardType,
    scenario: scenarioOf(card.cardNum),
    holderName: card.holderName,
    billingAddress: card.billingAddress,
    hasSecurityCode: card.cvv !== undefined,
  };
}
