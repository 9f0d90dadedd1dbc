import type { ReactNode } from 'react';
import { type DescriptionItem, DescriptionList } from '../description-list.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  amount: string;
  /** Says to screen readers what the amount is, if it is more than the row's total. The status shows it. */
  amountName?: string | false;
  /** The status. */
  status: ReactNode;
  /** The name of the row. */
  name: ReactNode;
  items: readonly DescriptionItem[];
  actions: ReactNode;
}

/** A row about money on phones: first amount and status, then the name and items, at the end the actions. */
export function RowCard({ amount, amountName, status, name, items, actions }: RowCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <strong className={styles.amount}>
          {amountName && <VisuallyHidden>{amountName} </VisuallyHidden>}
          {amount}
        </strong>
        {status}
      </div>
      <span>{name}</span>
      <DescriptionList look="grid" items={items} />
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
