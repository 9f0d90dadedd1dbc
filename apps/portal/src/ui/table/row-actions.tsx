import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** The actions of a row in a list, side by side at its end. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={styles.actions}>{children}</span>;
}

/** The words beside an action's icon, shown if there is room. */
export function RowWord({ children }: { children: ReactNode }) {
  return <span className={styles.word}>{children}</span>;
}

/** The look of one action: a short word, or an icon with a name. */
export const rowAction = styles.action;

/**
 * The look of the action that opens the row. Its link covers the whole row, so that a click anywhere follows it. The
 * other actions stay above it. A screen reader and the keyboard find one plain link.
 */
export const rowLink = `${styles.action} ${styles.whole}`;

/** The look of a link that is the row's name. It covers the whole row, like `rowLink`. */
export const wholeRow = styles.whole;

/** The look of links that stay above the link of the whole row, outside of `RowActions`. */
export const aboveRow = styles.above;
