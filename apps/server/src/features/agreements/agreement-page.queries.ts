import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { AgreementFileKind } from '../../db/schema/agreements.ts';
import type { AgreementRow } from './agreements.queries.ts';

/** An agreement with its account and site, as the pages about it need it. */
export interface AgreementPageRow extends AgreementRow {
  id: number;
  /** The guid by which a pay link names it. */
  pay_link_guid: string;
  /** True if the caller used that guid. */
  is_by_pay_link: boolean;
  withdrawn_at: Date | null;
  /** True if its last day is over at its site. */
  is_over: boolean;
  declaration_hash: Buffer | null;
  declaration: string | null;
  reference: string | null;
  site_id: number;
  account_id: number;
  account_guid: string;
  title: string;
  firstname: string;
  lastname: string;
  account_email: string;
  is_registered: boolean;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
  time_zone: string;
}

/** The name of an agreement: its own guid, the guid of a pay link, or its id. */
export type AgreementKey = { guid: string } | { id: number };

/** Finds an agreement. A closed account has none. */
export async function findAgreement(
  db: TenantDb,
  tenantId: number,
  key: AgreementKey,
  now: Date,
): Promise<AgreementPageRow | undefined> {
  const isNamed = 'id' in key ? sql`g.id = ${key.id}` : sql`(g.guid = ${key.guid} or g.pay_link_guid = ${key.guid})`;
  const { rows } = await sql<AgreementPageRow>`
    select g.id, g.guid, g.pay_link_guid, g.type, g.start_date, g.end_date, g.signed_at, g.signature_required,
      g.created_at,
      g.withdrawn_at, coalesce(g.sign_by < (${now}::timestamptz at time zone s.time_zone)::date, false) as is_over,
      g.declaration_hash, d.html as declaration,
      ${'guid' in key ? sql`g.pay_link_guid = ${key.guid}` : sql`false`} as is_by_pay_link,
      array(
        select o.id from orders o where o.tenant_id = g.tenant_id and o.agreement_id = g.id order by o.id
      ) as order_ids,
      g.reference, g.site_id, a.id as account_id, a.guid as account_guid, a.title,
      a.firstname, a.lastname, a.email as account_email,
      exists(
        select from login_accounts la where la.tenant_id = a.tenant_id and la.account_id = a.id
      ) as is_registered,
      s.name as site_name, s.address as site_address, s.telephone as site_telephone, s.email as site_email, s.time_zone
    from agreements g
    join accounts a on a.tenant_id = g.tenant_id and a.id = g.account_id and a.closed_at is null
    join sites s on s.tenant_id = g.tenant_id and s.id = g.site_id
    left join declarations d on d.tenant_id = g.tenant_id and d.hash = g.declaration_hash
    where g.tenant_id = ${tenantId} and ${isNamed}`.execute(db);
  return rows[0];
}

/** Finds the signature; undefined if it was on paper, or there is none. */
export async function findSignature(db: TenantDb, tenantId: number, agreementId: number) {
  return db
    .selectFrom('agreement_signatures')
    .select([
      'declaration_hash',
      'full_name',
      'email',
      'method',
      'image',
      'ip_address',
      'browser',
      'os',
      'user_agent',
      'idempotency_key',
      'language',
    ])
    .where('tenant_id', '=', tenantId)
    .where('agreement_id', '=', agreementId)
    .executeTakeFirst();
}
export type SignatureRow = NonNullable<Awaited<ReturnType<typeof findSignature>>>;

export interface AgreementFileRow {
  kind: AgreementFileKind;
  guid: string;
  name: string;
  content_type: string;
  size: number;
  sha256: Buffer;
  storage_name: string | null;
}

export async function listAgreementFiles(
  db: TenantDb,
  tenantId: number,
  agreementId: number,
): Promise<AgreementFileRow[]> {
  return db
    .selectFrom('agreement_files as af')
    .innerJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 'af.tenant_id').onRef('f.id', '=', 'af.file_id'))
    .select(['af.kind', 'f.guid', 'f.name', 'f.content_type', 'f.size', 'f.sha256', 'f.storage_name'])
    .where('af.tenant_id', '=', tenantId)
    .where('af.agreement_id', '=', agreementId)
    .orderBy('af.kind')
    .execute();
}

/**
 * Notes the first view. Returns true if this was the first. It waits for nobody: an import holds the agreements that it
 * changes until its end, and the next view notes what this one could not.
 */
export async function markViewed(db: TenantDb, tenantId: number, agreementId: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update agreements set first_viewed_at = ${now}
    where tenant_id = ${tenantId} and id = (
      select id from agreements
      where tenant_id = ${tenantId} and id = ${agreementId} and first_viewed_at is null
      for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Finds the agreement whose sealed paper has this hash. */
export async function findBySealedPaper(db: TenantDb, tenantId: number, sha256: Buffer) {
  return db
    .selectFrom('files as f')
    .innerJoin('agreement_files as af', (join) =>
      join.onRef('af.tenant_id', '=', 'f.tenant_id').onRef('af.file_id', '=', 'f.id'),
    )
    .innerJoin('agreements as g', (join) =>
      join.onRef('g.tenant_id', '=', 'af.tenant_id').onRef('g.id', '=', 'af.agreement_id'),
    )
    .select(['g.type', 'g.signed_at'])
    .where('f.tenant_id', '=', tenantId)
    .where('f.sha256', '=', sha256)
    .where('af.kind', '=', 'sealed')
    .executeTakeFirst();
}

/** Lists the sealed papers that the storage has. */
export async function listSealed(db: TenantDb, tenantId: number) {
  return db
    .selectFrom('agreement_files as af')
    .innerJoin('files as f', (join) => join.onRef('f.tenant_id', '=', 'af.tenant_id').onRef('f.id', '=', 'af.file_id'))
    .select(['f.name', 'f.storage_name as storageName'])
    .where('af.tenant_id', '=', tenantId)
    .where('af.kind', '=', 'sealed')
    .where('f.storage_name', 'is not', null)
    .$narrowType<{ storageName: string }>()
    .orderBy('f.id')
    .execute();
}
