import styles from './spinner.module.css';

/** An animation beside words that tell what is going on. Screen readers ignore it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
