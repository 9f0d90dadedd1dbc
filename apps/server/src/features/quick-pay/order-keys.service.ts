import type { TenantDb } from '../../db/client.ts';
import type { Context, OrderKey } from '../../http/context.ts';
import { hashToken, makeToken } from '../../lib/secrets/secret-token.ts';
import { hour } from '../../lib/time/durations.ts';
import { ordersOfKey, storeAcceptHeader, storeOrderKey } from './order-keys.queries.ts';

/** The time for which a browser is known after it last opened a pay link. Opening it again starts the time again. */
const keyLifeMs = 24 * hour;
/** An order with less time left gets all of it when it is opened again, so that most reads write nothing. */
const renewedBelowMs = 12 * hour;

/** Returns the orders that a browser may pay, by the pay links that it opened; null if its key opens nothing now. */
export async function findOrderKey(
  db: TenantDb,
  tenantId: number,
  token: string | null,
  now: Date,
): Promise<OrderKey | null> {
  if (token === null) return null;
  const hash = hashToken(token);
  const rows = await ordersOfKey(db, { tenantId, keyHash: hash, now });
  if (rows.length === 0) return null;
  return {
    hash,
    acceptHeader: rows.find(({ accept_header }) => accept_header !== null)?.accept_header ?? null,
    orders: rows.map((row) => ({
      id: row.id,
      guid: row.guid,
      siteId: row.site_id,
      expiresAt: row.expires_at,
      account: { id: row.account_id, guid: row.account_guid, siteId: row.account_site_id },
    })),
  };
}

/**
 * Lets this browser pay an order whose guid it has shown. A browser with a key keeps it and adds the order, so that
 * two links in two tabs work together.
 */
export async function openOrder(ctx: Context, orderId: number): Promise<void> {
  const { db, tenant, clock, orderKey } = ctx;
  const now = clock.now();
  const opened = orderKey?.orders.find(({ id }) => id === orderId);
  if (opened && opened.expiresAt.getTime() - now.getTime() > renewedBelowMs) return;
  const token = (orderKey && ctx.request.payerToken) ?? makeToken();
  await storeOrderKey(db, {
    tenant_id: tenant.id,
    key_hash: hashToken(token),
    order_id: orderId,
    expires_at: new Date(now.getTime() + keyLifeMs),
  });
  ctx.cookies.setPayer(token, keyLifeMs / 1000);
}

/** Stores the Accept header for documents of a browser that opened pay links. */
export const noteLinkAccept = (db: TenantDb, tenantId: number, token: string, accept: string) =>
  storeAcceptHeader(db, { tenantId, keyHash: hashToken(token), accept });
