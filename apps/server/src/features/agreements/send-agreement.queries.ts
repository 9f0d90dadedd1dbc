import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

export interface SignerRow {
  account_id: number;
  email: string;
  /** The wanted site, else the account's. Null if there is no such site. */
  site_id: number | null;
  time_zone: string;
}

/** Finds an open account that is to sign, with the site of the agreement. */
export async function findSigner(
  db: TenantDb,
  tenantId: number,
  account: string,
  site: number | null,
): Promise<SignerRow | undefined> {
  const { rows } = await sql<SignerRow>`
    select a.id as account_id, a.email, s.id as site_id, coalesce(s.time_zone, 'UTC') as time_zone
    from accounts a
    left join sites s on s.tenant_id = a.tenant_id and s.id = coalesce(${site}::bigint, a.site_id)
    where a.tenant_id = ${tenantId} and a.reference = ${account} and a.closed_at is null`.execute(db);
  return rows[0];
}

export interface SentAgreementRow {
  id: number;
  reference: string;
  account_id: number;
  account: string;
  site_id: number;
  type: string;
  start_date: string | null;
  end_date: string | null;
  sign_by: string | null;
  created_at: Date;
  declaration_hash: Buffer | null;
  withdrawn_at: Date | null;
}

/** Finds an agreement by the marina's own reference. */
export async function findSentAgreement(
  db: TenantDb,
  tenantId: number,
  reference: string,
): Promise<SentAgreementRow | undefined> {
  const { rows } = await sql<SentAgreementRow>`
    select g.id, g.reference, g.account_id, a.reference as account, g.site_id, g.type, g.start_date, g.end_date,
      g.sign_by, g.created_at, g.declaration_hash, g.withdrawn_at
    from agreements g join accounts a on a.tenant_id = g.tenant_id and a.id = g.account_id
    where g.tenant_id = ${tenantId} and g.reference = ${reference}`.execute(db);
  return rows[0];
}
