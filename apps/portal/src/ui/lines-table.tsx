import { useIsMobile } from '../lib/mobile.ts';
import type { Column } from './paged-list/paged-list-props.ts';
import styles from './lines-table.module.css';

interface LinesTableProps<Row> {
  /** What the lines are. */
  label: string;
  rows: readonly Row[];
  /** The first says what a line is. One without a value is left out of a card. */
  columns: readonly Column<Row>[];
  /** Below the lines; the last one is what they come to. */
  totals: readonly { name: string; value: string }[];
}

/** The lines of a paper with what they come to: a table, on phones cards. */
export function LinesTable<Row>(props: LinesTableProps<Row>) {
  const isMobile = useIsMobile();
  return (
    <div className={styles.lines}>
      <div className={styles.scroller}>{isMobile ? <Cards {...props} /> : <Table {...props} />}</div>
      <dl className={styles.totals}>
        {props.totals.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Table<Row>({ label, rows, columns }: LinesTableProps<Row>) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={place}>
            {columns.map(({ title, cell, align }, column) =>
              column === 0 ? (
                <th key={title} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={title} data-align={align}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ label, rows, columns: [first, ...columns] }: LinesTableProps<Row>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row, place) => (
        <li key={place}>
          <strong>{first?.cell(row)}</strong>
          <dl>
            {columns
              .map(({ title, cell }) => ({ title, value: cell(row) }))
              .filter(({ value }) => value !== '' && value !== null)
              .map(({ title, value }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
