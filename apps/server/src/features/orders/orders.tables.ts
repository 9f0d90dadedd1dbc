import { type DeclaredTable, books, ofAccount, through } from '../../db/declared-table.ts';

export const orderTables: readonly DeclaredTable[] = [
  { name: 'orders', exported: true, person: { whose: ofAccount, ...books } },
  { name: 'order_lines', exported: true, person: { whose: through('order_id', 'orders'), ...books } },
];
