import { majorToMinor, minorToMajor, narrowCurrency, writeAmount } from '@quayside/contract/money.ts';
import type { Culture } from '@quayside/contract/tenant.ts';
import { numberFormat } from './formatters.ts';

export type Currency = Pick<Culture, 'isoCurrencyCode' | 'currencyDecimalPlaces'>;

/** Formats an amount in major units for a reader of `language`, such as £1,245.00 or 1 245,00 €. */
export function formatAmount(amount: number, currency: Currency, language: string): string {
  const format = numberFormat(language, {
    ...narrowCurrency,
    currency: currency.isoCurrencyCode,
    minimumFractionDigits: currency.currencyDecimalPlaces,
    maximumFractionDigits: currency.currencyDecimalPlaces,
  });
  return writeAmount(format, amount);
}

/** Returns the exact sum of amounts in major units. It adds integers, because 0.1 + 0.2 is not 0.3. */
export function sumAmounts(amounts: readonly number[], currency: Currency): number {
  const places = currency.currencyDecimalPlaces;
  return minorToMajor(
    amounts.reduce((sum, amount) => sum + minorOf(amount, places), 0),
    places,
  );
}

function minorOf(amount: number, places: number): number {
  const minor = majorToMinor(amount, places);
  if (minor === null) throw new RangeError(`${amount} has more than ${places} decimals`);
  return minor;
}
