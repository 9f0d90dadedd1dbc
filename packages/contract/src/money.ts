/** How many minor units make a major one, such as 2 for pounds (`currencyDecimalPlaces`). */
export type DecimalPlaces = number;

/**
 * The decimal text of an amount of minor units: 1250 with 2 places is `12.50`.
 * Text and integers only: a floating-point detour would lose cents.
 */
export function minorToDecimal(minor: number, places: DecimalPlaces): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not an integer amount: ${minor}`);
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * The JSON number of major units: the one nearest to the exact decimal, so it prints as that decimal. Both sides of the
 * division are exact, so it is rounded once, to the very number that reading the decimal's text would give.
 */
export function minorToMajor(minor: number, places: DecimalPlaces): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`not an integer amount: ${minor}`);
  return minor / 10 ** places;
}

/**
 * Minor units of a JSON number of major units, or null where it has more decimals than the currency.
 * Reads the number's shortest decimal form, which is what the sender wrote.
 */
export function majorToMinor(major: number, places: DecimalPlaces): number | null {
  return decimalToMinor(String(major), places);
}

/** Minor units of a decimal text such as `12.5`, or null where it is none or has more decimals than the currency. */
export function decimalToMinor(decimal: string, places: DecimalPlaces): number | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > places) return null;
  const minor = Number(whole + fraction.padEnd(places, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '-' ? -minor : minor;
}

/** How amounts are written: with `writeAmount`. */
export const narrowCurrency = { style: 'currency', currencyDisplay: 'narrowSymbol' } as const;

/**
 * An amount with the currency's sign alone: "£" in every language. The narrow symbols of some name the country beside
 * it all the same, such as "UK£" in Arabic.
 * @param format made with `narrowCurrency`
 * @param amount in major units; a decimal text keeps every digit
 */
export function writeAmount(format: Intl.NumberFormat, amount: number | Intl.StringNumericLiteral): string {
  const parts = format.formatToParts(amount as number);
  return parts.map(({ type, value }) => (type === 'currency' ? (/\p{Sc}/u.exec(value)?.[0] ?? value) : value)).join('');
}
