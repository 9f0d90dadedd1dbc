import { createHash, randomBytes } from 'node:crypto';
import type { TenantDb } from '../../db/client.ts';
import type { Context, OrderKey } from '../../http/context.ts';
import { ordersOfKey, storeAcceptHeader, storeOrderKey } from './order-keys.queries.ts';

const hour = 60 * 60_000;

/** How long a browser is known after it last opened a pay link; opening it again begins it anew. */
const keyLifeMs = 24 * hour;
/** With less of it left an order that is opened again gets all of it, so that reading mostly writes nothing. */
const renewedBelowMs = 12 * hour;

/** What the pay links that a browser has opened let it pay; null where its key opens nothing now. */
export async function findOrderKey(
  db: TenantDb,
  tenantId: number,
  token: string | null,
  now: Date,
): Promise<OrderKey | null> {
  if (token === null) return null;
  const hash = hashKey(token);
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
 * Lets this browser pay an order whose guid it has shown. A key that it has already opens this order too, so that two
 * links in two tabs don't shut each other out.
 */
export async function openOrder(ctx: Context, orderId: number): Promise<void> {
  const { db, tenant, clock, orderKey } = ctx;
  const now = clock.now();
  const opened = orderKey?.orders.find(({ id }) => id === orderId);
  if (opened && opened.expiresAt.getTime() - now.getTime() > renewedBelowMs) return;
  const token = (orderKey && ctx.request.payerToken) ?? randomBytes(32).toString('base64url');
  await storeOrderKey(db, {
    tenant_id: tenant.id,
    key_hash: hashKey(token),
    order_id: orderId,
    expires_at: new Date(now.getTime() + keyLifeMs),
  });
  ctx.cookies.setPayer(token, keyLifeMs / 1000);
}

/** Keeps what a browser that has opened pay links takes as a document. */
export const noteLinkAccept = (db: TenantDb, tenantId: number, token: string, accept: string) =>
  storeAcceptHeader(db, { tenantId, keyHash: hashKey(token), accept });

/** Hashes the key of a browser's pay links, as it is stored. @param token as the browser's cookie has it */
export const hashKey = (token: string): Buffer => createHash('sha256').update(token).digest();
