import type { OutstandingOrder } from '@quayside/contract/orders/orders.ts';
import { useFormat } from '../../../lib/formats/use-format.ts';
import { useTranslation } from '../../../lib/texts/texts.ts';
import type { Basket } from '../basket.ts';
import styles from './paid-items.module.css';

/** An order, as a payment names it. */
export type BilledOrder = Pick<OutstandingOrder, 'id' | 'description' | 'outstandingAmount'>;

interface Props {
  /** Orders, of which those in the basket are shown. */
  orders: readonly BilledOrder[];
  basket: Pick<Basket, 'orderIds' | 'part'>;
}

/** The orders that a basket pays, each with its amount. */
export function PaidItems({ orders, basket }: Props) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  const paid = paidOf(orders, basket);
  if (paid.length === 0) return null;
  return (
    <ul className={styles.items}>
      {paid.map(({ id, description, outstandingAmount }) => (
        <li key={id}>
          <span>
            {description} <span className={styles.number}>{t('orders.number', { id })}</span>
          </span>
          <span className={styles.figure}>{amount(outstandingAmount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the basket's orders with what is paid of them: all that they owe, or the part that the reader chose. */
function paidOf(orders: readonly BilledOrder[], { orderIds, part }: Props['basket']): readonly BilledOrder[] {
  if (part === null) return orders.filter(({ id }) => orderIds.includes(id));
  const amounts = new Map(part.amounts.map(({ orderId, amount }) => [orderId, amount]));
  return orders.flatMap((order) => {
    const outstandingAmount = amounts.get(order.id);
    return outstandingAmount === undefined ? [] : [{ ...order, outstandingAmount }];
  });
}
