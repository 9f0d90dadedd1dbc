import { sql } from 'kysely';
import type { TenantDb } from '../../db/client.ts';
import type { Tenant } from '../../http/context.ts';

/** An order that a pay link leads to, with the account's and site's details for its page. */
export interface QuickPayRow {
  id: number;
  account_id: number;
  account_guid: string;
  account_site_id: number;
  firstname: string;
  lastname: string;
  email: string;
  has_telephone: boolean;
  is_registered: boolean;
  site_id: number;
  site_name: string;
  site_address: string;
  site_telephone: string;
  agreement_guid: string | null;
  /** The guid that names the agreement to a caller who has only the order's link. */
  agreement_link_guid: string | null;
  /** The time at which it was fully paid; null if something is outstanding, or nothing was ever due. */
  paid_at: Date | null;
}

/** Finds an order by its link. A closed account has none. */
export async function findByLink(db: TenantDb, tenantId: number, guid: string): Promise<QuickPayRow | undefined> {
  const { rows } = await sql<QuickPayRow>`
    select o.id, a.id as account_id, a.guid as account_guid, a.site_id as account_site_id, a.firstname, a.lastname,
      a.email, a.phone <> '' or a.mobile <> '' as has_telephone,
      exists(
        select from login_accounts la where la.tenant_id = a.tenant_id and la.account_id = a.id
      ) as is_registered,
      s.id as site_id, s.name as site_name, s.address as site_address, s.telephone as site_telephone,
      g.guid as agreement_guid, g.pay_link_guid as agreement_link_guid,
      case when o.gross_minor > 0 and o.allocated_minor >= o.gross_minor then coalesce(
        (
          select max(pa.created_at) from payment_allocations pa
          where pa.tenant_id = o.tenant_id and pa.order_id = o.id
        ),
        o.created_at
      ) end as paid_at
    from orders o
    join accounts a on a.tenant_id = o.tenant_id and a.id = o.account_id and a.closed_at is null
    join sites s on s.tenant_id = o.tenant_id and s.id = o.site_id
    left join agreements g on g.tenant_id = o.tenant_id and g.id = o.agreement_id
    where o.tenant_id = ${tenantId} and o.guid = ${guid}`.execute(db);
  return rows[0];
}

/**
 * Finds the agreement that an order waits for and that nobody can sign any more: it is withdrawn, its last day is over
 * at its site, or the marina takes no signatures. @returns its reference, else its number; undefined if there is none
 */
export async function findDeadAgreement(
  db: TenantDb,
  { tenant: { id: tenantId, settings }, orderId, now }: { tenant: Tenant; orderId: number; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(g.reference, g.id::text) as name
    from orders o
    join agreements g on g.tenant_id = o.tenant_id and g.id = o.agreement_id
    join sites s on s.tenant_id = g.tenant_id and s.id = g.site_id
    where o.tenant_id = ${tenantId} and o.id = ${orderId}
      and g.signature_required and not g.optional and g.signed_at is null
      and (${!settings.agreementsEnabled} or g.withdrawn_at is not null
        or g.sign_by < (${now}::timestamptz at time zone s.time_zone)::date)`.execute(db);
  return rows[0]?.name;
}
