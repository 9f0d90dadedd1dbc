import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Short facts side by side, each under its name. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
