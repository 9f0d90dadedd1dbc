import { type DecimalPlaces, minorToDecimal } from '@quayside/contract/money.ts';

/**
 * An amount as a reader of `language` writes it, such as £1,245.00 or 1 245,00 €.
 * @param minor in minor units
 * @param currency ISO 4217
 */
export function formatMinor(minor: number, currency: string, places: DecimalPlaces, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // A decimal text is formatted digit by digit; a number of major units might already be off.
  return format.format(minorToDecimal(minor, places) as Intl.StringNumericLiteral);
}

/** An instant as `dd MMM yyyy HH:mm:ss` on the clocks of `timeZone`, with the month's name in `language` (SHELL-17). */
export function formatInstant(instant: Date, language: string, timeZone: string): string {
  const at = instant.toTemporalInstant().toZonedDateTimeISO(timeZone);
  // British English abbreviates September to four letters; the pattern's MMM is three.
  const names = language.startsWith('en') ? 'en-US' : language;
  const month = new Intl.DateTimeFormat(names, { timeZone, month: 'short' }).format(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(at.day)} ${month} ${String(at.year).padStart(4, '0')} ${[at.hour, at.minute, at.second].map(two).join(':')}`;
}

/** A calendar day as `dd MMM yyyy`. @param day `YYYY-MM-DD` */
export const formatDay = (day: string, language: string): string =>
  formatInstant(new Date(`${day}T00:00:00Z`), language, 'UTC').slice(0, -' 00:00:00'.length);
