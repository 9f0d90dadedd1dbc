import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import { changedHere, madeHere } from '../../db/sql/rows-of-transaction.ts';
import { type Page, rowsOfAccount, rowsOfPage } from '../integration-rows/integration-rows.exports.ts';

/** An agreement. Programs can name it if it has a reference. */
export interface AgreementResourceRow<Reference extends string | null = string> {
  id: number;
  reference: Reference;
  account: string | null;
  account_id: number;
  site_id: number;
  type: string;
  created_on: string;
  start_date: string | null;
  end_date: string | null;
  signature_required: boolean;
  optional: boolean;
  sign_by: string | null;
  first_viewed_at: Date | null;
  signed_at: Date | null;
  signer_name: string | null;
  signer_email: string | null;
  withdrawn_on: string | null;
  updated_at: Date;
  changed_at: string;
  is_new: boolean;
}

async function read<Reference extends string | null = string>(
  db: TenantDb,
  tenantId: number,
  which: RawBuilder<unknown>,
): Promise<AgreementResourceRow<Reference>[]> {
  const { rows } = await sql<AgreementResourceRow<Reference>>`
    select t.id, t.reference, a.reference as account, t.account_id, t.site_id, t.type, t.start_date, t.end_date,
      t.signature_required, t.optional, t.sign_by, t.first_viewed_at, t.signed_at, t.updated_at,
      signature.full_name as signer_name, signature.email as signer_email,
      (t.created_at at time zone s.time_zone)::date as created_on,
      (t.withdrawn_at at time zone s.time_zone)::date as withdrawn_on, t.updated_at::text as changed_at,
      ${madeHere('t')} as is_new
    from "agreements" t
    join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    join accounts a on a.tenant_id = t.tenant_id and a.id = t.account_id
    left join agreement_signatures signature on signature.tenant_id = t.tenant_id and signature.agreement_id = t.id
    where t.tenant_id = ${tenantId} and ${which}`.execute(db);
  return rows;
}

export const findAgreementResource = async (db: TenantDb, tenantId: number, reference: string) =>
  (await read(db, tenantId, sql`t.reference = ${reference}`))[0];

/** Finds an agreement by its number, also one without a reference of the marina's. */
export const findNumberedAgreement = async (db: TenantDb, tenantId: number, id: number) =>
  (await read<string | null>(db, tenantId, sql`t.id = ${id}`))[0];

/** Lists the agreements that this transaction has made or changed, by their numbers. */
export const listChangedAgreements = (trx: TenantDb, tenantId: number, after: number, limit: number) =>
  read<string | null>(trx, tenantId, sql`${changedHere('t')} and t.id > ${after} order by t.id limit ${limit}`);

export function pageOfAgreements(
  db: TenantDb,
  tenantId: number,
  page: Page,
  { account, type }: { account?: string | undefined; type?: string | undefined },
): Promise<AgreementResourceRow[]> {
  const { where, order, limit } = rowsOfPage('t', page);
  const ofAccount = rowsOfAccount('t', tenantId, account);
  const ofType = type === undefined ? sql`true` : sql`t.type = ${type}`;
  const named = sql`t.reference is not null and ${where}`;
  return read(db, tenantId, sql`${named} and ${ofAccount} and ${ofType} order by ${order} limit ${limit}`);
}

/** Counts the agreements of each type. */
export async function countTypes(db: TenantDb, tenantId: number): Promise<{ name: string; agreements: number }[]> {
  const { rows } = await sql<{ name: string; agreements: number }>`
    select type as name, count(*)::int as agreements from agreements
    where tenant_id = ${tenantId} group by type order by type`.execute(db);
  return rows;
}
