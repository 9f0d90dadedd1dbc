import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from '../table/column.ts';

/** The total number of rows and pages. */
export interface Totals {
  totalItems: number;
  totalPages: number;
}

export interface PagedListProps<Answer extends Totals, Row> {
  /** Names the list, such as "Agreements". */
  label: string;
  /** The call that answers a page. Its failure is shown here: `meta: { showsFailure: true }`. */
  query: (part: { page: number; rows: number }) => UseQueryOptions<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** Renders a row on phones and tablets. */
  card: (row: Row) => ReactNode;
  /** Shown above the rows with the total number. */
  head?: (total: number) => ReactNode;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** Such as "Your agreements could not be loaded". */
  failureTitle: string;
}
