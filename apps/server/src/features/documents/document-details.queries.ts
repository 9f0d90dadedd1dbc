import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** A complete document as mails and the operator name it. */
export interface DocumentDetails {
  id: number;
  name: string;
  /** The names of its type, by language. */
  type_names: Record<string, string>;
  /** null: it is the account's own. */
  boat_name: string | null;
  expires_on: string | null;
  ready_at: Date;
  superseded_at: Date | null;
  review: 'accepted' | 'rejected' | null;
  review_reason: string;
  account_id: number;
  account: string | null;
  title: string;
  firstname: string;
  lastname: string;
  email: string;
  /** The language of one of the account's logins, if any has one. */
  language: string | null;
  is_closed: boolean;
  site_name: string;
  site_address: string;
  site_telephone: string;
  site_email: string;
  time_zone: string;
}

/** Finds one document by its number, with its customer and site. */
export const findDocumentDetails = async (
  db: TenantDb,
  tenantId: number,
  id: number,
): Promise<DocumentDetails | undefined> => (await list(db, sql`d.tenant_id = ${tenantId} and d.id = ${id}`))[0];

/** Lists some documents by their numbers. */
export const listDocumentDetails = (db: TenantDb, tenantId: number, ids: readonly number[]) =>
  list(db, sql`d.tenant_id = ${tenantId} and d.id = any(${ids}::int[])`);

/**
 * Lists current documents that customers handed in and the office has not decided on, the oldest first. A document with
 * a reference is the office's own.
 */
export const listUndecidedDocuments = (db: TenantDb, tenantId: number, atMost: number) =>
  list(
    db,
    sql`d.tenant_id = ${tenantId} and d.review is null and d.superseded_at is null and d.file_id is not null
      and d.reference is null`,
    atMost,
  );

async function list(
  db: TenantDb,
  which: RawBuilder<unknown>,
  atMost: number | null = null,
): Promise<DocumentDetails[]> {
  const { rows } = await sql<DocumentDetails>`
    select d.id, d.name, t.names as type_names, b.name as boat_name, d.expires_on, d.ready_at, d.superseded_at,
      d.review, d.review_reason, a.id as account_id, a.reference as account, a.title, a.firstname, a.lastname, a.email,
      (
        select l.language from login_accounts la
        join logins l on l.tenant_id = la.tenant_id and l.id = la.login_id
        where la.tenant_id = a.tenant_id and la.account_id = a.id and l.language is not null
        order by la.login_id limit 1
      ) as language, a.closed_at is not null as is_closed, s.name as site_name, s.address as site_address,
      s.telephone as site_telephone, s.email as site_email, s.time_zone
    from account_documents d
    join accounts a on a.tenant_id = d.tenant_id and a.id = d.account_id
    join sites s on s.tenant_id = a.tenant_id and s.id = a.site_id
    join document_types t on t.tenant_id = d.tenant_id and t.id = d.document_type_id
    left join boats b on b.tenant_id = d.tenant_id and b.id = d.boat_id
    where d.ready_at is not null and ${which}
    order by d.ready_at, d.id limit ${atMost}::int`.execute(db);
  return rows;
}
