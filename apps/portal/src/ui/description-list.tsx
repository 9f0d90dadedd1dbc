import type { ReactNode } from 'react';
import styles from './description-list.module.css';

export interface DescriptionItem {
  name: string;
  /** Empty values are left out. */
  value: ReactNode;
}

interface DescriptionListProps {
  items: readonly DescriptionItem[];
  /**
   * `figures` and `row` side by side, figures larger; `grid` in columns of equal width; `column` below each other.
   */
  look?: 'figures' | 'row' | 'grid' | 'column';
}

/** A list of short values, each under its name. */
export function DescriptionList({ items, look = 'figures' }: DescriptionListProps) {
  const filledItems = items.filter(({ value }) => value !== null && value !== '' && value !== false);
  if (filledItems.length === 0) return null;
  return (
    <dl className={styles.items} data-look={look}>
      {filledItems.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
