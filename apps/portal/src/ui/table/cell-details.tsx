import type { ReactNode } from 'react';
import { dotted } from '../dotted.tsx';
import styles from './cell-details.module.css';

interface Props {
  children: ReactNode;
  /** The lines below. Empty ones are left out. */
  details: readonly string[];
}

/** The content of a table's cell, with quiet lines below it. */
export function CellDetails({ children, details }: Props) {
  return (
    <>
      {children}
      {details.filter(Boolean).map((line, place) => (
        <div key={place} className={styles.line}>
          {dotted(line)}
        </div>
      ))}
    </>
  );
}
