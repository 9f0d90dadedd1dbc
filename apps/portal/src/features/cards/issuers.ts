export interface CardIssuer {
  readonly name: 'visa' | 'mastercard' | 'amex';
  readonly label: string;
  readonly shortLabel: string;
  readonly securityCode: { readonly length: 3 | 4; readonly position: 'back' | 'front' };
}

const visa: CardIssuer = {
  name: 'visa',
  label: 'Visa',
  shortLabel: 'Visa',
  securityCode: { length: 3, position: 'back' },
};
const mastercard: CardIssuer = {
  name: 'mastercard',
  label: 'Mastercard',
  shortLabel: 'Mastercard',
  securityCode: { length: 3, position: 'back' },
};
const amex: CardIssuer = {
  name: 'amex',
  label: 'American Express',
  shortLabel: 'Amex',
  securityCode: { length: 4, position: 'front' },
};

/** The card types, in the spellings of the vault and of card payments. */
const issuers: Readonly<Record<string, CardIssuer>> = {
  AM: amex,
  AMEX: amex,
  MASTERCARD: mastercard,
  MC: mastercard,
  MD: mastercard,
  PL: mastercard,
  VE: visa,
  VI: visa,
  VISA: visa,
};

/**
 * Returns the brand of a card. Null for an unknown brand: the card is listed, but its security code can't be
 * requested (decision P3.5).
 */
export function issuerOf(cardType: string): CardIssuer | null {
  return issuers[cardType.toUpperCase()] ?? null;
}

/** Returns the expiry with a padded month: `07/2028`. */
export function formatExpiry({ month, year }: { month: number; year: number }): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}
