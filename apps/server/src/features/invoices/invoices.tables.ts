import { type DeclaredTable, books, through } from '../../db/declared-table.ts';

export const invoiceTables: readonly DeclaredTable[] = [
  { name: 'invoice_papers', kept: 'books', exported: true, person: { whose: through('order_id', 'orders'), ...books } },
];
