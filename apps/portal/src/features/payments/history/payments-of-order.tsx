import type { Order } from '@quayside/contract/orders/orders.ts';
import type { PaymentOfOrder } from '@quayside/contract/payments/payments.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useSite } from '../../../lib/account/account.ts';
import { useTenant } from '../../../lib/tenant.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Card } from '../../../ui/card.tsx';
import { DataTable, type NamedColumn } from '../../../ui/table/data-table.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { PaymentStatusBadge } from '../result/result.exports.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import styles from './payment-view.module.css';

/** The payments allocated to an order, with the parts that are in dispute or were taken back. */
export function PaymentsOfOrder({ order: { id, payments } }: { order: Pick<Order, 'id' | 'payments'> }) {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const amountOn = ({ paymentAllocations, isoCurrencyCode }: PaymentOfOrder) =>
    amountIn(isoCurrencyCode, paymentAllocations.find(({ orderId }) => orderId === id)?.amount ?? 0);
  const ifAny = ({ isoCurrencyCode }: PaymentOfOrder, part: number) =>
    part > 0 ? amountIn(isoCurrencyCode, part) : '';
  const claims: NamedColumn<PaymentOfOrder>[] = [
    {
      title: t('payments.inDispute'),
      cell: (payment) => ifAny(payment, payment.disputedAmount),
      align: 'end',
    },
    {
      title: t('payments.takenOff'),
      cell: (payment) => ifAny(payment, payment.takenOffOrderAmount),
      align: 'end',
    },
  ];
  // Shows these columns only if a payment needs them, because hardly any order has one.
  const filledClaims = claims.filter(({ cell }) => payments.some((payment) => cell(payment) !== ''));
  return (
    <Card title={t('payments.ofOrder')}>
      {payments.length === 0 ? (
        <EmptyState small>{t('financial.noPaymentsOrder')}</EmptyState>
      ) : (
        <DataTable
          label={t('payments.ofOrder')}
          rows={payments}
          keyOf={(payment) => payment.id}
          columns={[
            { title: t('payments.numberColumn'), cell: (payment) => <Reference payment={payment} />, isName: true },
            { title: t('payments.date'), cell: ({ createdOn }) => date(createdOn, 'dd MMM yyyy', timeZone) },
            { title: t('payments.method'), cell: ({ paymentMethod }) => paymentMethod },
            {
              title: t('payments.statusColumn'),
              cell: (payment) => <PaymentStatusBadge status={payment.paymentStatus} />,
            },
            { title: t('payments.onThisOrder'), cell: amountOn, align: 'end' },
            ...filledClaims,
          ]}
        />
      )}
    </Card>
  );
}

/** Links to the payment if the portal shows payments. */
function Reference({ payment: { id, reference } }: { payment: PaymentOfOrder }) {
  const { permissions } = useTenant();
  if (!permissions.showAccountActivity) return reference;
  return (
    <Link to="/secure/account/payment/$paymentId" params={{ paymentId: String(id) }}>
      {reference}
    </Link>
  );
}

/** Tells why an order must be paid again, and which of its payments are in dispute. */
export function ClaimNotices({ order: { payments, outstandingAmount } }: { order: Order }) {
  const { t } = useTranslation();
  const { amountIn } = useFormat();
  const takenOff = outstandingAmount > 0 ? payments.filter((payment) => payment.takenOffOrderAmount > 0) : [];
  const disputed = payments.filter((payment) => payment.disputedAmount > 0);
  if (takenOff.length + disputed.length === 0) return null;
  const of = ({ isoCurrencyCode, reference }: PaymentOfOrder, part: number) => ({
    amount: amountIn(isoCurrencyCode, part),
    reference,
  });
  return (
    <div className={styles.notices}>
      {takenOff.map((payment) => (
        <Alert key={payment.id} kind="warning" title={t('orders.takenOff', of(payment, payment.takenOffOrderAmount))}>
          {t(payment.paymentChannel === 'None' ? 'orders.takenOffByOfficeHint' : 'orders.takenOffHint')}
        </Alert>
      ))}
      {disputed.map((payment) => (
        <Alert key={payment.id} kind="info" title={t('orders.disputed', of(payment, payment.disputedAmount))}>
          {t('orders.disputedHint')}
        </Alert>
      ))}
    </div>
  );
}
