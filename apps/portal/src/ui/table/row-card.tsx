import type { ReactNode } from 'react';
import { type Fact, FactList } from '../fact-list.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  amount: string;
  /** The status. */
  status: ReactNode;
  /** The name of the row. */
  name: ReactNode;
  facts: readonly Fact[];
  actions: ReactNode;
}

/** A row about money on phones: first amount and status, then the name and facts, at the end the actions. */
export function RowCard({ amount, status, name, facts, actions }: RowCardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <strong className={styles.amount}>{amount}</strong>
        {status}
      </div>
      <span>{name}</span>
      <FactList look="grid" facts={facts} />
      <div className={styles.actions}>{actions}</div>
    </div>
  );
}
