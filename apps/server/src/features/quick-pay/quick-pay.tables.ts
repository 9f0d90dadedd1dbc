import { type DeclaredTable, goesBecauseOpens, ofAccountThrough } from '../../db/declared-table.ts';

export const quickPayTables: readonly DeclaredTable[] = [
  {
    name: 'order_keys',
    kept: { sweptBy: 'sweep-order-keys' },
    leftBehind: 'a key opens an order',
    without: ['key_hash'],
    person: { whose: ofAccountThrough('order_id', 'orders'), ...goesBecauseOpens },
  },
];
