import type { DecimalPlaces } from '@quayside/contract/money.ts';
import type { Culture } from '@quayside/contract/tenant.ts';

/**
 * Returns a currency's decimal places. The tenant's culture says them for its own currency; others have their usual
 * ones.
 */
export function decimalPlacesOf(currency: string, culture: Culture): DecimalPlaces {
  if (currency === culture.isoCurrencyCode) return culture.currencyDecimalPlaces;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
