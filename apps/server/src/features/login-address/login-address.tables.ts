import { type DeclaredTable, ofLogins, ofOwnLogins, goesBecauseOpens } from '../../db/declared-table.ts';

export const loginAddressTables: readonly DeclaredTable[] = [
  {
    name: 'address_confirmations',
    kept: { sweptBy: 'sweep-address-confirmations' },
    leftBehind: 'a link changes a login',
    without: ['token_hash'],
    person: { whose: ofLogins, goes: ofOwnLogins, ...goesBecauseOpens },
  },
];
