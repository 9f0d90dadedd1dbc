import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

export interface StayResourceRow {
  id: number;
  reference: string;
  account: string | null;
  boat_name: string;
  boat: string | null;
  arrives_on: string;
  departs_on: string | null;
  asset_name: string;
  type: string;
  updated_at: Date;
  changed_at: string;
}

async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<StayResourceRow[]> {
  const { rows } = await sql<StayResourceRow>`
    select t.id, t.reference, a.reference as account, t.boat_name, b.reference as boat, t.arrives_on, t.departs_on,
      t.asset_name, t.type, t.updated_at, t.updated_at::text as changed_at
    from "stays" t
    join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    left join boats b on b.tenant_id = t.tenant_id and b.id = t.boat_id
    where t.tenant_id = ${tenantId} and t.reference is not null and ${which}`.execute(db);
  return rows;
}

export const findStayResource = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`t.reference = ${reference}`))[0];

export function pageOfStays(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account, type }: { account?: string | undefined; type?: string | undefined },
): Promise<StayResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  const ofAccount = rowsOfAccount('t', tenantId, account);
  const ofType = type === undefined ? sql`true` : sql`t.type = ${type}`;
  return read(db, tenantId, sql`${where} and ${ofAccount} and ${ofType} order by ${order} limit ${limit}`);
}
