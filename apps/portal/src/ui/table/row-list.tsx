import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** Plain rows in a card. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

export interface RowProps {
  icon?: ReactNode;
  title: ReactNode;
  /** The details, one after the other. Empty ones are left out. */
  details?: readonly ReactNode[];
  /** The status, at the row's end. */
  end?: ReactNode;
  children?: ReactNode;
}

/** One item with its details and its status. */
export function Row({ icon, title, details = [], end, children }: RowProps) {
  const shownDetails = details.filter((detail) => detail !== null && detail !== '' && detail !== false);
  return (
    <li className={styles.row}>
      {icon}
      <div className={styles.what}>
        <strong>{title}</strong>
        {shownDetails.length > 0 && (
          <span className={styles.details}>
            {shownDetails.map((detail, place) => (
              <span key={place}>{detail}</span>
            ))}
          </span>
        )}
        {children}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </li>
  );
}
