import { narrowCurrency, writeAmount } from '@quayside/contract/money.ts';
import { useTranslation } from 'react-i18next';
import { formatDate } from './dates.ts';
import type { DatePattern } from './dates.ts';
import { dateTimeFormat, numberFormat } from './formatters.ts';
import { formatAmount } from './money.ts';
import { useTenant } from './tenant.ts';

/** Writes amounts and dates in the reader's language. Instants need their site's `timeZone`; calendar days don't. */
export function useFormat() {
  const { i18n } = useTranslation();
  const { culture } = useTenant();
  return {
    amount: (amount: number) => formatAmount(amount, culture, i18n.language),
    /** Writes an amount in its own currency, which may differ from the tenant's (decision P1.2). */
    amountIn: (isoCurrencyCode: string, amount: number) =>
      isoCurrencyCode === culture.isoCurrencyCode
        ? formatAmount(amount, culture, i18n.language)
        : writeAmount(numberFormat(i18n.language, { ...narrowCurrency, currency: isoCurrencyCode }), amount),
    /** The time of day of an ISO instant, such as 14:05. */
    time: (iso: string, timeZone: string) =>
      dateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso)),
    date: (iso: string, pattern: DatePattern, timeZone?: string) => formatDate(iso, pattern, i18n.language, timeZone),
  };
}
