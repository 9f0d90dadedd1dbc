import type { ReactNode } from 'react';
import { LargeAmount } from './large-amount.tsx';
import styles from './amount-head.module.css';

interface AmountHeadProps {
  /** The formatted amount. */
  amount: string;
  /** A badge with the status. */
  children: ReactNode;
}

/** The first line of a page about one amount of money, above its facts. */
export function AmountHead({ amount, children }: AmountHeadProps) {
  return (
    <div className={styles.head}>
      <LargeAmount>{amount}</LargeAmount>
      {children}
    </div>
  );
}
