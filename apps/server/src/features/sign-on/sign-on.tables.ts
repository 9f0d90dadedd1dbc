import { sql } from 'kysely';
import { type DeclaredTable, ofLogins, ofOwnLogins, goesBecauseOpens } from '../../db/declared-table.ts';

export const signOnTables: readonly DeclaredTable[] = [
  { name: 'sign_on_providers', kept: 'few', leftBehind: 'the settings of a provider are secret', person: null },
  {
    name: 'sign_ons',
    kept: { sweptBy: 'sweep-sign-ons' },
    leftBehind: 'a sign-in that is under way',
    without: ['token_hash', 'state_hash', 'code_hash'],
    person: {
      whose: ({ accountId }) => sql`t.code_hash in (
        select r.code_hash from renewal_codes r
        where r.tenant_id = t.tenant_id and r.account_id = ${sql.lit(accountId)})`,
      ...goesBecauseOpens,
    },
  },
  {
    name: 'sign_on_confirmations',
    kept: { sweptBy: 'sweep-sign-ons' },
    leftBehind: 'a sign-in that is under way',
    without: ['token_hash'],
    person: { whose: ofLogins, goes: ofOwnLogins, ...goesBecauseOpens },
  },
];
