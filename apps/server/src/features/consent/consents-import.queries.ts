import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { find } from '../../import/checks.queries.ts';
import type { Columns } from '../../import/columns.ts';
import type { Counts, Finding } from '../../import/kind.ts';
import { lockAccounts } from '../../import/lock-accounts.queries.ts';
import { isToCome, siteOfAccount } from '../../import/site-clocks.queries.ts';
import { rowsOf, storeFile, storeRows } from '../../import/store-rows.queries.ts';

/** Stores the waiting groups. */
export const storeConsentGroups = (trx: TenantDb, tenantId: number, columns: Columns, now: Date): Promise<Counts> =>
  storeFile(trx, tenantId, {
    table: 'consent_groups',
    counter: 'consent-group',
    columns,
    computed: {
      retired_at: sql`case when s.retired is null then t.retired_at
        when s.retired = 'yes' then coalesce(t.retired_at, ${now}::timestamptz) end`,
    },
    from: sql`
      from import_consent_groups s
      left join consent_groups t on t.tenant_id = ${tenantId} and t.reference = s.reference
      where s.tenant_id = ${tenantId}`,
  });

/** Stores the waiting consents that are not stored yet. */
export async function storeConsents(trx: TenantDb, tenantId: number, columns: Columns): Promise<Counts> {
  await lockAccounts(
    trx,
    tenantId,
    sql`select a.id ${waiting(tenantId)} ${stored(tenantId)} where s.tenant_id = ${tenantId} and t.sequence is null`,
  );
  const key = { account_id: sql`a.id`, consent_group_id: sql`g.id`, recorded_at: recordedAt };
  const fact = rowsOf({
    columns,
    isNumbered: false,
    computed: {
      ...key,
      granted: sql`s.granted = 'yes'`,
      // The numbers go on from the last one. Customers who choose meanwhile wait for the lock on their account's
      // row.
      sequence: sql`(
        select coalesce(max(c.sequence), 0) from consents c
        where c.tenant_id = ${tenantId} and c.account_id = a.id and c.consent_group_id = g.id
      ) + (row_number() over (partition by a.id, g.id, t.sequence is null order by s.given_at))::int`,
    },
    from: sql`${waiting(tenantId)} ${stored(tenantId)} where s.tenant_id = ${tenantId}`,
  });
  const inserted = fact.columns.filter((name) => !(name in key)).map((name) => [name, sql.ref(`n.${name}`)] as const);
  return storeRows(trx, tenantId, {
    table: 'consents',
    rows: fact.rows,
    key: Object.keys(key),
    columns: [],
    inserted: Object.fromEntries(inserted),
  });
}

/** A wrong row may hold no valid time. */
const givenAt = sql`(case when not s.wrong then s.given_at::timestamp end)`;

/** A day without a time means its beginning at the site. So a choice that the customer makes on that day wins. */
const recordedAt = sql`(${givenAt} at time zone i.time_zone)`;

const waiting = (tenantId: number) => sql`
  from import_consents s
  join accounts a on a.tenant_id = ${tenantId} and a.reference = s.account
  join sites i on i.tenant_id = ${tenantId} and i.id = a.site_id
  join consent_groups g on g.tenant_id = ${tenantId} and g.reference = s."group"`;

const stored = (tenantId: number) => sql`
  left join consents t on t.tenant_id = ${tenantId} and t.account_id = a.id and t.consent_group_id = g.id
    and t.recorded_at = ${recordedAt}`;

/** Finds consents of the future, by the clocks at the account's site. */
export function findFuture(trx: TenantDb, tenantId: number, now: Date): Promise<Finding[]> {
  return find(
    trx,
    sql`
      select s.source_line as line, 'given_at'::text as "column", 'is in the future'::text as message
      from import_consents s
      where s.tenant_id = ${tenantId} and ${isToCome(tenantId, now, givenAt, siteOfAccount(tenantId, sql`s.account`))}`,
  );
}

/** Finds consents that are stored otherwise for their time. */
export function findContradictions(trx: TenantDb, tenantId: number): Promise<Finding[]> {
  return find(
    trx,
    sql`
      select s.source_line as line, 'granted'::text as "column",
        'was stored otherwise for this time; give what changed a time of its own'::text as message
      ${waiting(tenantId)}
      ${stored(tenantId)}
      where s.tenant_id = ${tenantId} and t.granted <> (s.granted = 'yes')`,
  );
}
