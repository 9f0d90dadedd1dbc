import { type DeclaredTable, ofAccount, goesBecauseOpens } from '../../db/declared-table.ts';

export const calendarTables: readonly DeclaredTable[] = [
  {
    name: 'calendar_links',
    kept: 'owner',
    leftBehind: 'a link opens a calendar',
    without: ['token_hash'],
    person: { whose: ofAccount, ...goesBecauseOpens },
  },
];
