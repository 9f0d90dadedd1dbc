import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

function allAccounts(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'))
    .select(['a.id', 'a.site_id', 'a.title', 'a.firstname', 'a.lastname', 'a.email', 'a.phone', 'a.mobile'])
    .select(['a.address1', 'a.address2', 'a.town', 'a.county', 'a.county_code', 'a.postcode', 'a.country_code'])
    .select([
      'a.updated_at',
      'a.reference',
      madeHere('a').as('is_new'),
      sql<string | null>`(a.closed_at at time zone s.time_zone)::date`.as('closed_on'),
      sql<string>`a.updated_at::text`.as('changed_at'),
    ])
    .where('a.tenant_id', '=', tenantId);
}

/** The accounts that programs can name. */
const accounts = (db: TenantDb, tenantId: number) =>
  allAccounts(db, tenantId).where('a.reference', 'is not', null).$narrowType<{ reference: string }>();

/** An account. Programs can name it if it has a reference. */
export type AccountResourceRow<Reference extends string | null = string> = Omit<
  Awaited<ReturnType<typeof listChangedAccounts>>[number],
  'reference'
> & { reference: Reference };

/** Lists the accounts that this transaction has made or changed, by their ids. */
export async function listChangedAccounts(trx: TenantDb, tenantId: number, after: number, limit: number) {
  return allAccounts(trx, tenantId)
    .where(changedHere('a'))
    .where('a.id', '>', after)
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

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
  const { where, order, limit } = rowsOfPage('a', page);
  return accounts(db, tenantId)
    .where(where)
    .$if(site !== undefined, (query) => query.where('a.site_id', '=', sql<number>`${site ?? 0}::bigint`))
    .$if(status === 'open', (query) => query.where('a.closed_at', 'is', null))
    .$if(status === 'closed', (query) => query.where('a.closed_at', 'is not', null))
    .orderBy(order)
    .limit(limit)
    .execute();
}
