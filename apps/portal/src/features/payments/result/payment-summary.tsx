import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { usePaymentPlaces } from '../payment-places.ts';
import styles from './payment-result.module.css';

/** The details of a payment, each with its name (ORD-9). */
export function PaymentSummary({ payment, timeZone }: { payment: ProcessedPayment; timeZone: string | undefined }) {
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
