import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { findWrong, linesBeyondLargest, moneyText, namesAnotherAccount } from '../../import/checks.queries.ts';
import type { Columns, ImportTenant } from '../../import/columns.ts';
import type { Counts, Finding } from '../../import/kind.ts';
import { momentOn, orNull, storeFile } from '../../import/store-rows.queries.ts';

/** Sums the waiting lines by estimate. Estimates with a wrong line are left out. */
const estimateSums = (tenantId: number) => sql`
  select estimate, sum(gross_minor) as gross_minor, sum(net_minor) as net_minor, sum(vat_minor) as vat_minor,
    sum(abs(gross_minor)) as size_minor
  from import_estimate_lines where tenant_id = ${tenantId}
  group by estimate having not bool_or(wrong)`;

/** Finds contradictions within an estimate, and with what is stored. */
export async function findWrongEstimates(trx: TenantDb, tenant: ImportTenant): Promise<Finding[]> {
  const tenantId = tenant.id;
  const money = moneyText(tenant);
  const comesTo = sql`coalesce(sums.gross_minor, t.gross_minor)`;
  const checks = [
    {
      column: 'reference',
      message: sql`'has no line in estimate-lines'`,
      when: sql`t.id is null and not exists (
        select from import_estimate_lines l where l.tenant_id = ${tenantId} and l.estimate = s.reference)`,
    },
    linesBeyondLargest(tenant),
    {
      column: 'total',
      message: sql`'says ' || ${money(sql`s.total_minor`)} || ', and the lines come to ' || ${money(comesTo)}`,
      when: sql`s.total_minor <> ${comesTo}`,
    },
    {
      column: 'account',
      message: sql`'is another than the stored estimate''s: make a new one'`,
      when: namesAnotherAccount(tenantId),
    },
    {
      column: 'order',
      message: sql`'is of another account'`,
      when: sql`s.account <> coalesce(
        (select w.account from import_orders w where w.tenant_id = ${tenantId} and w.reference = s."order" limit 1),
        (select a.reference from orders o join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id
          where o.tenant_id = ${tenantId} and o.reference = s."order"))`,
    },
  ];
  const rows = sql`
    import_estimates s
    left join estimates t on t.tenant_id = ${tenantId} and t.reference = s.reference
    left join (${estimateSums(tenantId)}) as sums on sums.estimate = s.reference
    where s.tenant_id = ${tenantId} and not s.wrong`;
  return findWrong(trx, rows, checks);
}

/** Stores the waiting estimates. */
export const storeEstimates = (
  trx: TenantDb,
  { id: tenantId, settings }: ImportTenant,
  columns: Columns,
): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'estimates',
    counter: 'estimate',
    columns,
    before: sql`with sums as (${estimateSums(tenantId)})`,
    computed: {
      account_id: sql`a.id`,
      site_id: sql`site.id`,
      created_at: momentOn(sql`s.created_on::date`, 'created_at'),
      expires_on: sql`case when s.expires_on is null then t.expires_on
        when length(s.expires_on) = 10 then s.expires_on::date end`,
      expires_at: sql`case when s.expires_on is null then t.expires_at
        when length(s.expires_on) > 10 then s.expires_on::timestamp at time zone site.time_zone end`,
      gross_minor: sql`coalesce(sums.gross_minor::bigint, t.gross_minor)`,
      net_minor: sql`coalesce(sums.net_minor::bigint, t.net_minor)`,
      vat_minor: sql`coalesce(sums.vat_minor::bigint, t.vat_minor)`,
      converted_order_id: sql`case when s."order" is null then t.converted_order_id else o.id end`,
    },
    from: sql`
      from import_estimates s
      join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
      left join estimates t on t.tenant_id = ${tenantId} and t.reference = s.reference
      left join orders o on o.tenant_id = ${tenantId} and o.reference = ${orNull('order')}
      join sites site on site.tenant_id = ${tenantId}
        and site.id = coalesce(${orNull('site')}::int, t.site_id, a.site_id)
      left join sums on sums.estimate = s.reference
      where s.tenant_id = ${tenantId}`,
    inserted: { currency: sql`${settings.culture.isoCurrencyCode}::char(3)` },
  });

/** Stores the waiting lines, and removes those that their estimates no longer have. */
export async function storeEstimateLines(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  const removed = await removeLines(trx, tenantId);
  const counts = await storeFile(trx, tenantId, {
    table: 'estimate_lines',
    key: ['estimate_id', 'line'],
    columns,
    computed: { estimate_id: sql`e.id`, line: place },
    from: sql`
      from import_estimate_lines s
      join estimates e on e.tenant_id = ${tenantId} and e.reference = s.estimate
      where s.tenant_id = ${tenantId}`,
  });
  return { ...counts, removed };
}

/** Orders lines by their positions if they have any, else as in the file. */
const place = sql`(row_number() over (partition by s.estimate order by s.position::int nulls last,
s.source_line))::int`;

async function removeLines(trx: TenantDb, tenantId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from estimate_lines t
    using (
      select e.id as estimate_id, count(*) as lines
      from import_estimate_lines s join estimates e on e.tenant_id = ${tenantId} and e.reference = s.estimate
      where s.tenant_id = ${tenantId} group by e.id
    ) as kept
    where t.tenant_id = ${tenantId} and t.estimate_id = kept.estimate_id and t.line > kept.lines`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
