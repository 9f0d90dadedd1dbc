import type { DecimalPlaces } from '@quayside/contract/money.ts';
import type { Culture } from '@quayside/contract/tenant.ts';

/** Of the tenant's own currency its culture says it; another one has the places that it has everywhere. */
export function decimalPlacesOf(currency: string, culture: Culture): DecimalPlaces {
  if (currency === culture.isoCurrencyCode) return culture.currencyDecimalPlaces;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
