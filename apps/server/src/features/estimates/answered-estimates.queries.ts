import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { findWrong } from '../../import/checks.queries.ts';
import type { Finding } from '../../import/kind.ts';
import { orNull } from '../../import/store-rows.queries.ts';

/** The waiting lines of each estimate, in their order. */
const givenLines = (tenantId: number) => sql`
  select estimate, array_agg(row(tariff, quantity::numeric(12, 3), gross_unit_minor, gross_minor, vat_minor,
    nullif(boat, ''), nullif(boat_length, '')::numeric(6, 2))::text
    order by position::int nulls last, source_line) as all
  from import_estimate_lines where tenant_id = ${tenantId} and not wrong group by estimate`;

/** The stored lines of the estimate `t`, likewise. */
const storedLines = sql`array(
  select row(l.tariff_name, l.quantity, l.gross_unit_minor, l.gross_minor, l.vat_minor,
    l.boat_name, l.boat_length)::text
  from estimate_lines l where l.tenant_id = t.tenant_id and l.estimate_id = t.id order by l.line)`;

/** The waiting estimates that are stored. */
const storedEstimates = (tenantId: number) => sql`
  import_estimates s
  join estimates t on t.tenant_id = ${tenantId} and t.reference = s.reference
  join sites place on place.tenant_id = t.tenant_id and place.id = t.site_id
  left join (${givenLines(tenantId)}) as lines on lines.estimate = s.reference
  where s.tenant_id = ${tenantId} and not s.wrong`;

/** For each column: true if it changes what a customer signs with an answer. */
const changesTerms: Readonly<Record<string, RawBuilder<unknown>>> = {
  reference: sql`lines.all <> ${storedLines}`,
  site: sql`${orNull('site')}::int <> t.site_id`,
  created_on: sql`s.created_on::date <> (t.created_at at time zone place.time_zone)::date`,
  expires_on: sql`s.expires_on is not null and row(
      case when length(s.expires_on) = 10 then s.expires_on::date end,
      case when length(s.expires_on) > 10 then s.expires_on::timestamp end
    ) is distinct from row(t.expires_on, t.expires_at at time zone place.time_zone)`,
  starts_on: sql`s.starts_on is not null and ${orNull('starts_on')}::date is distinct from t.start_date`,
  departs_on: sql`s.departs_on is not null and ${orNull('departs_on')}::date is distinct from t.departure_date`,
};

/** True if a row says of a stored estimate that it became an order, or another one. */
const converts = sql`s."order" is not null and ${orNull('order')} is distinct from (
  select o.reference from orders o where o.tenant_id = t.tenant_id and o.id = t.converted_order_id)`;

/**
 * Locks the stored estimates that the import changes, and no others, in the order of their ids. So nobody prepares an
 * answer to an old estimate before the import has ended.
 * @returns the answers to them that were not withdrawn, in the order of their agreements
 */
export async function lockChangingEstimates(trx: TenantDb, tenantId: number): Promise<{ agreement_id: number }[]> {
  const changes = sql.join(
    [...Object.values(changesTerms), converts].map((change) => sql`(${change})`),
    sql` or `,
  );
  const { rows: locked } = await sql<{ id: number }>`
    select id from estimates
    where tenant_id = ${tenantId}
      and id in (select t.id from ${storedEstimates(tenantId)} and coalesce(${changes}, false))
    order by id for update`.execute(trx);
  if (locked.length === 0) return [];
  const { rows } = await sql<{ agreement_id: number }>`
    select g.id as agreement_id
    from estimate_answers x join agreements g on g.tenant_id = x.tenant_id and g.id = x.agreement_id
    where x.tenant_id = ${tenantId} and x.estimate_id = any(${locked.map(({ id }) => id)}::int[])
      and g.withdrawn_at is null
    order by g.id`.execute(trx);
  return rows;
}

/** Finds rows that change an estimate after its customer has signed the answer. It may still become an order. */
export function findAnswered(trx: TenantDb, tenantId: number): Promise<Finding[]> {
  const isAnswered = sql`exists (
    select from estimate_answers x join agreements g on g.tenant_id = x.tenant_id and g.id = x.agreement_id
    where x.tenant_id = t.tenant_id and x.estimate_id = t.id and g.signed_at is not null)`;
  const checks = Object.entries(changesTerms).map(([column, change]) => ({
    column,
    message: sql`${column === 'reference' ? 'has other lines' : 'is another'}::text
      || ' than when its customer answered it: make a new estimate'`,
    when: sql`${isAnswered} and ${change}`,
  }));
  return findWrong(trx, storedEstimates(tenantId), checks);
}
