import styles from './count-badge.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A red number of waiting items: hidden at 0, `99+` above 99, and in words for screen readers (decision C2.19). */
export function CountBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
