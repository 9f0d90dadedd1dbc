import { isSettledStatus } from '@quayside/contract/orders/orders.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import { Alert } from '../../../ui/message/alert.tsx';
import { PageHeading } from '../../../ui/page/page-heading.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { usePaymentPlaces } from '../payment-places.ts';
import { TestBanner } from '../test-banner.tsx';
import { OnItsWayHint, PaymentHead } from './payment-head.tsx';
import { outcomeTitle } from './payment-outcome.ts';
import styles from './payment-result.module.css';
import { paymentStatusIcons } from './payment-status-badge.tsx';
import { automaticMail, ReceiptButtons } from './receipt-buttons.tsx';

/** The facts about the reader of a payment's page. */
export interface ConfirmationContext {
  /** The payment's account. Undefined while it loads. `email` is empty if it has no address for receipts. */
  account: { email: string } | undefined;
  /** The site's time zone. Undefined while it loads. */
  timeZone: string | undefined;
  /** The amount still due, and the button to it. By a link that is the rest of the order. */
  stillDue?: ReactNode;
  /** The links to the next page. */
  onward: ReactNode;
}

/** The payment succeeded, or is on its way (decision P3.8). Green only if it is completed (ORD-10). */
export function PaymentConfirmation({
  payment,
  account,
  timeZone,
  stillDue,
  onward,
}: { payment: ProcessedPayment } & ConfirmationContext) {
  const { t } = useTranslation();
  const isSettled = isSettledStatus(payment.paymentStatus);
  return (
    <div className={styles.result}>
      <PageHeading title={outcomeTitle(t, payment)} />
      {payment.isTest && <TestBanner />}
      <section className={styles.panel} aria-label={t('payments.details')}>
        <PaymentHead payment={payment} icon={paymentStatusIcons[payment.paymentStatus]} isSettled={isSettled} />
        <PaymentSummary payment={payment} timeZone={timeZone} />
      </section>
      <OnItsWayHint payment={payment} />
      {isSettled && (
        <ReceiptButtons payment={payment} mail={automaticMail(payment)} account={account} timeZone={timeZone} />
      )}
      {payment.cardSaved === false && <Alert kind="warning">{t('cards.notKept')}</Alert>}
      {payment.cardSaved === true && <Alert kind="info">{t('cards.kept')}</Alert>}
      {stillDue}
      <div className={styles.buttons}>{onward}</div>
    </div>
  );
}

/** The details of a payment, each with its name (ORD-9). */
function PaymentSummary({ payment, timeZone }: { payment: ProcessedPayment; timeZone: string | undefined }) {
  const { t } = useTranslation();
  const { amount, date } = useFormat();
  const { transactionDate, orders, reference, maskedCardNumber, paymentMethod, paymentChannel } = payment;
  return (
    <dl className={styles.facts}>
      {transactionDate !== null && (
        <Fact name={t('payments.transactionDate')}>{date(transactionDate, 'dd MMM yyyy HH:mm:ss', timeZone)}</Fact>
      )}
      {orders.length > 0 && (
        <Fact name={t('payments.orders', { count: orders.length })}>
          <ul>
            {orders.map((order) => (
              <li key={order.orderId}>
                <span className={styles.order}>
                  {order.description}
                  <OrderName order={order} />
                </span>{' '}
                <span>{amount(order.amount)}</span>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact name={t('payments.reference')}>{reference}</Fact>
      {maskedCardNumber !== null && (
        <Fact name={t('payments.card')}>
          <span aria-hidden>{maskedCardNumber}</span>
          <VisuallyHidden>{t('cards.ending', { digits: maskedCardNumber.slice(-4) })}</VisuallyHidden>
        </Fact>
      )}
      {paymentChannel !== 'None' && <Fact name={t('payments.method')}>{paymentMethod}</Fact>}
      {payment.refundedAmount > 0 && <Fact name={t('payments.givenBack')}>{amount(payment.refundedAmount)}</Fact>}
      {payment.disputedAmount > 0 && <Fact name={t('payments.inDispute')}>{amount(payment.disputedAmount)}</Fact>}
      {payment.reversedAmount > 0 && <Fact name={t('payments.takenBack')}>{amount(payment.reversedAmount)}</Fact>}
      {payment.availableAmount > 0 && (
        <Fact name={t('payments.available')}>
          {t('payments.availableHint', { amount: amount(payment.availableAmount) })}
        </Fact>
      )}
    </dl>
  );
}

/** Names an order, by its invoice once that is issued. Within the portal it is a link to the order. */
function OrderName({ order: { orderId, invoiceNumber } }: { order: ProcessedPayment['orders'][number] }) {
  const { t } = useTranslation();
  const { payLink } = usePaymentPlaces();
  const name =
    invoiceNumber === null ? t('orders.number', { id: orderId }) : t('orders.invoiceOf', { number: invoiceNumber });
  if (payLink !== null) return <span>{name}</span>;
  return (
    <Link to="/secure/account/order/$orderId" params={{ orderId: String(orderId) }}>
      {name}
    </Link>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
