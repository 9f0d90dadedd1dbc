import { type RawBuilder, sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';

/** A mail with a link. Without an order and an agreement, it leads to the account's documents. */
export interface MailLinkRow {
  mail_id: number;
  account_id: number;
  /** The account's address on file, which may differ from the mail's. */
  email: string;
  language: string;
  order_id: number | null;
  order_guid: string | null;
  agreement_id: number | null;
  agreement_guid: string | null;
  /** The last day for signing the agreement. */
  sign_by: string | null;
  created_at: Date;
}

/** Finds a mail by its link, used or not. A closed account has none. */
export const findMailLink = (db: TenantDb, tenantId: number, mailId: number, hash: Buffer) =>
  find(db, tenantId, sql`m.id = ${mailId} and m.link_hash = ${hash}`);

/** Finds the mail that is being written. */
export const findMailLinkToWrite = (db: TenantDb, tenantId: number, mailId: number) =>
  find(db, tenantId, sql`m.id = ${mailId}`);

async function find(db: TenantDb, tenantId: number, which: RawBuilder<unknown>): Promise<MailLinkRow | undefined> {
  const { rows } = await sql<MailLinkRow>`
    select m.id as mail_id, a.id as account_id, a.email, m.language, o.id as order_id, o.guid as order_guid,
      g.id as agreement_id,
      g.guid as agreement_guid, g.sign_by, m.created_at
    from mails m
    join accounts a on a.tenant_id = m.tenant_id and a.id = (m.payload ->> 'accountId')::int and a.closed_at is null
    left join orders o on o.tenant_id = m.tenant_id and o.id = (m.payload ->> 'orderId')::int
    left join agreements g on g.tenant_id = m.tenant_id and g.id = (m.payload ->> 'agreementId')::int
    where m.tenant_id = ${tenantId} and m.kind = 'mail-link' and ${which}`.execute(db);
  return rows[0];
}

interface AddresseeRow {
  account_id: number;
  email: string;
  /** The language of one of the account's logins, if any has one. */
  language: string | null;
  /**
   * True if the order has something left to pay, or the agreement waits for its signature; always true for documents.
   */
  is_open: boolean;
  /** True if the last day for signing the agreement is over at its site. */
  is_over: boolean;
}

/** Finds the open account of an order, of an agreement, or by its number. */
export async function findAddressee(
  db: TenantDb,
  tenantId: number,
  { orderId, agreementId, accountId }: { orderId?: number; agreementId?: number; accountId?: number },
  now: Date,
): Promise<AddresseeRow | undefined> {
  const { rows } = await sql<AddresseeRow>`
    select a.id as account_id, a.email, (
      select l.language from login_accounts la
      join logins l on l.tenant_id = la.tenant_id and l.id = la.login_id
      where la.tenant_id = a.tenant_id and la.account_id = a.id and l.language is not null
      order by la.login_id limit 1
    ) as language, case
      when o.id is not null then o.cancelled_at is null and o.allocated_minor < o.gross_minor
      when g.id is not null then g.withdrawn_at is null and g.signed_at is null
      else true
    end as is_open, coalesce(g.sign_by < (${now}::timestamptz at time zone s.time_zone)::date, false) as is_over
    from accounts a
    left join orders o on o.tenant_id = a.tenant_id and o.id = ${orderId ?? null}::int
    left join agreements g on g.tenant_id = a.tenant_id and g.id = ${agreementId ?? null}::int
    left join sites s on s.tenant_id = g.tenant_id and s.id = g.site_id
    where a.tenant_id = ${tenantId} and a.closed_at is null
      and a.id = coalesce(${accountId ?? null}::int, o.account_id, g.account_id)`.execute(db);
  return rows[0];
}
