import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** What a list is narrowed by, above it. What is chosen is in the address. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
