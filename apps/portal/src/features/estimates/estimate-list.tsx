import { type EstimateSummary, getEstimateDocument, listEstimates } from '@quayside/contract/orders/estimates.ts';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { callUrl } from '../../lib/calls/api.ts';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useDateBounds } from '../../lib/lists/use-date-bounds.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/account/account.ts';
import { dotted } from '../../ui/dotted.tsx';
import { describeOrder } from '../../lib/order-description.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list/paged-list.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CellDetails } from '../../ui/table/cell-details.tsx';
import { EmptyList } from '../../ui/table/empty-list.tsx';
import { RowActions, RowWord, rowAction, rowLink } from '../../ui/table/row-actions.tsx';
import { RowCard } from '../../ui/table/row-card.tsx';
import type { EstimateListFilter } from './estimate-filter.ts';
import { EstimateStatusBadge } from './estimate-status-badge.tsx';

/** The estimates that match a filter, a page at a time. */
export function EstimateList({ filter }: { filter: EstimateListFilter }) {
  const { t } = useTranslation();
  const query = useListQuery(filter);
  const columns = useColumns();
  const { status = 'Active', dates = 'allDates' } = filter;
  return (
    <PagedList
      label={t('estimates.title')}
      failureTitle={t('estimates.notLoaded')}
      query={query}
      rowsOf={({ estimates }) => estimates}
      keyOf={({ id }) => id}
      columns={columns}
      card={(estimate) => <EstimateCard estimate={estimate} />}
      empty={
        <EmptyList
          search={filter.search}
          isNarrowed={filter.dates !== undefined || status !== 'All'}
          all={
            <LinkButton to="/secure/estimates" search={{ status: 'All' }}>
              {t('lists.showAll')}
            </LinkButton>
          }
          next={t('estimates.next')}
        >
          {t('estimates.none', {
            status: t(`estimates.filters.${status}`),
            dates: t(`dateFilter.names.${dates}`),
          })}
        </EmptyList>
      }
    />
  );
}

function useListQuery(filter: EstimateListFilter) {
  const { accountGuid: guid } = useSession();
  const { bounds, isKnown } = useDateBounds(filter);
  return (part: { page: number; rows: number }) => ({
    ...callQuery(listEstimates, {
      params: { guid },
      query: { ...part, ...bounds, statusFilter: filter.status ?? 'Active', search: filter.search, sort: filter.sort },
    }),
    enabled: isKnown,
    meta: { showsFailure: true },
  });
}

/** Returns a function that writes an estimate's dates in lists, in the site's time zone. */
function useRowDate() {
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  return (value: string | null) => date(value ?? '', 'dd MMM yy', timeZone);
}

function useColumns(): Column<EstimateSummary>[] {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const day = useRowDate();
  return [
    {
      title: t('estimates.number'),
      cell: (estimate) => (
        <CellDetails details={[describeOrder(estimate)]}>
          <strong>{estimate.id}</strong>
        </CellDetails>
      ),
    },
    { title: t('estimates.createdOn'), cell: ({ createdOn }) => day(createdOn), isShort: true },
    { title: t('estimates.expiryDate'), cell: ({ expiryDate }) => day(expiryDate), isShort: true },
    { title: t('estimates.startDate'), cell: ({ startDate }) => day(startDate), isShort: true },
    { title: t('estimates.departureDate'), cell: ({ departureDate }) => day(departureDate), isShort: true },
    {
      title: t('estimates.grossCost'),
      cell: ({ grossCost, isoCurrencyCode }) => amountIn(isoCurrencyCode, grossCost),
      align: 'end',
    },
    { title: t('estimates.statusColumn'), cell: ({ status }) => <EstimateStatusBadge status={status} /> },
    {
      title: t('estimates.actions'),
      cell: (estimate) => <EstimateActions estimate={estimate} />,
      align: 'end',
      isActions: true,
    },
  ];
}

function EstimateCard({ estimate }: { estimate: EstimateSummary }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const day = useRowDate();
  const { id, createdOn, expiryDate, startDate, departureDate, grossCost, isoCurrencyCode, status } = estimate;
  const items = [
    { name: t('orders.lines'), value: dotted(describeOrder(estimate)) },
    { name: t('estimates.createdOn'), value: day(createdOn) },
    { name: t('estimates.expiryDate'), value: day(expiryDate) },
    { name: t('estimates.startDate'), value: day(startDate) },
    { name: t('estimates.departureDate'), value: day(departureDate) },
  ];
  return (
    <RowCard
      amount={amountIn(isoCurrencyCode, grossCost)}
      status={<EstimateStatusBadge status={status} />}
      name={t('estimates.estimate', { id })}
      items={items}
      actions={<EstimateActions estimate={estimate} />}
    />
  );
}

/** The actions of an estimate in a list: view it, view the order that it became, download it. */
function EstimateActions({ estimate: { id, convertedOrderId } }: { estimate: EstimateSummary }) {
  const { t } = useTranslation();
  const { accountGuid: guid } = useSession();
  return (
    <RowActions>
      {convertedOrderId !== null && (
        <Link
          to="/secure/account/order/$orderId"
          params={{ orderId: String(convertedOrderId) }}
          className={rowAction}
          aria-label={t('estimates.viewOrderOf', { id: convertedOrderId })}
          title={t('estimates.viewOrder')}
        >
          <IconReceipt size={20} aria-hidden="true" />
          <RowWord>{t('estimates.viewOrder')}</RowWord>
        </Link>
      )}
      <a
        href={callUrl(getEstimateDocument, { params: { guid, id } })}
        target="_blank"
        rel="noopener"
        className={rowAction}
        aria-label={t('estimates.downloadOf', { id })}
        title={t('estimates.download')}
      >
        <IconFileTypePdf size={20} aria-hidden="true" />
        <RowWord>{t('estimates.download')}</RowWord>
      </a>
      <Link
        to="/secure/estimates/$estimateId"
        params={{ estimateId: String(id) }}
        className={rowLink}
        data-opens-row
        aria-label={t('estimates.viewOf', { id })}
      >
        {t('estimates.view')}
      </Link>
    </RowActions>
  );
}
