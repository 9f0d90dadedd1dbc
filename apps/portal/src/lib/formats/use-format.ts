import { useTranslation } from '../texts/texts.ts';
import { formatDate } from './dates.ts';
import type { DatePattern } from './dates.ts';
import { dateTimeFormat, numberFormat } from './formatters.ts';
import { formatAmount, writeIn } from './money.ts';
import { useTenant } from '../tenant.ts';
import { serverText } from '../page-data/server-texts.ts';

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
        : writeIn(isoCurrencyCode, amount, i18n.language),
    /** Writes a quantity, with at most three decimals. */
    quantity: (quantity: number) =>
      serverText(`${i18n.language} ${quantity}`, () =>
        numberFormat(i18n.language, { maximumFractionDigits: 3 }).format(quantity),
      ),
    /** The time of day of an ISO instant, such as 14:05. */
    time: (iso: string, timeZone: string) =>
      dateTimeFormat(i18n.language, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso)),
    date: (iso: string, pattern: DatePattern, timeZone?: string) => formatDate(iso, pattern, i18n.language, timeZone),
  };
}
