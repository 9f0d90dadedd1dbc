import { type DeclaredTable, ofAccount, goesBecauseOpens } from '../../db/declared-table.ts';

export const staffViewTables: readonly DeclaredTable[] = [
  {
    name: 'staff_links',
    kept: { sweptBy: 'sweep-sessions' },
    leftBehind: 'a link opens an account',
    without: ['token_hash'],
    person: { whose: ofAccount, ...goesBecauseOpens },
  },
];
