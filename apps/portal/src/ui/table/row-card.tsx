import type { ReactNode } from 'react';
import { type DescriptionItem, DescriptionList } from '../description-list.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  amount: string;
  /** The status. */
  status: ReactNode;
  /** The name of the row. */
  name: ReactNode;
  items: readonly DescriptionItem[];
  actions: ReactNode;
}

/** A row about money on phones: first amount and status, then the name and items, at the end the actions. */
export function RowCard({ amount, status, name, items, actions }: RowCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <strong className={styles.amount}>{amount}</strong>
        {status}
      </div>
      <span>{name}</span>
      <DescriptionList look="grid" items={items} />
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
