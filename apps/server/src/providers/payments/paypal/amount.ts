import { type DecimalPlaces, decimalToMinor, minorToDecimal } from '@quayside/contract/money.ts';
import type { PaymentAttempt } from '../payment-attempt.ts';
import type { Money } from './wire.ts';

/** What the provider takes, by its documentation. */
const currencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(' '),
);

/** It takes these without decimals, whatever decimals they have elsewhere (decision P5.1). */
const wholeOnly: ReadonlySet<string> = new Set(['HUF', 'JPY', 'TWD']);

/** A third decimal has no place on the provider's wire, so such a currency is not offered to it. */
export const takesCurrency = (currency: string, places: DecimalPlaces): boolean =>
  currencies.has(currency) && places <= 2;

/** The amount as the provider's wire has it, exactly; null where it can't be said there. */
export function wireAmount(minor: number, currency: string, places: DecimalPlaces): string | null {
  if (!takesCurrency(currency, places)) return null;
  if (!wholeOnly.has(currency)) return minorToDecimal(minor * 10 ** (2 - places), 2);
  const whole = minor / 10 ** places;
  return Number.isInteger(whole) ? String(whole) : null;
}

/** An amount off the provider's wire in the attempt's minor units; null where it is of another currency, or none. */
export function readMoney(
  money: Money | undefined,
  { currency, decimalPlaces }: Pick<PaymentAttempt, 'currency' | 'decimalPlaces'>,
): number | null {
  if (money?.currency_code !== currency) return null;
  const minor = decimalToMinor(money.value, decimalPlaces);
  return minor === null || minor < 0 ? null : minor;
}
