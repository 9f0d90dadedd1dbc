import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

/** A line of an estimate, as the database writes it as JSON. Amounts are minor units. */
export interface LineJson {
  tariff: string;
  quantity: number;
  unit_minor: number;
  total_minor: number;
  vat_minor: number;
  boat: string | null;
  boat_length: number | null;
}

export interface EstimateResourceRow {
  id: number;
  reference: string;
  account: string | null;
  site_id: number;
  created_on: string;
  /** A day, or a time at the site. */
  expires: string | null;
  start_date: string | null;
  departure_date: string | null;
  order: string | null;
  answer: 'accept' | 'decline' | null;
  currency: string;
  gross_minor: number;
  lines: LineJson[];
  updated_at: Date;
  changed_at: string;
}

const lines = sql`(
  select coalesce(json_agg(json_build_object(
    'tariff', l.tariff_name, 'quantity', l.quantity, 'unit_minor', l.gross_unit_minor, 'total_minor', l.gross_minor,
    'vat_minor', l.vat_minor, 'boat', l.boat_name, 'boat_length', l.boat_length) order by l.line), '[]')
  from estimate_lines l where l.tenant_id = t.tenant_id and l.estimate_id = t.id)`;

/** An answer counts when its agreement is signed. */
const answer = sql`(
  select x.answer from estimate_answers x
  join agreements g on g.tenant_id = x.tenant_id and g.id = x.agreement_id
  where x.tenant_id = t.tenant_id and x.estimate_id = t.id and g.signed_at is not null)`;

async function read(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<EstimateResourceRow[]> {
  const { rows } = await sql<EstimateResourceRow>`
    select t.id, t.reference, a.reference as account, t.site_id, t.start_date, t.departure_date, t.currency,
      (t.created_at at time zone s.time_zone)::date as created_on, t.gross_minor, ${lines} as lines,
      coalesce(t.expires_on::text, to_char(t.expires_at at time zone s.time_zone, 'YYYY-MM-DD"T"HH24:MI')) as expires,
      o.reference as "order", ${answer} as answer, t.updated_at, t.updated_at::text as changed_at
    from "estimates" t
    join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    left join orders o on o.tenant_id = t.tenant_id and o.id = t.converted_order_id
    where t.tenant_id = ${tenantId} and t.reference is not null and ${which}`.execute(db);
  return rows;
}

export const findEstimateResource = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`t.reference = ${reference}`))[0];

export function pageOfEstimates(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account }: { account?: string | undefined },
): Promise<EstimateResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  const ofAccount = rowsOfAccount('t', tenantId, account);
  return read(db, tenantId, sql`${where} and ${ofAccount} order by ${order} limit ${limit}`);
}
