import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '../lib/mobile.ts';
import styles from './data-table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Says which row it is: heads the row, and its card. */
  isName?: boolean;
}

export interface DataTableProps<Row> {
  /** What the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The one thing to do, at the row's end. Without it there is no such column. */
  action?: ((row: Row) => ReactNode) | undefined;
}

/** Rows as a quiet table, on phones and tablets as cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  return useIsMobile() ? <Cards {...props} /> : <Table {...props} />;
}

function Table<Row>({ label, columns, rows, keyOf, action }: DataTableProps<Row>) {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          {action && (
            <th scope="col">
              <VisuallyHidden>{t('general.action')}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ heading, cell, isName }) =>
              isName ? (
                <th key={heading} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={heading}>{cell(row)}</td>
              ),
            )}
            {action && <td className={styles.action}>{action(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ label, columns, rows, keyOf, action }: DataTableProps<Row>) {
  const name = columns.find(({ isName }) => isName);
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <strong>{name?.cell(row)}</strong>
          <dl>
            {columns
              .filter((column) => column !== name)
              .map(({ heading, cell }) => (
                <div key={heading}>
                  <dt>{heading}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
          </dl>
          {action?.(row)}
        </li>
      ))}
    </ul>
  );
}
