import type { Language } from './language.ts';

/** Writes an amount in minor units of ISO 4217 as people of a language do, exactly. */
export function money(minorUnits: number, currency: string, language: Language): string {
  const digits = decimalPlacesOf(currency);
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral);
}

/** Returns minor units as a decimal, such as `12.50`. */
export function decimalOf(minorUnits: number, currency: string): string {
  const digits = decimalPlacesOf(currency);
  const text = String(minorUnits).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The currencies with another number of decimals than two. For some, `Intl` says another one than ISO 4217. */
const exceptions: readonly (readonly [digits: number, codes: readonly string[]])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')],
  [3, 'BHD IQD JOD KWD LYD OMR TND'.split(' ')],
  [4, ['CLF', 'UYW']],
];

/** Returns the number of a currency's decimals by ISO 4217. */
export const decimalPlacesOf = (currency: string): number =>
  exceptions.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
