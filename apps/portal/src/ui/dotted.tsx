import type { ReactNode } from 'react';
import styles from './dotted.module.css';

/** Short texts in a line, with a dot between two of them. No line begins or ends with a dot. */
export function Dotted({ children }: { children: readonly ReactNode[] }) {
  return (
    <span className={styles.line}>
      {children
        .filter((part) => part !== null && part !== '' && part !== false)
        .map((part, place) => (
          <span key={place}>
            <span className={styles.dot}>{place > 0 && ' · '}</span>
            <span>{part}</span>
          </span>
        ))}
    </span>
  );
}

/** Returns a text that may have dots inside, such as the description of an order. Empty if the text is. */
export const dotted = (text: string): ReactNode => text && <Dotted>{text.split(' · ')}</Dotted>;
