import { DataTable } from './data-table.tsx';
import styles from './lines-table.module.css';
import type { Column } from './column.ts';

interface LinesTableProps<Row> {
  /** Names the lines for screen readers. */
  label: string;
  rows: readonly Row[];
  /** The first column names the line. A column without any value is left out. */
  columns: readonly Column<Row>[];
  /** Shown below the lines. The last one is the total. */
  totals: readonly { name: string; value: string }[];
}

/** The lines of a paper with their totals. */
export function LinesTable<Row>({ label, rows, columns, totals }: LinesTableProps<Row>) {
  // An order of one kind of line has no dates or places, and columns without a value squeeze the others.
  const filledColumns = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const named = filledColumns.map((column, place) => ({ ...column, isName: place === 0 }));
  return (
    <div className={styles.lines}>
      <DataTable label={label} rows={rows} columns={named} keyOf={(_, place) => place} />
      <dl className={styles.totals}>
        {totals.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
