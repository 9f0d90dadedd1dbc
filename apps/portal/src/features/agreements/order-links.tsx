import type { AgreementSummary } from '@quayside/contract/agreements/agreements.ts';
import { Link } from '@tanstack/react-router';
import { aboveRow } from '../../ui/table/row-actions.tsx';
import styles from './agreements.module.css';

/** Links to the orders that depend on an agreement. */
export function OrderLinks({ orders }: { orders: AgreementSummary['associations'] }) {
  if (orders.length === 0) return null;
  return (
    <ul className={`${styles.orders} ${aboveRow}`}>
      {orders.map(({ id }) => (
        <li key={id}>
          <Link to="/secure/account/order/$orderId" params={{ orderId: String(id) }}>
            {id}
          </Link>
        </li>
      ))}
    </ul>
  );
}
