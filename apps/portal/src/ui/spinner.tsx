import styles from './spinner.module.css';

/** Turns beside words that say what is going on; alone it says nothing. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
