import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';
import { findWrong, moneyText, namesAnotherAccount } from '../checks.ts';
import type { Finding, ImportTenant } from './kind.ts';

/** Sums the waiting lines by estimate. Estimates with a wrong line are left out. */
export const estimateSums = (tenantId: number) => sql`
  select estimate, sum(gross_minor)::bigint as gross_minor, sum(net_minor)::bigint as net_minor,
    sum(vat_minor)::bigint as vat_minor
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
