import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  /** Names the card, which makes it a region of the page. */
  title?: ReactNode;
  /** Stands at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A surface around content that belongs together. */
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
