import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** What can be done with a row of a list, one after the other at its end. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>;
}

/** What the picture before it says, where there is room for words. */
export function RowWord({ children }: { children: ReactNode }) {
  return <span className={styles.word}>{children}</span>;
}

/** The look of one of them: a short word, or an icon with a name. */
export const rowAction = styles.action;
