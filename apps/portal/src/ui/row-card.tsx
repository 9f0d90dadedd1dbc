import type { ReactNode } from 'react';
import { type Fact, FactList } from './fact-list.tsx';
import styles from './row-card.module.css';

interface RowCardProps {
  amount: string;
  /** Where it stands. */
  status: ReactNode;
  /** What it is. */
  name: ReactNode;
  facts: readonly Fact[];
  actions: ReactNode;
}

/** A row about money on phones: amount and status first, then what it is, at its end what there is to do. */
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
