import { type DecimalPlaces, decimalToMinor, minorToDecimal } from '@quayside/contract/shared/money.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import type { Money } from './wire.ts';

/** The currencies that the provider accepts, by its documentation. */
const currencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);

/** It accepts these without decimals, even if they have decimals elsewhere (decision P5.1). */
const wholeOnly: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD']);

/** Tells if the provider accepts a currency. Its wire has no third decimal. */
export const takesCurrency = (currency: string, places: DecimalPlaces): boolean =>
  currencies.has(currency) && places <= 2;

/** Returns the exact amount for the provider's wire; null if the wire can't express it. */
export function wireAmount(minor: number, currency: string, places: DecimalPlaces): string | null {
  if (!takesCurrency(currency, places)) return null;
  if (!wholeOnly.has(currency)) return minorToDecimal(minor * 10 ** (2 - places), 2);
  const whole = minor / 10 ** places;
  return Number.isInteger(whole) ? String(whole) : null;
}

/** Reads an amount of the provider's wire in the attempt's minor units; null for another currency, or no amount. */
export function readMoney(
  money: Money | undefined,
  { currency, decimalPlaces }: Pick<PaymentAttempt, 'currency' | 'decimalPlaces'>,
): number | null {
  if (money?.currency_code !== currency) return null;
  const minor = decimalToMinor(money.value, decimalPlaces);
  return minor === null || minor < 0 ? null : minor;
}

/** Reads an instant of the wire, in milliseconds; null without one. */
export const timeOf = (text: string | undefined): number | null => (text === undefined ? null : Date.parse(text));
