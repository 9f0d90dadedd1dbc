import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.face.ts';

/** The accounts that programs can name. */
function accounts(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select(['a.id', 'a.site_id', 'a.title', 'a.firstname', 'a.lastname', 'a.email', 'a.phone', 'a.mobile'])
    .select(['a.address1', 'a.address2', 'a.town', 'a.county', 'a.county_code', 'a.postcode', 'a.country_code'])
    .select([
      'a.updated_at',
      sql<string>`a.reference`.as('reference'),
      sql<string | null>`(a.closed_at at time zone s.time_zone)::date`.as('closed_on'),
      sql<string>`a.updated_at::text`.as('changed_at'),
    ])
    .where('a.tenant_id', '=', tenantId)
    .where('a.reference', 'is not', null);
}

export type AccountResourceRow = Awaited<ReturnType<typeof listAccountResources>>[number];

export async function findAccountResource(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<AccountResourceRow | undefined> {
  return accounts(db, tenantId).where('a.reference', '=', reference).executeTakeFirst();
}

export async function listAccountResources(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { site, status }: { site?: number | undefined; status?: 'open' | 'closed' | undefined },
) {
  const { where, order } = rowsOfPage('a', page);
  return accounts(db, tenantId)
    .where(where)
    .$if(site !== undefined, (query) => query.where('a.site_id', '=', site ?? 0))
    .$if(status === 'open', (query) => query.where('a.closed_at', 'is', null))
    .$if(status === 'closed', (query) => query.where('a.closed_at', 'is not', null))
    .orderBy(order)
    .limit(page.take)
    .execute();
}
