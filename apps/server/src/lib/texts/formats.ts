import { type DecimalPlaces, minorToDecimal, narrowCurrency, writeAmount } from '@quayside/contract/shared/money.ts';

/**
 * Writes an amount as a reader of `language` expects it, such as £1,245.00 or 1 245,00 €.
 * @param minor in minor units
 * @param currency ISO 4217
 */
export function formatMinor(minor: number, currency: string, places: DecimalPlaces, language: string): string {
  const format = new Intl.NumberFormat(language, {
    ...narrowCurrency,
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  // A decimal text is formatted digit by digit. A number of major units may be rounded already.
  return writeAmount(format, minorToDecimal(minor, places) as Intl.StringNumericLiteral);
}

/**
 * Writes an instant as `dd MMM yyyy HH:mm:ss` on the clocks of `timeZone`, with the month's name in `language`
 * (SHELL-17).
 */
export function formatInstant(instant: Date, language: string, timeZone: string): string {
  const { second } = instant.toTemporalInstant().toZonedDateTimeISO(timeZone);
  return `${formatMinute(instant, language, timeZone)}:${two(second)}`;
}

/** Writes an instant like `formatInstant`, without its seconds. */
export function formatMinute(instant: Date, language: string, timeZone: string): string {
  const at = instant.toTemporalInstant().toZonedDateTimeISO(timeZone);
  return `${formatDay(at.toPlainDate(), language)} ${[at.hour, at.minute].map(two).join(':')}`;
}

/** Writes an instant as the commands print it, on the clocks of a site: `2026-05-16 09:30:00`. */
export function formatSiteTime(instant: Date, timeZone: string): string {
  const at = instant.toTemporalInstant().toZonedDateTimeISO(timeZone);
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`;
}

/** Writes a calendar day as `dd MMM yyyy`. @param day such as `2027-02-28` */
export function formatDay(day: string | Temporal.PlainDate, language: string): string {
  const { year, month, day: dayOfMonth } = Temporal.PlainDate.from(day);
  // British English abbreviates September to four letters. The pattern's MMM has three.
  const names = language.startsWith('en') ? 'en-US' : language;
  const name = new Intl.DateTimeFormat(names, { timeZone: 'UTC', month: 'short' }).format(
    Date.UTC(year, month - 1, dayOfMonth),
  );
  return `${two(dayOfMonth)} ${name} ${String(year).padStart(4, '0')}`;
}

const two = (number: number) => String(number).padStart(2, '0');
