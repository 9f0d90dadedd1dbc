import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

function allBoats(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('boats as b')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'b.tenant_id').onRef('a.id', '=', 'b.account_id'),
    )
    .select(['b.id', 'b.name', 'b.type', 'b.length', 'b.beam', 'b.draft', 'b.relationship'])
    .select([
      'b.current_sticker_number',
      'b.retired_at',
      'b.updated_at',
      'a.reference as account',
      'b.reference',
      madeHere('b').as('is_new'),
      sql<string>`b.updated_at::text`.as('changed_at'),
    ])
    .where('b.tenant_id', '=', tenantId);
}

/** The boats that programs can name. */
const boats = (db: TenantDb, tenantId: number) =>
  allBoats(db, tenantId).where('b.reference', 'is not', null).$narrowType<{ reference: string }>();

/** A boat. Programs can name it if it has a reference. */
export type BoatResourceRow<Reference extends string | null = string> = Omit<
  Awaited<ReturnType<typeof listChangedBoats>>[number],
  'reference'
> & { reference: Reference };

/** Lists the boats that this transaction has made or changed, by their ids. */
export async function listChangedBoats(trx: TenantDb, tenantId: number, after: number, limit: number) {
  return allBoats(trx, tenantId)
    .where(changedHere('b'))
    .where('b.id', '>', after)
    .orderBy('b.id')
    .limit(limit)
    .execute();
}

export async function findBoatResource(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<BoatResourceRow | undefined> {
  return boats(db, tenantId).where('b.reference', '=', reference).executeTakeFirst();
}

export async function pageOfBoats(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account, type }: { account?: string | undefined; type?: string | undefined },
) {
  const { where, order, limit } = rowsOfPage('b', page);
  return boats(db, tenantId)
    .where(where)
    .where(rowsOfAccount('b', tenantId, account))
    .$if(type !== undefined, (query) => query.where('b.type', '=', type ?? ''))
    .orderBy(order)
    .limit(limit)
    .execute();
}
