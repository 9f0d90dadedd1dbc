import { type DeclaredTable, staysBecauseBooks, ofAccountThrough } from '../../db/declared-table.ts';

export const invoiceTables: readonly DeclaredTable[] = [
  {
    name: 'invoice_papers',
    kept: 'books',
    exported: true,
    person: { whose: ofAccountThrough('order_id', 'orders'), ...staysBecauseBooks },
  },
];
