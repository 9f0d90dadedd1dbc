import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts } from '../../import/kind.ts';
import { storeFile } from '../../import/store-rows.queries.ts';

/** Stores the cards of a file, and removes those that it removes. A card that its customer removed stays removed. */
export async function storeIneligibleCards(
  trx: TenantDb,
  tenantId: number,
  columns: Columns,
  now: Date,
): Promise<Counts> {
  const removed = await removeCards(trx, tenantId);
  const counts = await storeFile(trx, tenantId, {
    table: 'ineligible_cards',
    counter: 'ineligible-card',
    columns,
    computed: {
      account_id: sql`a.id`,
      expiry_month: sql`extract(month from s.expires_on::date)::int`,
      expiry_year: sql`extract(year from s.expires_on::date)::int`,
      nick_name: sql`coalesce(s.nick_name, t.nick_name, '')`,
    },
    inserted: { created_at: sql`${now}::timestamptz` },
    from: sql`
      from import_ineligible_cards s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      left join ineligible_cards t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId} and s.removed is distinct from 'yes' and t.removed_at is null`,
  });
  return { ...counts, removed };
}

async function removeCards(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ineligible_cards t using import_ineligible_cards s
    where s.tenant_id = ${tenantId} and s.removed = 'yes'
      and t.tenant_id = ${tenantId} and t.reference = s.reference`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
