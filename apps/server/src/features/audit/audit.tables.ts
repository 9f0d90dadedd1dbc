import { sql } from 'kysely';
import type { DeclaredTable } from '../../db/declared-table.ts';

export const auditTables: readonly DeclaredTable[] = [
  { name: 'audit_entries', kept: 'books', leftBehind: 'it comes with the earlier trails', person: null },
  {
    name: 'audit_heads',
    kept: 'few',
    leftBehind: 'the number and the hash of the last entry are in the trail',
    person: null,
  },
  {
    // An export joins the marina's own chain and those of earlier installations.
    name: 'earlier_audit_entries',
    kept: 'books',
    exported: true,
    person: {
      whose: ({ accountId }) => sql`t.content::json ->> 'accountId' = ${sql.lit(String(accountId))}`,
      erasure: 'stays',
      why: 'nobody can change the audit trail',
    },
  },
];
