import { decimalToMinor, minorToDecimal } from '@quayside/contract/money.ts';
import type { Tenant } from '../../http/context.ts';
import { amount } from '../../import/amounts.ts';
import { OperatorError } from '../lib/command.ts';

/**
 * Reads an amount of the marina's currency, in its minor units.
 * @param option its option, for the message
 * @throws OperatorError if it is no amount above 0
 */
export function givenAmount(tenant: Tenant, option: string, text: string): number {
  const { data = '', error } = amount(tenant).safeParse(text);
  if (error) throw new OperatorError(`--${option}: ${error.issues[0]?.message ?? 'is wrong'}`);
  const minor = decimalToMinor(data, tenant.settings.culture.currencyDecimalPlaces) ?? 0;
  if (minor <= 0) throw new OperatorError(`--${option}: has to be more than 0`);
  return minor;
}

/** Writes an amount of the marina's currency, such as `12.50 GBP`. */
export function amountText({ settings: { culture } }: Tenant, minor: number): string {
  return `${minorToDecimal(minor, culture.currencyDecimalPlaces)} ${culture.isoCurrencyCode}`;
}
