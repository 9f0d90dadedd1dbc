import { sql } from 'kysely';
import type { DeclaredTable } from '../../db/declared-table.ts';
import { emptyAccount } from './empty-account.queries.ts';

export const accountTables: readonly DeclaredTable[] = [
  {
    name: 'accounts',
    kept: 'books',
    exported: true,
    // The tokens open the partners' apps and the page of consents.
    without: ['opaque_token', 'consent_key'],
    renewed: { opaque_token: 'gen_random_uuid()::text', consent_key: 'gen_random_uuid()' },
    person: {
      whose: ({ accountId }) => sql`t.id = ${sql.lit(accountId)}`,
      erasure: 'changes',
      erase: emptyAccount,
      why: 'name, addresses and telephones go; the number and your reference stay, because orders name them',
    },
  },
];
