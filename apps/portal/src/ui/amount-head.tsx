import type { ReactNode } from 'react';
import styles from './amount-head.module.css';

interface AmountHeadProps {
  /** As it is shown. */
  amount: string;
  /** Where it stands: a badge. */
  children: ReactNode;
}

/** The first line of what is about one amount of money, above its facts. */
export function AmountHead({ amount, children }: AmountHeadProps) {
  return (
    <div className={styles.head}>
      <span className={styles.amount}>{amount}</span>
      {children}
    </div>
  );
}
