import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export interface Fact {
  name: string;
  /** Empty values are left out. */
  value: ReactNode;
}

interface FactListProps {
  facts: readonly Fact[];
  /**
   * `figures` and `row` side by side, figures larger; `grid` in columns of equal width; `column` below each other.
   */
  look?: 'figures' | 'row' | 'grid' | 'column';
}

/** Short facts, each under its name. */
export function FactList({ facts, look = 'figures' }: FactListProps) {
  const known = facts.filter(({ value }) => value !== null && value !== '' && value !== false);
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts} data-look={look}>
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
