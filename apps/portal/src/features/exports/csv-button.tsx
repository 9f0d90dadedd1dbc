import { exportOrders, exportPayments } from '@quayside/contract/account/exports.ts';
import { IconDownload } from '@tabler/icons-react';
import { callUrl } from '../../lib/calls/api.ts';
import type { DateFilter } from '../../lib/lists/date-filter.ts';
import { useDateBounds } from '../../lib/lists/use-date-bounds.ts';
import type { SearchAndSort } from '../../lib/lists/search-and-sort.ts';
import { useSession } from '../../lib/session/session.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';

const calls = { orders: exportOrders, payments: exportPayments };

/** Downloads the whole history that matches a filter, for a spreadsheet. */
export function CsvButton({
  history,
  filter,
}: {
  history: keyof typeof calls;
  filter: DateFilter & Pick<SearchAndSort, 'search'>;
}) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  const { bounds, isKnown } = useDateBounds(filter);
  if (!isKnown) return null;
  return (
    <DownloadButton
      href={callUrl(calls[history], { params: { guid }, query: { ...bounds, search: filter.search } })}
      icon={<IconDownload size={18} aria-hidden="true" />}
      format="CSV"
    >
      {t('exports.csv')}
    </DownloadButton>
  );
}
