import { listPaymentHistory, type PaymentSummary } from '@quayside/contract/payments/payment-history.ts';
import { callQuery } from '../../../lib/queries/call-query.ts';
import { useDateBounds } from '../../../lib/lists/use-date-bounds.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useSite } from '../../../lib/account/account.ts';
import { dotted } from '../../../ui/dotted.tsx';
import { describeOrder } from '../../../lib/order-description.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { CellDetails } from '../../../ui/table/cell-details.tsx';
import { type DescriptionItem, DescriptionList } from '../../../ui/description-list.tsx';
import type { ListFilter } from '../../../ui/filters/list-filters.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { EmptyList } from '../../../ui/table/empty-list.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { PagedList } from '../../../ui/paged-list/paged-list.tsx';
import { RowActions } from '../../../ui/table/row-actions.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { PaymentLink } from './payment-link.tsx';
import { PaymentStatusBadge } from '../result/result.exports.ts';

/** The account's payments that match a filter, a page at a time, with their number (ORD-6). */
export function PaymentHistory({ filter }: { filter: ListFilter }) {
  const { t } = useTranslation();
  const query = useListQuery(filter);
  const cells = useCells();
  const columns: Column<PaymentSummary>[] = [
    { title: t('payments.numberColumn'), cell: ({ reference }) => <strong>{reference}</strong> },
    { title: t('payments.date'), cell: cells.date, isShort: true },
    { title: t('payments.method'), cell: cells.method },
    { title: t('payments.amount'), cell: cells.amountWithClaims, align: 'end' },
    { title: t('payments.available'), cell: cells.available, align: 'end' },
    { title: t('payments.statusColumn'), cell: cells.status },
    { title: t('payments.actions'), cell: cells.actions, align: 'end', isActions: true },
  ];
  return (
    <PagedList
      label={t('payments.historyTitle')}
      failureTitle={t('payments.historyNotLoaded')}
      query={query}
      rowsOf={({ payments }) => payments}
      keyOf={({ id }) => id}
      columns={columns}
      card={(payment) => (
        <RowCard
          amount={cells.amount(payment)}
          status={cells.status(payment)}
          name={t('payments.payment', { reference: payment.reference })}
          items={[
            { name: t('payments.date'), value: cells.date(payment) },
            { name: t('payments.method'), value: payment.paymentMethod },
            { name: t('orders.lines'), value: dotted(cells.paidFor(payment).join(', ')) },
            { name: t('payments.available'), value: cells.available(payment) },
            ...cells.claims(payment),
          ]}
          actions={cells.actions(payment)}
        />
      )}
      head={(count) => <p>{t('payments.inPeriod', { count })}</p>}
      empty={
        <EmptyList
          search={filter.search}
          isNarrowed={filter.dates !== undefined}
          all={
            <LinkButton to="/secure/account/payment-history">
              {t(filter.search === undefined ? 'dateFilter.showAll' : 'lists.showAll')}
            </LinkButton>
          }
          next={t('payments.next')}
        >
          {t('financial.noPayments', { dates: t(`dateFilter.names.${filter.dates ?? 'allDates'}`) })}
        </EmptyList>
      }
    />
  );
}

function useListQuery(filter: ListFilter) {
  const { accountGuid: guid } = useSession();
  const { bounds, isKnown } = useDateBounds(filter);
  return (part: { page: number; rows: number }) => ({
    ...callQuery(listPaymentHistory, {
      params: { guid },
      query: { ...part, ...bounds, search: filter.search, sort: filter.sort },
    }),
    enabled: isKnown,
    meta: { showsFailure: true },
  });
}

/** Returns the cells of a payment, the same in the table and on a card. */
function useCells() {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  /** Returns the parts of a payment that are in dispute or were taken back. */
  const claims = ({ isoCurrencyCode, disputedAmount, reversedAmount }: PaymentSummary): DescriptionItem[] =>
    [
      { name: t('payments.inDispute'), part: disputedAmount },
      { name: t('payments.takenOff'), part: reversedAmount },
    ].flatMap(({ name, part }) => (part > 0 ? [{ name, value: amountIn(isoCurrencyCode, part) }] : []));
  const paidFor = (payment: PaymentSummary) => payment.paidFor.map(describeOrder);
  return {
    claims,
    paidFor,
    method: (payment: PaymentSummary) => <CellDetails details={paidFor(payment)}>{payment.paymentMethod}</CellDetails>,
    amountWithClaims: (payment: PaymentSummary) => (
      <>
        {amountIn(payment.isoCurrencyCode, payment.amount)}
        <DescriptionList look="column" items={claims(payment)} />
      </>
    ),
    date: ({ createdOn }: PaymentSummary) => date(createdOn, 'dd MMM yy', timeZone),
    status: ({ paymentStatus }: PaymentSummary) => <PaymentStatusBadge status={paymentStatus} />,
    amount: ({ isoCurrencyCode, amount }: PaymentSummary) => amountIn(isoCurrencyCode, amount),
    available: ({ isoCurrencyCode, availableAmount }: PaymentSummary) =>
      availableAmount > 0 ? amountIn(isoCurrencyCode, availableAmount) : '',
    actions: (payment: PaymentSummary) => (
      <RowActions>
        <PaymentLink payment={payment} />
      </RowActions>
    ),
  };
}
