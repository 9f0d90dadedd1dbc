import { type DeclaredTable, books, ofAccount, through } from '../../db/declared-table.ts';

export const orderTables: readonly DeclaredTable[] = [
  { name: 'orders', kept: 'books', exported: true, person: { whose: ofAccount, ...books } },
  { name: 'order_lines', kept: 'books', exported: true, person: { whose: through('order_id', 'orders'), ...books } },
];
