import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

function sites(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('sites as s')
    .select(['s.id', 's.name', 's.address', 's.telephone', 's.email', 's.time_zone', 's.updated_at'])
    .select([sql<string>`s.updated_at::text`.as('changed_at'), madeHere('s').as('is_new')])
    .where('s.tenant_id', '=', tenantId);
}

export type SiteRow = Awaited<ReturnType<typeof pageOfSites>>[number];

export async function findSite(db: TenantDb, tenantId: number, number: number): Promise<SiteRow | undefined> {
  return sites(db, tenantId).where('s.id', '=', number).executeTakeFirst();
}

export async function pageOfSites(db: TenantDb, tenantId: number, page: Page) {
  const { where, order, limit } = rowsOfPage('s', page);
  return sites(db, tenantId).where(where).orderBy(order).limit(limit).execute();
}

/** Lists the harbours that this transaction has made or changed, by their numbers. */
export async function listChangedSites(trx: TenantDb, tenantId: number, after: number, limit: number) {
  return sites(trx, tenantId).where(changedHere('s')).where('s.id', '>', after).orderBy('s.id').limit(limit).execute();
}
