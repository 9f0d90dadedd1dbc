import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface WaitingListRow {
  title: string;
  type: string;
  position: number | null;
  joined_on: string | null;
  added_on: string;
  /** The date of the longest wait on the list. */
  oldest: string;
  moved_at: Date | null;
  moved_up: boolean | null;
  move_reason: string;
}

/** Returns an account's entries by the lists' titles. */
export async function waitingListsOfAccount(
  db: TenantDb,
  tenantId: number,
  accountId: number,
): Promise<WaitingListRow[]> {
  const { rows } = await sql<WaitingListRow>`
    select w.title, w.type, e.position, e.joined_on, e.added_on, e.moved_at, e.moved_up, e.move_reason,
      (
        select min(coalesce(joined_on, added_on)) from waiting_list_entries
        where tenant_id = e.tenant_id and waiting_list_id = e.waiting_list_id
      ) as oldest
    from waiting_list_entries e
    join waiting_lists w on w.tenant_id = e.tenant_id and w.id = e.waiting_list_id
    where e.tenant_id = ${tenantId} and e.account_id = ${accountId}
    order by w.title, w.id`.execute(db);
  return rows;
}
