import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** One sentence. */
  children: ReactNode;
  /** One sentence that says what comes next. */
  next?: string;
  /** One next action. */
  action?: ReactNode;
  /** For use among other content: the sentence stands beside a smaller drawing. */
  small?: boolean;
}

/**
 * Shows that a list is empty and that this is fine: a drawing of a boat, what is empty, what comes next, and at most
 * one action.
 */
export function EmptyState({ children, next, action, small = false }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-small={small || undefined}>
      <BoatAtRest />
      <p>
        {children}
        {next !== undefined && <span className={styles.next}>{next}</span>}
      </p>
      {action}
    </div>
  );
}

function BoatAtRest() {
  return (
    <svg viewBox="0 0 160 96" width="160" height="96" fill="none" aria-hidden="true" className={styles.drawing}>
      <path d="M78 12v50M78 16c16 10 27 24 31 42H78M72 26C62 36 55 47 52 58h20" />
      <path d="M42 64h78c-3 9-9 14-18 14H60c-8 0-14-5-18-14Z" className={styles.hull} />
      <path d="M14 82c8-5 14-5 22 0s14 5 22 0 14-5 22 0 14 5 22 0 14-5 22 0 14 5 22 0" />
      <path d="M36 90c7-4 12-4 19 0s12 4 19 0 12-4 19 0 12 4 19 0" className={styles.faint} />
    </svg>
  );
}
