import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

/** Words for those who hear the page. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}
