import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface WaitingListResourceRow {
  id: number;
  reference: string;
  title: string;
  type: string;
  updated_at: Date;
  changed_at: string;
}

async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<WaitingListResourceRow[]> {
  const { rows } = await sql<WaitingListResourceRow>`
    select t.id, t.reference, t.title, t.type, t.updated_at, t.updated_at::text as changed_at
    from waiting_lists t where t.tenant_id = ${tenantId} and t.reference is not null and ${which}`.execute(db);
  return rows;
}

export const findWaitingListResource = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`t.reference = ${reference}`))[0];

export function pageOfWaitingLists(db: TenantDb, tenantId: number, page: Page): Promise<WaitingListResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  return read(db, tenantId, sql`${where} order by ${order} limit ${limit}`);
}
