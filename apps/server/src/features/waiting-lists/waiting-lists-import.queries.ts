import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { storeFile } from '../../import/store-rows.queries.ts';
import { takeOffLists } from './leave-list.queries.ts';

/** Stores the waiting lists of a file. */
export const storeWaitingLists = (trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'waiting_lists',
    counter: 'waiting-list',
    columns,
    from: sql`
      from import_waiting_lists s
      left join waiting_lists t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId}`,
  });

/** Stores the entries of a file, and removes those that it removes. */
export async function storeEntries(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  const removed = await removeEntries(trx, tenantId);
  const counts = await storeFile(trx, tenantId, {
    table: 'waiting_list_entries',
    key: ['waiting_list_id', 'account_id'],
    columns,
    computed: { waiting_list_id: sql`l.id`, account_id: sql`a.id` },
    from: sql`
      ${entries(tenantId)}
      left join waiting_list_entries t
        on t.tenant_id = ${tenantId} and t.waiting_list_id = l.id and t.account_id = a.id
      where s.tenant_id = ${tenantId} and s.removed is distinct from 'yes'`,
  });
  return { ...counts, removed };
}

const entries = (tenantId: number) => sql`
  from import_waiting_list_entries s
  join waiting_lists l on l.tenant_id = ${tenantId} and l.reference = s.list
  join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account`;

const removeEntries = (trx: TenantDb, tenantId: number): Promise<number> =>
  takeOffLists(
    trx,
    tenantId,
    sql`(t.waiting_list_id, t.account_id) in (
      select l.id, a.id ${entries(tenantId)} where s.tenant_id = ${tenantId} and s.removed = 'yes')`,
  );
