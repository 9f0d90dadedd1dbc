/** The number of decimals of a currency, such as 2 for pounds (`currencyDecimalPlaces`). */
export type DecimalPlaces = number;

/**
 * The largest amount of an order, an estimate or a payment, in minor units. The sum of a hundred of them has 15 digits,
 * and so is exact as a number of JavaScript, also in major units.
 */
export const largestMinor = 9_999_999_999_999;

/**
 * Returns the decimal text of an amount in minor units: 1250 with 2 places is `12.50`. Uses text and integers only,
 * because floating point would lose cents.
 * @throws RangeError if the amount is not a safe integer
 */
export function minorToDecimal(minor: number, places: DecimalPlaces): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`The amount is not an integer: ${minor}`);
  const sign = minor < 0 ? '-' : '';
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/**
 * Returns the JSON number of major units that is nearest to the exact decimal, so it prints as that decimal. Both
 * sides of the division are exact. So it is rounded once, to the same number that parsing the decimal's text gives.
 * @throws RangeError if the amount is not a safe integer
 */
export function minorToMajor(minor: number, places: DecimalPlaces): number {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`The amount is not an integer: ${minor}`);
  return minor / 10 ** places;
}

/**
 * Returns the minor units of a JSON number of major units. Null if it has more decimals than the currency. Reads
 * the number's shortest decimal form, which is what the sender wrote.
 */
export function majorToMinor(major: number, places: DecimalPlaces): number | null {
  return decimalToMinor(String(major), places);
}

/**
 * Returns the minor units of a decimal text such as `12.5`. Null if it is not a decimal or has more decimals than
 * the currency.
 */
export function decimalToMinor(decimal: string, places: DecimalPlaces): number | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > places) return null;
  const minor = Number(whole + fraction.padEnd(places, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '-' ? -minor : minor;
}

/** The options of the number format that `writeAmount` needs. */
export const narrowCurrency = { style: 'currency', currencyDisplay: 'narrowSymbol' } as const;

/**
 * Writes an amount with the currency's sign alone: "£" in every language. Some narrow symbols also name the
 * country, such as "UK£" in Arabic; this removes it.
 * @param format made with `narrowCurrency`
 * @param amount in major units; a decimal text keeps every digit
 */
export function writeAmount(format: Intl.NumberFormat, amount: number | Intl.StringNumericLiteral): string {
  const parts = format.formatToParts(amount as number);
  return parts.map(({ type, value }) => (type === 'currency' ? (/\p{Sc}/u.exec(value)?.[0] ?? value) : value)).join('');
}
