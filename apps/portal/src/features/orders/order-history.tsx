import { listOrderHistory, type OrderSummary } from '@quayside/contract/orders.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../lib/call-query.ts';
import { useDateBounds } from '../../lib/dated-list.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useSite } from '../../lib/site.ts';
import { whatItIsFor } from '../../lib/what-it-is-for.ts';
import { CellDetails } from '../../ui/table/cell-details.tsx';
import type { ListFilter } from '../../ui/filters/list-filters.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { NothingListed } from '../../ui/table/nothing-listed.tsx';
import type { Column } from '../../ui/paged-list/paged-list-props.ts';
import { PagedList } from '../../ui/paged-list/paged-list.tsx';
import { RowCard } from '../../ui/table/row-card.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderStatusBadge } from './order-status-badge.tsx';

interface Props {
  filter: ListFilter;
  /** Renders the link to pay an order, if it can be paid. */
  payLink: (order: OrderSummary) => ReactNode;
}

/** The account's orders that match a filter, a page at a time (ORD-4). */
export function OrderHistory({ filter, payLink }: Props) {
  const { t } = useTranslation();
  const query = useListQuery(filter);
  const cells = useCells(payLink);
  const columns: Column<OrderSummary>[] = [
    { title: t('orders.numberColumn'), cell: ({ id }) => <strong>{id}</strong> },
    { title: t('orders.date'), cell: cells.date, isShort: true },
    { title: t('orders.type'), cell: cells.purpose },
    { title: t('orders.statusColumn'), cell: cells.status },
    { title: t('orders.gross'), cell: cells.gross, align: 'end' },
    { title: t('orders.outstanding'), cell: cells.outstanding, align: 'end' },
    { title: t('orders.actions'), cell: cells.actions, align: 'end' },
  ];
  return (
    <PagedList
      label={t('orders.historyTitle')}
      failureTitle={t('orders.notLoaded')}
      query={query}
      rowsOf={({ orders }) => orders}
      keyOf={({ id }) => id}
      columns={columns}
      card={(order) => (
        <RowCard
          amount={cells.gross(order)}
          status={cells.status(order)}
          name={`${t('orders.number', { id: order.id })} · ${order.orderType.name}`}
          facts={[
            { name: t('orders.date'), value: cells.date(order) },
            { name: t('orders.lines'), value: whatItIsFor(order) },
            { name: t('orders.outstanding'), value: cells.outstanding(order) },
          ]}
          actions={cells.actions(order)}
        />
      )}
      empty={
        <NothingListed
          search={filter.search}
          isNarrowed={filter.dates !== undefined}
          all={
            <LinkButton to="/secure/account/order-history">
              {t(filter.search === undefined ? 'dateFilter.showAll' : 'lists.showAll')}
            </LinkButton>
          }
          next={t('orders.next')}
        >
          {t('orders.noneInHistory', { dates: t(`dateFilter.names.${filter.dates ?? 'allDates'}`) })}
        </NothingListed>
      }
    />
  );
}

function useListQuery(filter: ListFilter) {
  const { accountGuid: guid } = useSession();
  const { bounds, isKnown } = useDateBounds(filter);
  return (part: { page: number; rows: number }) => ({
    ...callQuery(listOrderHistory, {
      params: { guid },
      query: { ...part, ...bounds, search: filter.search, sort: filter.sort },
    }),
    enabled: isKnown,
    meta: { showsFailure: true },
  });
}

/** Returns the cells of an order, the same in the table and on a card. */
function useCells(payLink: Props['payLink']) {
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  return {
    date: ({ taxPointDate, createdOn }: OrderSummary) => date(taxPointDate ?? createdOn, 'dd MMM yy', timeZone),
    purpose: (order: OrderSummary) => <CellDetails details={[whatItIsFor(order)]}>{order.orderType.name}</CellDetails>,
    status: ({ paymentStatus }: OrderSummary) => <OrderStatusBadge status={paymentStatus} />,
    gross: ({ isoCurrencyCode, grossOrderCost }: OrderSummary) => amountIn(isoCurrencyCode, grossOrderCost),
    outstanding: ({ isoCurrencyCode, outstandingAmount }: OrderSummary) => amountIn(isoCurrencyCode, outstandingAmount),
    actions: (order: OrderSummary) => <OrderActions order={order}>{payLink(order)}</OrderActions>,
  };
}
