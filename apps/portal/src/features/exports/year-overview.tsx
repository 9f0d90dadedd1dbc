import { downloadPapers, getYearTotals } from '@quayside/contract/account/exports.ts';
import { showsOrders } from '@quayside/contract/tenant/tenant.ts';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { callUrl } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import type { DateFilter } from '../../lib/lists/date-filter.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSiteDay } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import styles from './year-overview.module.css';

/** The totals of the year that the filter shows, and its papers in one file. */
export function YearOverview({ filter }: { filter: DateFilter }) {
  const today = useSiteDay();
  const year = today === undefined ? undefined : yearOf(filter, Number(today.slice(0, 4)));
  return <div className={styles.overview}>{year !== undefined && <Totals key={year} year={year} />}</div>;
}

/** Returns the year of a filter; the current one if the filter covers another span. */
function yearOf({ dates, from, to }: DateFilter, current: number): number {
  if (dates === 'lastYear') return current - 1;
  const isOneYear = dates === 'custom' && from !== undefined && from.slice(0, 4) === to?.slice(0, 4);
  return isOneYear ? Number(from.slice(0, 4)) : current;
}

function Totals({ year }: { year: number }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const tenant = useTenant();
  const { accountGuid: guid } = useSession();
  const { data } = useQuery({
    ...callQuery(getYearTotals, { params: { guid, year } }),
    meta: { showsFailure: true },
  });
  // Nothing is missing without it: the list below has every row.
  if (!data) return null;
  return (
    <>
      <DescriptionList
        look="row"
        items={[
          { name: t('exports.ordered', { year }), value: amount(data.ordered) },
          { name: t('exports.paid', { year }), value: amount(data.paid) },
        ]}
      />
      {data.papers > 0 && showsOrders(tenant) && (
        <DownloadButton
          href={callUrl(downloadPapers, { params: { guid, year } })}
          icon={<IconFileZip size={18} aria-hidden="true" />}
          format="ZIP"
        >
          {t('exports.zip', { year })}
        </DownloadButton>
      )}
    </>
  );
}
