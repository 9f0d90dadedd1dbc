import styles from './sidebar.module.css';

/** Stands for entries that nobody knows yet. Those below it wait for a moment, or they would be moved. */
export const UnknownEntries = () => <li className={styles.unknown} aria-hidden="true" />;
