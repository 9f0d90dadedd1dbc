import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  /** Renders a row's cell. */
  cell: (row: Row) => ReactNode;
  /** Amounts and actions are aligned to the end. */
  align?: 'end';
  /** True for short values that never break, such as dates. */
  isShort?: boolean;
  /** True for a column that only a window with room has. In a smaller one, another column says the same. */
  isExtra?: boolean;
  /** True for the actions of a row. Paper has no such column. */
  isActions?: boolean;
}
