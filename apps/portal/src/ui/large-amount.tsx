import type { CSSProperties } from 'react';
import styles from './large-amount.module.css';

/** The main amount of a page or a dialog. It is never cut: a long one is smaller on a phone. */
export const LargeAmount = ({ children }: { children: string }) => (
  <span className={styles.amount} style={{ '--letters': children.length } as CSSProperties}>
    {children}
  </span>
);
