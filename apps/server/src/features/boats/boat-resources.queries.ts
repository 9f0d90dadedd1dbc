import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfPage } from '../integration-rows/integration-rows.face.ts';

/** The boats that programs can name. */
function boats(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('boats as b')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'b.tenant_id').onRef('a.id', '=', 'b.account_id'),
    )
    .select(['b.id', 'b.name', 'b.type', 'b.length', 'b.beam', 'b.draft', 'b.relationship'])
    .select([
      'b.current_sticker_number',
      'b.updated_at',
      'a.reference as account',
      sql<string>`b.reference`.as('reference'),
      sql<string>`b.updated_at::text`.as('changed_at'),
    ])
    .where('b.tenant_id', '=', tenantId)
    .where('b.reference', 'is not', null);
}

export type BoatResourceRow = Awaited<ReturnType<typeof listBoatResourceRows>>[number];

export async function findBoatResource(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<BoatResourceRow | undefined> {
  return boats(db, tenantId).where('b.reference', '=', reference).executeTakeFirst();
}

export async function listBoatResourceRows(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account }: { account?: string | undefined },
) {
  const { where, order } = rowsOfPage('b', page);
  return boats(db, tenantId)
    .where(where)
    .$if(account !== undefined, (query) => query.where('a.reference', '=', account ?? ''))
    .orderBy(order)
    .limit(page.take)
    .execute();
}
