import { sql } from 'kysely';
import type { DeclaredTable, FindRows } from '../../db/declared-table.ts';
import { emptyEvents } from './empty-events.queries.ts';

/** Finds the events `t` about a person. */
export const ofPersonEvents: FindRows = ({ accountId }) => sql`
  (t.object ->> 'accountNumber' = ${sql.lit(String(accountId))}
    or t.type like 'account.%' and t.object ->> 'number' = ${sql.lit(String(accountId))}
    or t.object ->> 'account' = (
      select a.reference from accounts a where a.tenant_id = t.tenant_id and a.id = ${sql.lit(accountId)}))`;

export const eventTables: readonly DeclaredTable[] = [
  {
    name: 'events',
    kept: { sweptBy: 'sweep-events' },
    exported: true,
    person: {
      whose: ofPersonEvents,
      erasure: 'changes',
      erase: emptyEvents,
      why: 'names, addresses and words go; the events stay, because programs count them',
    },
    erasedBefore: ['accounts'],
  },
];
