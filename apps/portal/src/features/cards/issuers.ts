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
  shortLabel: 'MC',
  securityCode: { length: 3, position: 'back' },
};
const amex: CardIssuer = {
  name: 'amex',
  label: 'American Express',
  shortLabel: 'Amex',
  securityCode: { length: 4, position: 'front' },
};

/** The card types, as vault and card payments spell them. */
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

/** Null for a card of another brand: it is listed, but its security code can't be asked for (decision P3.5). */
export function issuerOf(cardType: string): CardIssuer | null {
  return issuers[cardType.toUpperCase()] ?? null;
}

/** `07/2028`: the month is padded. */
export function formatExpiry({ month, year }: { month: number; year: number }): string {
  return `${String(month).padStart(2, '0')}/${year}`;
}
