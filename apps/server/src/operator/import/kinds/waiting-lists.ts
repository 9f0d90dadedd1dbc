import { sql } from 'kysely';
import { reference, required, text } from '../fields.ts';
import { storeRows } from '../store.ts';
import type { Kind } from './kind.ts';

export const waitingLists: Kind = {
  name: 'waiting-lists',
  fields: () => ({ reference: required(reference), title: required(text(120)), type: required(text(60)) }),
  waiting: { reference: 'text', title: 'text', type: 'text' },
  key: ['reference'],
  check: async () => [],
  store: (trx, { id: tenantId }) =>
    storeRows(trx, tenantId, {
      table: 'waiting_lists',
      rows: sql`
        select s.source_line, t.id, s.reference, s.title, s.type
        from import_waiting_lists s
        left join waiting_lists t on t.tenant_id = ${tenantId} and t.reference = s.reference
        where s.tenant_id = ${tenantId}`,
      counter: 'waiting-list',
      key: ['id'],
      columns: ['reference', 'title', 'type'],
    }),
};
