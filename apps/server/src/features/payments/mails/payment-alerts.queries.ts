import { sql } from 'kysely';
import type { TenantDb } from '../../../db/client.ts';

/** Returns the address of a payment's office; empty if the site has none of its own. */
export async function findOfficeAddress(db: TenantDb, tenantId: number, siteId: number): Promise<string> {
  const { email } = await db
    .selectFrom('sites')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Tells if the office got a mail about such an alert since then. */
export async function wasMailedSince(db: TenantDb, tenantId: number, kind: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('mails as m')
    .innerJoin('payment_alerts as pa', (join) =>
      join.onRef('pa.tenant_id', '=', 'm.tenant_id').on(sql<boolean>`pa.id = (m.payload ->> 'paymentAlertId')::int`),
    )
    .select('m.id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.kind', '=', 'payment-alert')
    .where('pa.kind', '=', kind)
    .where('m.created_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The orders that the payment `p` is for: each number with the office's own reference. */
const orders = sql<string[]>`array(
  select concat(o.id, ' (' || o.reference || ')') from payment_orders po
  join orders o on o.tenant_id = po.tenant_id and o.id = po.order_id
  where po.tenant_id = p.tenant_id and po.payment_id = p.id order by o.id)`;

/** Finds an alert with its payment, the customer and the site. */
export async function findAlert(db: TenantDb, tenantId: number, id: number) {
  return db
    .selectFrom('payment_alerts as pa')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.tenant_id', '=', 'pa.tenant_id').onRef('p.id', '=', 'pa.payment_id'),
    )
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'p.tenant_id').onRef('a.id', '=', 'p.account_id'),
    )
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.id', '=', 'p.site_id'))
    .select([
      'pa.kind',
      'pa.detail',
      'pa.created_at',
      'p.id as payment_id',
      'p.merchant_ref_number',
      'p.channel',
      'p.site_id',
      'p.provider_key',
      'p.provider_payment_id',
      'p.currency',
      'p.amount_minor',
      'p.allocated_minor',
      'p.refunded_minor',
      'p.disputed_minor',
      'p.reversed_minor',
      'p.is_test',
      'a.id as account_id',
      'a.reference as account_reference',
      'a.title',
      'a.firstname',
      'a.lastname',
      's.time_zone',
      's.name as site_name',
      's.address as site_address',
      's.telephone as site_telephone',
      's.email as site_email',
      orders.as('orders'),
    ])
    .where('pa.tenant_id', '=', tenantId)
    .where('pa.id', '=', id)
    .executeTakeFirst();
}

interface NewAlert {
  id: number;
  payment_id: number;
  kind: string;
  detail: Record<string, unknown>;
  created_at: Date;
}

/**
 * Inserts one alert of a kind for a payment, however often its cause occurs.
 * @returns its id; null if there was one before
 */
export async function insertAlert(trx: TenantDb, tenantId: number, alert: NewAlert): Promise<number | null> {
  const stored = await insertion(trx, tenantId, alert)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'payment_id', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored?.id ?? null;
}

/**
 * Inserts an alert that is news each time: an existing one is replaced by the newest. The payment's events keep them
 * all.
 * @returns its id
 */
export async function renewAlert(trx: TenantDb, tenantId: number, alert: NewAlert): Promise<number> {
  const { id } = await insertion(trx, tenantId, alert)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'payment_id', 'kind']).doUpdateSet((excluded) => ({
        detail: excluded.ref('excluded.detail'),
        created_at: excluded.ref('excluded.created_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const insertion = (trx: TenantDb, tenantId: number, alert: NewAlert) =>
  trx.insertInto('payment_alerts').values({ ...alert, tenant_id: tenantId, detail: JSON.stringify(alert.detail) });
