import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

/** An entry with its list and its customer. */
export interface EntryRow {
  list_id: number;
  /** The marina's own name of the list. */
  list: string | null;
  title: string;
  type: string;
  account_id: number;
  /** The marina's own name of the account. */
  account: string | null;
  email: string;
  is_closed: boolean;
  /** The language of one of the account's logins, if any has one. */
  language: string | null;
  position: number | null;
  joined_on: string | null;
  added_on: string;
  moved_at: Date | null;
  moved_up: boolean | null;
  move_reason: string;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
  updated_at: Date;
}

/** Finds an entry by the marina's own names of the list and the account. */
export const findEntry = (db: TenantDb, tenantId: number, { list, account }: { list: string; account: string }) =>
  find(db, tenantId, sql`w.reference = ${list} and a.reference = ${account}`);

export const findEntryById = (db: TenantDb, tenantId: number, { listId, accountId }: EntryId) =>
  find(db, tenantId, sql`e.waiting_list_id = ${listId} and e.account_id = ${accountId}`);

export interface EntryId {
  listId: number;
  accountId: number;
}

async function find(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select w.id as list_id, w.reference as list, w.title, w.type, a.id as account_id, a.reference as account, a.email,
      a.closed_at is not null as is_closed, (
        select l.language from login_accounts la
        join logins l on l.tenant_id = la.tenant_id and l.id = la.login_id
        where la.tenant_id = a.tenant_id and la.account_id = a.id and l.language is not null
        order by la.login_id limit 1
      ) as language, e.position, e.joined_on, e.added_on, e.moved_at, e.moved_up, e.move_reason,
      s.name as site_name, s.address as site_address, s.telephone as site_telephone, s.email as site_email, e.updated_at
    from waiting_list_entries e
    join waiting_lists w on w.tenant_id = e.tenant_id and w.id = e.waiting_list_id
    join accounts a on a.tenant_id = e.tenant_id and a.id = e.account_id
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    where e.tenant_id = ${tenantId} and ${which}`.execute(db);
  return rows[0];
}

export interface ListedEntryRow
  extends Omit<EntryRow, 'email' | 'is_closed' | 'language' | `site_${'name' | 'address' | 'telephone' | 'email'}`> {
  /** The place of the entry among all of the marina. A later one has a greater one. */
  id: number;
  changed_at: string;
}

/** Reads a page of the customers on a list, in the order in which they were put on it or of their changes. */
export async function pageOfEntries(
  db: TenantDb,
  tenantId: number,
  list: string,
  page: Page,
): Promise<ListedEntryRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  // The list is looked up first: joined freely, a page of a small list could read the whole table.
  const { rows } = await sql<ListedEntryRow>`
    select t.id, w.id as list_id, w.reference as list, w.title, w.type, t.account_id, a.reference as account,
      t.position, t.joined_on, t.added_on, t.moved_at, t.moved_up, t.move_reason, t.updated_at,
      t.updated_at::text as changed_at
    from (
      select e.*, e.place as id from waiting_list_entries e
      where e.tenant_id = ${tenantId} and e.waiting_list_id = (
        select id from waiting_lists where tenant_id = ${tenantId} and reference = ${list})
    ) t
    join waiting_lists w on w.tenant_id = t.tenant_id and w.id = t.waiting_list_id
    join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where t.id > 0 and ${where} order by ${order} limit ${limit}`.execute(db);
  return rows;
}

/** Lets one move on a list after the other. @returns false if the marina has no such list */
export async function lockList(trx: TenantDb, tenantId: number, list: string): Promise<boolean> {
  const { rows } = await sql`
    select id from waiting_lists where tenant_id = ${tenantId} and reference = ${list} for no key update`.execute(trx);
  return rows.length > 0;
}

/** Returns the last position of a list; 0 if it ranks nobody. */
export async function lastPosition(db: TenantDb, tenantId: number, listId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from waiting_list_entries
    where tenant_id = ${tenantId} and waiting_list_id = ${listId}`.execute(db);
  return rows[0]?.last ?? 0;
}

export interface Move extends EntryId {
  /** Null: the entry is not ranked yet. */
  from: number | null;
  to: number;
  isUp: boolean;
  reason: string;
  now: Date;
}

/** Stores a move. The entries between the two positions move by one, towards the gap. */
export async function storeMove(trx: TenantDb, tenantId: number, move: Move): Promise<void> {
  const { listId, accountId, from, to, isUp, reason, now } = move;
  const passed = isUp
    ? sql`position >= ${to} and (${from}::int is null or position < ${from})`
    : sql`position > ${from} and position <= ${to}`;
  await sql`
    update waiting_list_entries set position = position + ${isUp ? 1 : -1}
    where tenant_id = ${tenantId} and waiting_list_id = ${listId} and account_id <> ${accountId} and ${passed}`.execute(
    trx,
  );
  await sql`
    update waiting_list_entries set position = ${to}, moved_at = ${now}, moved_up = ${isUp}, move_reason = ${reason}
    where tenant_id = ${tenantId} and waiting_list_id = ${listId} and account_id = ${accountId}`.execute(trx);
}
