import type { Part } from '@quayside/contract/paging.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** Which of an account's agreements: the signed ones, those that wait for a signature, or both and the rest. */
export type AgreementFilter = 'all' | 'signed' | 'outstanding';

export interface AgreementsOf {
  tenantId: number;
  accountId: number;
  filter: AgreementFilter;
  now: Date;
}

export interface AgreementRow {
  guid: string;
  type: string;
  start_date: string | null;
  end_date: string | null;
  signed_at: Date | null;
  signature_required: boolean;
  created_at: Date;
  order_ids: number[];
}

const filters: Record<AgreementFilter, RawBuilder<unknown>> = {
  all: sql`true`,
  signed: sql`g.signed_at is not null`,
  // As the index says it.
  outstanding: sql`not (g.signed_at is not null or not g.signature_required)`,
};

/** What was withdrawn, or can't be signed any more at its site, is nobody's business. */
const among = ({ tenantId, accountId, filter, now }: AgreementsOf) => sql`
  from agreements g join sites s on s.tenant_id = g.tenant_id and s.id = g.site_id
  where g.tenant_id = ${tenantId} and g.account_id = ${accountId}
    and g.withdrawn_at is null
    and (g.signed_at is not null or g.sign_by is null
      or g.sign_by >= (${now}::timestamptz at time zone s.time_zone)::date)
    and ${filters[filter]}`;

const order = sql`(g.signed_at is not null or not g.signature_required), g.created_at desc, g.id desc`;

const part = (of: AgreementsOf, { skip, take }: Part) => sql`
  select g.guid, g.type, g.start_date, g.end_date, g.signed_at, g.signature_required, g.created_at,
    array(
      select o.id from orders o where o.tenant_id = g.tenant_id and o.agreement_id = g.id order by o.id
    ) as order_ids,
    row_number() over (order by ${order}) as place
  ${among(of)}
  order by ${order} limit ${take} offset ${skip}`;

/** Those that wait for a signature first, then the newest. */
export async function agreementsOfAccount(db: TenantDb, of: AgreementsOf, asked: Part): Promise<AgreementRow[]> {
  return (await part(of, asked).execute(db)).rows as AgreementRow[];
}

/** The same with how many there are in all, in one statement. */
export async function agreementsWithTotal(
  db: TenantDb,
  of: AgreementsOf,
  asked: Part,
): Promise<{ agreements: AgreementRow[]; total: number }> {
  const { rows } = await sql<AgreementRow & { total: number }>`
    select counted.total, page.*
    from (select count(*)::int as total ${among(of)}) as counted left join (${part(of, asked)}) as page on true
    order by page.place`.execute(db);
  return { agreements: rows.filter(({ guid }) => guid !== null), total: rows[0]?.total ?? 0 };
}

export async function countAgreements(db: TenantDb, of: AgreementsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${among(of)}`.execute(db);
  return rows[0]?.count ?? 0;
}
