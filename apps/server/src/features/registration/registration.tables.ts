import { type DeclaredTable, ofAccount, goesBecauseOpens } from '../../db/declared-table.ts';

export const registrationTables: readonly DeclaredTable[] = [
  {
    name: 'renewal_codes',
    kept: { sweptBy: 'sweep-renewal-codes' },
    leftBehind: 'a registration code opens an account',
    without: ['code_hash'],
    person: { whose: ofAccount, ...goesBecauseOpens },
  },
];
