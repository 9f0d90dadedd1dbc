import { narrowCurrency, writeAmount } from '@quayside/contract/shared/money.ts';
import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import { numberFormat } from './formatters.ts';
import { serverText } from '../page-data/server-texts.ts';

export type Currency = Pick<Culture, 'isoCurrencyCode' | 'currencyDecimalPlaces'>;

/** Formats an amount in major units for a reader of `language`, such as £1,245.00 or 1 245,00 €. */
export function formatAmount(amount: number, currency: Currency, language: string): string {
  return writeIn(currency.isoCurrencyCode, amount, language, {
    minimumFractionDigits: currency.currencyDecimalPlaces,
    maximumFractionDigits: currency.currencyDecimalPlaces,
  });
}

/** Formats an amount in any currency, with that currency's own decimal places by default. */
export function writeIn(
  currency: string,
  amount: number,
  language: string,
  places: Pick<Intl.NumberFormatOptions, 'minimumFractionDigits' | 'maximumFractionDigits'> = {},
): string {
  const key = `${language} ${currency} ${places.maximumFractionDigits ?? ''} ${amount}`;
  return serverText(key, () => writeAmount(numberFormat(language, { ...narrowCurrency, currency, ...places }), amount));
}
