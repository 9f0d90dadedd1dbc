import type { DecimalPlaces } from '@quayside/contract/shared/money.ts';
import { type Culture, showsOrders } from '@quayside/contract/tenant/tenant.ts';
import type { Tenant } from '../../http/context.ts';
import { CallError } from '../../http/errors.ts';
import { minute } from '../../lib/time/durations.ts';
import type { TenantSettings } from '../../lib/settings/tenant-settings.ts';

/**
 * Returns the decimal places with which amounts are stored. The tenant's culture says them for its own currency. Rows
 * in another one are from a time when marinas got the places of `Intl`, and could change their currency later.
 */
export const decimalPlacesOf = (currency: string, culture: Culture): DecimalPlaces =>
  currency === culture.isoCurrencyCode ? culture.currencyDecimalPlaces : intlPlaces(currency);

const intlPlaces = (currency: string): DecimalPlaces =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Returns the language of a customer's mails and papers: their login's if the marina offers it, else the default. */
export function languageOfCustomer(
  { settings: { culture } }: Pick<Tenant, 'settings'>,
  language: string | null,
): string {
  const isOffered = language !== null && culture.availableLanguages.includes(language);
  return isOffered ? language : culture.defaultLanguage;
}

/** Refuses a call if the portal does not show orders. @throws CallError FEATURE_DISABLED */
export function requireOrders(settings: TenantSettings): void {
  if (!showsOrders(settings))
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'showAccountActivity' } });
}

const days = new Map<string, { minute: number; day: string }>();

/** Returns the calendar day at a site, `YYYY-MM-DD`, by the site's IANA time zone (decision X6). */
export function siteDay(now: Date, timeZone: string): string {
  const thisMinute = Math.floor(now.getTime() / minute);
  const format = days.get(timeZone);
  if (format?.minute === thisMinute) return format.day;
  const day = now.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
  days.set(timeZone, { minute: thisMinute, day });
  return day;
}
