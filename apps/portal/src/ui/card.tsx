import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  /** Names the card; it is a region of the page then. */
  title?: ReactNode;
  /** Beside the title, at its end. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A surface for what belongs together. */
export function Card({ title, aside, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
