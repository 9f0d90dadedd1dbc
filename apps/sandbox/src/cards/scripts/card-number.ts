/** The provider's codes of card brands, and the lengths of their numbers. */
const brands = [
  { type: 'AM', prefix: /^3[47]/, lengths: [15] },
  { type: 'DC', prefix: /^3(?:0[0-5]|[68])/, lengths: [14, 16] },
  { type: 'JC', prefix: /^35(?:2[89]|[3-8])/, lengths: [16] },
  { type: 'DI', prefix: /^6(?:011|5|4[4-9])/, lengths: [16] },
  { type: 'MC', prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { type: 'MD', prefix: /^(?:50|5[6-9]|67)/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { type: 'VI', prefix: /^4/, lengths: [13, 16, 19] },
] as const;

export type CardType = (typeof brands)[number]['type'];

/** Returns the brand of a number; undefined if no brand of the provider starts like this. */
export function cardTypeOf(cardNumber: string): CardType | undefined {
  return brands.find(({ prefix }) => prefix.test(cardNumber))?.type;
}

export function isKnownLength(cardNumber: string): boolean {
  const brand = brands.find(({ prefix }) => prefix.test(cardNumber));
  return brand?.lengths.some((length) => length === cardNumber.length) ?? false;
}

export function passesLuhn(cardNumber: string): boolean {
  const sum = cardNumber
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** Tells if a card is valid at `now`. It is valid until the end of its month. */
export function isInDate(expiry: { month: number; year: number }, now: number): boolean {
  return now < Date.UTC(expiry.year, expiry.month, 1);
}
