import { IconChevronDown } from '@tabler/icons-react';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

/** The browser's own select, which every phone and screen reader knows, with an arrow that is alike in all engines. */
export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={styles.frame}>
      <select {...props} />
      <IconChevronDown size={18} aria-hidden="true" />
    </span>
  );
}
