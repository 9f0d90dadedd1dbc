import type { PaymentDetails } from '@quayside/contract/payment-history.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { useSite } from '../../../lib/site.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';

/** The allocations of a payment to orders. */
export function PaymentAllocations({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const { paymentAllocations, isoCurrencyCode } = payment;
  if (paymentAllocations.length === 0) return <EmptyState small>{t('financial.noPaymentAllocations')}</EmptyState>;
  return (
    <DataTable
      label={t('payments.allocations')}
      rows={paymentAllocations}
      keyOf={({ id }) => id}
      columns={[
        { title: t('payments.allocationNumber'), cell: ({ id }) => id, isName: true },
        { title: t('payments.date'), cell: ({ createdOn }) => date(createdOn, 'dd MMM yyyy', timeZone) },
        {
          title: t('payments.orders', { count: 1 }),
          cell: ({ orderId }) => (
            <Link to="/secure/account/order/$orderId" params={{ orderId: String(orderId) }}>
              {orderId}
            </Link>
          ),
        },
        { title: t('payments.amount'), cell: ({ amount }) => amountIn(isoCurrencyCode, amount), align: 'end' },
      ]}
    />
  );
}
