import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** The row of filters above a list. The chosen values are in the address. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
