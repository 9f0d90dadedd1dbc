import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';

/** Returns the agreement's period, with the dates that it has. */
export function usePeriod(
  { startDate, endDate }: Pick<AgreementSummary, 'startDate' | 'endDate'>,
  pattern: 'dd MMM yy' | 'dd MMM yyyy',
): string {
  const { t } = useTranslation();
  const { date } = useFormat();
  const start = date(startDate ?? '', pattern);
  const end = date(endDate ?? '', pattern);
  if (start && end) return t('agreements.period', { start, end });
  if (start) return t('agreements.from', { start });
  return end && t('agreements.until', { end });
}

/** Returns a function that writes a signing time in the time zone of the account's site. */
export function useSigningTime(): (captureTime: string | null) => string {
  const { date } = useFormat();
  const site = useSite();
  return (captureTime) => date(captureTime ?? '', 'dd MMM yyyy HH:mm:ss', site?.timeZone);
}
