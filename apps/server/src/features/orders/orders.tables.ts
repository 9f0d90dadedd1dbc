import { type DeclaredTable, staysBecauseBooks, ofAccount, ofAccountThrough } from '../../db/declared-table.ts';

export const orderTables: readonly DeclaredTable[] = [
  { name: 'orders', kept: 'books', exported: true, person: { whose: ofAccount, ...staysBecauseBooks } },
  {
    name: 'order_lines',
    kept: 'books',
    exported: true,
    person: { whose: ofAccountThrough('order_id', 'orders'), ...staysBecauseBooks },
  },
];
