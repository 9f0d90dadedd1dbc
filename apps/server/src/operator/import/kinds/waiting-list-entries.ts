import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findAllBrokenLinks } from '../checks.ts';
import { day, oneOf, optional, reference, required, wholeNumber } from '../fields.ts';
import { given, storeRows } from '../store.ts';
import type { Kind } from './kind.ts';

/** The customers on each waiting list. A row with `removed` = yes removes an entry. */
export const waitingListEntries: Kind = {
  name: 'waiting-list-entries',
  fields: () => ({
    list: required(reference),
    account: required(reference),
    position: optional(wholeNumber),
    joined_on: optional(day),
    added_on: required(day),
    removed: optional(oneOf(['yes', 'no'])),
  }),
  waiting: {
    list: 'text',
    account: 'text',
    position: 'text',
    joined_on: 'text',
    added_on: 'text',
    removed: 'text',
  },
  key: ['list', 'account'],
  check: (trx, { id: tenantId }) =>
    findAllBrokenLinks(
      trx,
      'waiting-list-entries',
      [
        { column: 'list', to: 'waiting-lists', table: 'waiting_lists', noun: 'waiting list' },
        { column: 'account', to: 'accounts', table: 'accounts', noun: 'account' },
      ],
      tenantId,
    ),
  store: async (trx, { id: tenantId }) => {
    const removed = await removeEntries(trx, tenantId);
    const counts = await storeRows(trx, tenantId, {
      table: 'waiting_list_entries',
      rows: sql`
        select s.source_line, l.id as waiting_list_id, a.id as account_id,
          ${given('position', 'position', 'int')} as position,
          ${given('joined_on', 'joined_on', 'date')} as joined_on, s.added_on::date as added_on
        ${waiting(tenantId)}
        left join waiting_list_entries t
          on t.tenant_id = ${tenantId} and t.waiting_list_id = l.id and t.account_id = a.id
        where s.tenant_id = ${tenantId} and s.removed is distinct from 'yes'`,
      key: ['waiting_list_id', 'account_id'],
      columns: ['position', 'joined_on', 'added_on'],
    });
    return { ...counts, removed };
  },
};

const waiting = (tenantId: number) => sql`
  from import_waiting_list_entries s
  join waiting_lists l on l.tenant_id = ${tenantId} and l.reference = s.list
  join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account`;

async function removeEntries(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from waiting_list_entries t
    using (
      select l.id as list_id, a.id as account_id ${waiting(tenantId)}
      where s.tenant_id = ${tenantId} and s.removed = 'yes'
    ) as gone
    where t.tenant_id = ${tenantId} and t.waiting_list_id = gone.list_id and t.account_id = gone.account_id`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}
