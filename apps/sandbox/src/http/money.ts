import type { Language } from './language.ts';

/** Writes an amount in minor units as people of a language do, exactly. */
export function money(minorUnits: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', { style: 'currency', currency });
  return format.format(decimalOf(minorUnits, currency) as Intl.StringNumericLiteral);
}

/** Returns minor units as a decimal, such as `12.50`. */
export function decimalOf(minorUnits: number, currency: string): string {
  const digits = decimalPlacesOf(currency);
  const text = String(minorUnits).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export const decimalPlacesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
