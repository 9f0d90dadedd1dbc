import type { Order } from '@quayside/contract/orders/orders.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/formats/use-format.ts';
import { useSite } from '../../lib/account/account.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderStatusBanner } from './order-status-banner.tsx';
import styles from './order-view.module.css';

interface Props {
  order: Order;
  /** The actions. */
  buttons: ReactNode;
  /** Shown below its lines. */
  foot: ReactNode;
  /** Further content. */
  children: ReactNode;
}

/** An order with its status, actions, lines and payments. */
export function OrderView({ order, buttons, foot, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.view}>
      <OrderStatusBanner status={order.paymentStatus} />
      <div className={styles.buttons}>{buttons}</div>
      <Card>
        <OrderDetails order={order} />
      </Card>
      <Card title={t('orders.lines')}>
        <OrderLines order={order} />
      </Card>
      {foot}
      {children}
    </div>
  );
}

function OrderDetails({ order }: { order: Order }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const timeZone = useSite()?.timeZone;
  const items = [
    { name: t('orders.numberLabel'), value: order.id },
    { name: t('orders.invoiceNumber'), value: order.invoice?.number ?? null },
    { name: t('orders.date'), value: date(order.taxPointDate ?? order.createdOn, 'dd MMM yyyy', timeZone) },
    { name: t('orders.type'), value: order.orderType.name },
    {
      name: t('orders.creditNotes'),
      value:
        order.creditNotes.length > 0 &&
        order.creditNotes.map(({ orderId, number }) => <OrderLink key={orderId} id={orderId} name={number} />),
    },
    {
      name: t('orders.credits'),
      value: order.credits && (
        <OrderLink
          id={order.credits.orderId}
          name={order.credits.invoiceNumber ?? t('orders.number', { id: order.credits.orderId })}
        />
      ),
    },
  ];
  return <DescriptionList look="row" items={items} />;
}

function OrderLink({ id, name }: { id: number; name: string }) {
  return (
    <>
      <Link to="/secure/account/order/$orderId" params={{ orderId: String(id) }}>
        {name}
      </Link>{' '}
    </>
  );
}
