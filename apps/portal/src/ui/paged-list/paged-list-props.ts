import type { UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** How much there is beside the rows that were asked for. */
export interface Totals {
  totalItems: number;
  totalPages: number;
}

export interface Column<Row> {
  title: string;
  /** What a row has there. */
  cell: (row: Row) => ReactNode;
  /** Amounts and what there is to do stand at the end. */
  align?: 'end';
}

export interface PagedListProps<Answer extends Totals, Row> {
  /** What is listed, such as "Agreements". */
  label: string;
  /** The call that answers a page, its failure shown here: `meta: { showsFailure: true }`. */
  query: (part: { page: number; rows: number }) => UseQueryOptions<Answer>;
  rowsOf: (answer: Answer) => readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** A row on phones and tablets. */
  card: (row: Row) => ReactNode;
  /** Above the rows: how many there are in all. */
  head?: (total: number) => ReactNode;
  /** Instead of a list of nothing. */
  empty: ReactNode;
  /** Such as "Your agreements could not be loaded". */
  failureTitle: string;
}
