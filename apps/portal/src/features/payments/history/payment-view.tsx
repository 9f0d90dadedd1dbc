import { isSettledStatus } from '@quayside/contract/orders/orders.ts';
import type { PaymentDetails } from '@quayside/contract/payments/payment-history.ts';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useAccount, useSite } from '../../../lib/account/account.ts';
import { describeOrder } from '../../../lib/order-description.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { AmountHead } from '../../../ui/amount-head.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { ReceiptButtons, PaymentStatusBadge } from '../result/result.exports.ts';
import { TestBanner } from '../test-banner.tsx';
import styles from './payment-view.module.css';
import { CellDetails } from '../../../ui/table/cell-details.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { EmptyState } from '../../../ui/message/empty-state.tsx';

/** A payment with all its details, its orders, and its receipt if it is completed (ORD-6). */
export function PaymentView({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation();
  const { isAccountUser } = useSession();
  const account = useAccount();
  const timeZone = useSite()?.timeZone;
  return (
    <div className={styles.view}>
      {payment.isTest && <TestBanner />}
      {isSettledStatus(payment.paymentStatus) && (
        <ReceiptButtons
          payment={payment}
          mail={payment.receiptMail ?? null}
          account={account}
          timeZone={timeZone}
          readOnly={!isAccountUser}
        />
      )}
      <Card>
        <PaymentSummary payment={payment} />
      </Card>
      <Card title={t('payments.allocations')}>
        <PaymentAllocations payment={payment} />
      </Card>
    </div>
  );
}

function PaymentSummary({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const { isoCurrencyCode, amount, availableAmount, createdOn, transactionDate } = payment;
  const ifAny = (part: number) => part > 0 && amountIn(isoCurrencyCode, part);
  // The office books a day. A time would be an invention.
  const pattern = payment.paymentChannel === 'None' ? 'dd MMM yyyy' : 'dd MMM yyyy HH:mm:ss';
  const at = (instant: string | null) => instant && date(instant, pattern, timeZone);
  const items = [
    { name: t('payments.reference'), value: payment.reference },
    { name: t('payments.date'), value: at(createdOn) },
    // A payment that the office booked has only one time.
    { name: t('payments.transactionDate'), value: transactionDate !== createdOn && at(transactionDate) },
    { name: t('payments.method'), value: payment.paymentMethod },
    { name: t('payments.card'), value: payment.maskedCardNumber && <CardNumber masked={payment.maskedCardNumber} /> },
    { name: t('payments.givenBack'), value: ifAny(payment.refundedAmount) },
    { name: t('payments.inDispute'), value: ifAny(payment.disputedAmount) },
    { name: t('payments.takenBack'), value: ifAny(payment.reversedAmount) },
    { name: t('payments.available'), value: ifAny(availableAmount) },
  ];
  return (
    <>
      <AmountHead amount={amountIn(isoCurrencyCode, amount)}>
        <PaymentStatusBadge status={payment.paymentStatus} />
      </AmountHead>
      <DescriptionList look="grid" items={items} />
    </>
  );
}

function CardNumber({ masked }: { masked: string }) {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden="true">{masked}</span>
      <VisuallyHidden>{t('cards.ending', { digits: masked.slice(-4) })}</VisuallyHidden>
    </>
  );
}

/** The allocations of a payment to orders. */
function PaymentAllocations({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation();
  const { amountIn, date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const { paymentAllocations, paidFor, isoCurrencyCode } = payment;
  const isFor = (id: number) => paidFor.filter(({ orderId }) => orderId === id).map(describeOrder);
  if (paymentAllocations.length === 0) return <EmptyState small>{t('financial.noPaymentAllocations')}</EmptyState>;
  return (
    <DataTable
      label={t('payments.allocations')}
      rows={paymentAllocations}
      keyOf={({ id }) => id}
      columns={[
        { title: t('payments.allocationNumber'), cell: ({ id }) => id },
        { title: t('payments.date'), cell: ({ createdOn }) => date(createdOn, 'dd MMM yyyy', timeZone) },
        {
          title: t('payments.orders', { count: 1 }),
          // Its number alone would be the heading of a card on phones.
          cell: ({ orderId }) => (
            <CellDetails details={isFor(orderId)}>
              <Link to="/secure/account/order/$orderId" params={{ orderId: String(orderId) }}>
                {t('orders.number', { id: orderId })}
              </Link>
            </CellDetails>
          ),
          isName: true,
        },
        { title: t('payments.amount'), cell: ({ amount }) => amountIn(isoCurrencyCode, amount), align: 'end' },
      ]}
    />
  );
}
