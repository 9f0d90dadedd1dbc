import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { readBasic, sameSecret } from '../http/credentials.ts';

/** A business that takes money through PayPal. */
export interface PaypalMerchant {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Names the subscription to its events, as the provider's dashboard does. */
  readonly webhookId: string;
  /** The address for its events; null: it wants none. */
  readonly webhookUrl: string | null;
  /** The name that customers read. */
  readonly name: string;
}

/** The lifetime of a token, in seconds. */
export const tokenLifeSeconds = 32_400;

export function registerPaypalMerchant(database: DatabaseSync, merchant: PaypalMerchant): void {
  const { clientId, clientSecret, webhookId, webhookUrl, name } = merchant;
  database
    .prepare(
      `insert into paypal_merchant (client_id, client_secret, webhook_id, webhook_url, name) values (?, ?, ?, ?, ?)
       on conflict (client_id) do update set client_secret = excluded.client_secret,
         webhook_id = excluded.webhook_id, webhook_url = excluded.webhook_url, name = excluded.name`,
    )
    .run(clientId, clientSecret, webhookId, webhookUrl, name);
}

export function findPaypalMerchant(database: DatabaseSync, clientId: string): PaypalMerchant | undefined {
  const row = database.prepare('select * from paypal_merchant where client_id = ?').get(clientId);
  if (row === undefined) return undefined;
  return {
    clientId,
    clientSecret: String(row['client_secret']),
    webhookId: String(row['webhook_id']),
    webhookUrl: row['webhook_url'] as string | null,
    name: String(row['name']),
  };
}

/** Returns the merchant that an `Authorization: Basic` header proves. */
export function findBySecret(database: DatabaseSync, header: string | undefined): PaypalMerchant | undefined {
  const credentials = readBasic(header);
  const found = credentials && findPaypalMerchant(database, credentials.name);
  return found && sameSecret(found.clientSecret, credentials.secret) ? found : undefined;
}

export function giveToken(database: DatabaseSync, { clientId }: PaypalMerchant, now: number): string {
  const token = `A21AA${randomBytes(36).toString('base64url')}`;
  database
    .prepare('insert into paypal_token (token, client_id, expires_at) values (?, ?, ?)')
    .run(token, clientId, now + tokenLifeSeconds * 1000);
  return token;
}

/** Returns the merchant that an `Authorization: Bearer` header proves, if the token has not expired. */
export function findByToken(
  database: DatabaseSync,
  header: string | undefined,
  now: number,
): PaypalMerchant | undefined {
  const token = /^Bearer (\S+)$/.exec(header ?? '')?.[1] ?? '';
  const row = database.prepare('select client_id from paypal_token where token = ? and expires_at > ?').get(token, now);
  return row === undefined ? undefined : findPaypalMerchant(database, String(row['client_id']));
}
