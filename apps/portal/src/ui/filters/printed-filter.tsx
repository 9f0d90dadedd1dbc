import styles from './filters.module.css';

interface Props {
  name: string;
  /** Empty: the filter narrows nothing. */
  value: string;
}

/** Says a filter in words on paper, where its field is not shown. Without it a part of a list looks like all of it. */
export function PrintedFilter({ name, value }: Props) {
  if (value === '') return null;
  return (
    <p className={styles.printed}>
      <span>{name}</span> {value}
    </p>
  );
}
