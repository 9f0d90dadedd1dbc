import { type DeclaredTable, ofLogins, ofOwnLogins, goesBecauseOpens } from '../../db/declared-table.ts';

export const passwordTables: readonly DeclaredTable[] = [
  {
    name: 'password_resets',
    kept: { sweptBy: 'sweep-password-resets' },
    leftBehind: 'a link opens a login',
    without: ['token_hash'],
    person: { whose: ofLogins, goes: ofOwnLogins, ...goesBecauseOpens },
  },
];
