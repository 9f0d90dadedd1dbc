import { decimalToMinor, minorToDecimal } from '@quayside/contract/shared/money.ts';
import { decimalPlacesOf } from '../../features/tenant/tenant.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { amount } from '../../import/amounts.ts';
import { OperatorError } from '../lib/command.ts';

/**
 * Reads an amount, in its minor units.
 * @param option its option, for the message
 * @param currency its currency; default: the marina's
 * @throws OperatorError if it is no amount above 0
 */
export function givenAmount(tenant: Tenant, option: string, text: string, currency?: string): number {
  const culture = cultureOf(tenant, currency);
  const { data = '', error } = amount({ ...tenant, settings: { ...tenant.settings, culture } }).safeParse(text);
  if (error) throw new OperatorError(`--${option}: ${error.issues[0]?.message ?? 'is wrong'}`);
  const minor = decimalToMinor(data, culture.currencyDecimalPlaces) ?? 0;
  if (minor <= 0) throw new OperatorError(`--${option}: has to be more than 0`);
  return minor;
}

/** Writes an amount, such as `12.50 GBP`. @param currency default: the marina's */
export function amountText(tenant: Tenant, minor: number, currency?: string): string {
  const { isoCurrencyCode, currencyDecimalPlaces } = cultureOf(tenant, currency);
  return `${minorToDecimal(minor, currencyDecimalPlaces)} ${isoCurrencyCode}`;
}

/** Returns the marina's culture, with the currency of a row, which may be another one. */
function cultureOf({ settings: { culture } }: Tenant, isoCurrencyCode = culture.isoCurrencyCode) {
  return { ...culture, isoCurrencyCode, currencyDecimalPlaces: decimalPlacesOf(isoCurrencyCode, culture) };
}
