import type { ReactNode } from 'react';
import { compactScreen, useMatch } from '../../lib/browser/media-query.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import type { Column } from './column.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './data-table.module.css';
import { ScrollBox } from './scroll-box.tsx';

export interface NamedColumn<Row> extends Column<Row> {
  /** This column names the row. It is the heading of the row and of its card. */
  isName?: boolean;
}

export interface DataTableProps<Row> {
  /** Names the rows for screen readers. */
  label: string;
  /** A card leaves out columns without a value. */
  columns: readonly NamedColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, place: number) => string | number;
  /** The one action at the row's end. Without it there is no such column. */
  action?: ((row: Row) => ReactNode) | undefined;
}

/**
 * Shows rows as a plain table, and as cards on phones and tablets. The server draws both, and the styles show one.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isCompact = useMatch(compactScreen);
  const isDrawn = isCompact === undefined;
  return (
    <>
      {isCompact !== true && (
        <ScrollBox label={props.label} className={isDrawn ? styles.onDesk : undefined}>
          <Table {...props} />
        </ScrollBox>
      )}
      {isCompact !== false && <Cards {...props} isDrawn={isDrawn} />}
    </>
  );
}

function Table<Row>({ label, columns, rows, keyOf, action }: DataTableProps<Row>) {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, align }) => (
            <th key={title} scope="col" data-align={align}>
              {title}
            </th>
          ))}
          {action && (
            <th scope="col" data-on-screen>
              <VisuallyHidden>{t('general.action')}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf(row, place)}>
            {columns.map(({ title, cell, align, isName }) =>
              isName ? (
                <th key={title} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={title} data-align={align}>
                  {cell(row)}
                </td>
              ),
            )}
            {action && (
              <td data-align="end" data-on-screen>
                {action(row)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ label, columns, rows, keyOf, action, isDrawn }: DataTableProps<Row> & { isDrawn: boolean }) {
  const name = columns.find(({ isName }) => isName);
  return (
    <ul className={styles.cards} aria-label={label} data-drawn={isDrawn || undefined}>
      {rows.map((row, place) => (
        <li key={keyOf(row, place)}>
          <strong>{name?.cell(row)}</strong>
          <dl>
            {columns
              .filter((column) => column !== name)
              .map(({ title, cell }) => ({ title, value: cell(row) }))
              .filter(({ value }) => value !== '' && value !== null)
              .map(({ title, value }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {action?.(row)}
        </li>
      ))}
    </ul>
  );
}
