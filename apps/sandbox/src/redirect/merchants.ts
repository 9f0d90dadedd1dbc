import type { DatabaseSync } from 'node:sqlite';
import { sameSecret } from '../http/credentials.ts';

/** A merchant of the redirect provider. */
export interface RedirectMerchant {
  readonly merchantId: string;
  /** The secret with which its server authenticates. */
  readonly secretKey: string;
  /** The secret that signs the events to it. */
  readonly webhookSecret: string;
  /** The address for its events; null: it wants none. */
  readonly webhookUrl: string | null;
  /** The name that customers read on the page. */
  readonly name: string;
}

/** Adds a merchant, or changes it. */
export function registerRedirectMerchant(database: DatabaseSync, merchant: RedirectMerchant): void {
  const { merchantId, secretKey, webhookSecret, webhookUrl, name } = merchant;
  database
    .prepare(
      `insert into redirect_merchant (merchant_id, secret_key, webhook_secret, webhook_url, name) values (?, ?, ?, ?, ?)
       on conflict (merchant_id) do update set secret_key = excluded.secret_key,
         webhook_secret = excluded.webhook_secret, webhook_url = excluded.webhook_url, name = excluded.name`,
    )
    .run(merchantId, secretKey, webhookSecret, webhookUrl, name);
}

export function findRedirectMerchant(database: DatabaseSync, merchantId: string): RedirectMerchant | undefined {
  const row = database.prepare('select * from redirect_merchant where merchant_id = ?').get(merchantId);
  return row === undefined ? undefined : toMerchant(row);
}

/** Returns the merchant that an `Authorization: Bearer` header proves: its id, a dot, and its key. */
export function authenticateRedirectMerchant(
  database: DatabaseSync,
  header: string | undefined,
): RedirectMerchant | undefined {
  const [, merchantId = '', key = ''] = /^Bearer ([^.\s]+)\.(\S+)$/.exec(header ?? '') ?? [];
  const found = findRedirectMerchant(database, merchantId);
  return found !== undefined && sameSecret(found.secretKey, key) ? found : undefined;
}

function toMerchant(row: Record<string, unknown>): RedirectMerchant {
  return {
    merchantId: String(row['merchant_id']),
    secretKey: String(row['secret_key']),
    webhookSecret: String(row['webhook_secret']),
    webhookUrl: row['webhook_url'] as string | null,
    name: String(row['name']),
  };
}
