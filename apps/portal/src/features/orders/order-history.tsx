import { Dotted, dotted } from '../../ui/dotted.tsx';
import {
  isSettledStatus,
  listOrderHistory,
  type OrderPaymentStatus,
  type OrderSummary,
} from '@quayside/contract/orders/orders.ts';
import { IconAlertTriangle, IconFileCheck } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { callQuery } from '../../lib/queries/call-query.ts';
import { useDateBounds } from '../../lib/lists/use-date-bounds.ts';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSession } from '../../lib/session/session.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTenant } from '../../lib/tenant.ts';
import { describeOrder } from '../../lib/order-description.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import type { ListFilter } from '../../ui/filters/list-filters.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list/paged-list.tsx';
import type { Column } from '../../ui/table/column.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CellDetails } from '../../ui/table/cell-details.tsx';
import { EmptyList } from '../../ui/table/empty-list.tsx';
import { RowActions, RowWord, rowAction, rowLink } from '../../ui/table/row-actions.tsx';
import { RowCard } from '../../ui/table/row-card.tsx';
import { orderStatusIcons } from './order-status-icons.ts';

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
    { title: t('orders.actions'), cell: cells.actions, align: 'end', isActions: true },
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
          amountName={isWhollyOutstanding(order) && t('orders.outstanding')}
          status={cells.status(order)}
          name={
            <Dotted>
              {t('orders.number', { id: order.id })}
              {order.orderType.name}
            </Dotted>
          }
          items={[
            { name: t('orders.date'), value: cells.date(order) },
            { name: t('orders.lines'), value: dotted(itemsOf(order)) },
            { name: t('orders.outstanding'), value: !isWhollyOutstanding(order) && cells.outstanding(order) },
          ]}
          actions={cells.actions(order)}
        />
      )}
      empty={
        <EmptyList
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
        </EmptyList>
      }
    />
  );
}

/** Checks if nothing of an order is paid. A card then shows its amount once. */
const isWhollyOutstanding = ({ grossOrderCost, outstandingAmount }: OrderSummary) =>
  outstandingAmount === grossOrderCost && outstandingAmount > 0;

/** Describes an order by its first item. Empty if the type of the order says the same. */
function itemsOf(order: OrderSummary): string {
  const items = describeOrder(order);
  return items === order.orderType.name ? '' : items;
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
    purpose: (order: OrderSummary) => <CellDetails details={[itemsOf(order)]}>{order.orderType.name}</CellDetails>,
    status: ({ paymentStatus }: OrderSummary) => <OrderStatusBadge status={paymentStatus} />,
    gross: ({ isoCurrencyCode, grossOrderCost }: OrderSummary) => amountIn(isoCurrencyCode, grossOrderCost),
    outstanding: ({ isoCurrencyCode, outstandingAmount }: OrderSummary) => amountIn(isoCurrencyCode, outstandingAmount),
    actions: (order: OrderSummary) => <OrderActions order={order}>{payLink(order)}</OrderActions>,
  };
}

/** A status badge. Paid is green and all others red (ORD-10), each with its own word and icon (decision P2.26). */
function OrderStatusBadge({ status }: { status: OrderPaymentStatus }) {
  const { t } = useTranslation();
  return (
    <StatusBadge
      tone={isSettledStatus(status) ? 'settled' : 'failed'}
      icon={orderStatusIcons[status] ?? IconAlertTriangle}
    >
      {t(`orders.status.${status}`, { defaultValue: status })}
    </StatusBadge>
  );
}

interface OrderActionsProps {
  order: OrderSummary;
  /** The action to pay it, if there is one. */
  children: ReactNode;
}

/** The actions of an order in a list: sign or read its agreement, pay it, view it (ORD-4). */
function OrderActions({ order, children }: OrderActionsProps) {
  const { t } = useTranslation();
  return (
    <RowActions>
      <AgreementAction order={order} />
      {children}
      <Link
        to="/secure/account/order/$orderId"
        params={{ orderId: String(order.id) }}
        className={rowLink}
        data-opens-row
        aria-label={t('orders.viewOf', { id: order.id })}
      >
        {t('orders.view')}
      </Link>
    </RowActions>
  );
}

/** Shown if the portal has agreements (decision P2.23) and this one needs a signature that can be given. */
function AgreementAction({ order: { id, agreement } }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const { agreementsEnabled } = useTenant();
  const { searchStr } = useLocation();
  if (!agreementsEnabled || !agreement?.signatureRequired || agreement.isOver) return null;
  const params = { agreementGuid: agreement.guid };
  const referrer = `/secure/account/order-history${searchStr}`;
  return agreement.isSigned ? (
    <Link
      to="/secure/agreements/signed/$agreementGuid"
      params={params}
      className={rowAction}
      aria-label={t('orders.viewAgreementOf', { id })}
      title={t('agreements.viewSigned')}
    >
      <IconFileCheck size={20} aria-hidden="true" />
      <RowWord>{t('agreements.viewSigned')}</RowWord>
    </Link>
  ) : (
    <Link
      to="/secure/agreements/unsigned/$agreementGuid"
      params={params}
      search={{ referrer, referrerText: t('orders.backToHistory') }}
      className={rowAction}
      aria-label={t('orders.signAgreementOf', { id })}
    >
      {t('agreements.sign')}
    </Link>
  );
}
