import type { DatabaseSync } from 'node:sqlite';
import { readBasic, sameSecret } from '../http/credentials.ts';

/** A merchant of the provider: two key pairs, and accounts, each in one currency. */
export interface Merchant {
  readonly serverKey: string;
  readonly tokenKey: string;
}

export interface Account {
  /** A number, as text. */
  readonly accountId: string;
  readonly serverKey: string;
  readonly currency: string;
  readonly availableToRefund: AvailableToRefund;
}

/**
 * The amount that a settlement shows as refundable before its batch. The provider's documentation prints both: all of
 * it (`atOnce`), and nothing (`onceBatched`).
 */
export const availableToRefundModes = ['atOnce', 'onceBatched'] as const;
export type AvailableToRefund = (typeof availableToRefundModes)[number];

export interface Registration {
  readonly serverKey: string;
  readonly serverSecret: string;
  readonly tokenKey: string;
  readonly tokenSecret: string;
  readonly accountId: string;
  readonly currency: string;
  readonly availableToRefund: AvailableToRefund;
}

export type KeyKind = 'server' | 'token';

/** The merchants of the demo's two marinas. Tests register others. */
export const demoMerchants: readonly Registration[] = [
  { tenant: 'saltmarsh', currency: 'GBP', accountId: '1001000010' },
  { tenant: 'port-azur', currency: 'EUR', accountId: '1001000020' },
].map(({ tenant, currency, accountId }) => ({
  serverKey: `${tenant}-server`,
  serverSecret: 'sandbox-server-secret',
  tokenKey: `${tenant}-token`,
  tokenSecret: 'sandbox-token-secret',
  accountId,
  currency,
  availableToRefund: 'atOnce' as const,
}));

/** Adds a merchant or a further account of one. Returns false if a key or the account belongs to somebody else. */
export function registerMerchant(database: DatabaseSync, registration: Registration): boolean {
  const { serverKey, serverSecret, tokenKey, tokenSecret, accountId, currency, availableToRefund } = registration;
  const owner = findAccount(database, accountId);
  const tokenOwner = findByKey(database, tokenKey);
  if (owner !== undefined && (owner.serverKey !== serverKey || owner.currency !== currency)) return false;
  if (tokenOwner !== undefined && tokenOwner.merchant.serverKey !== serverKey) return false;
  database
    .prepare(
      `insert into merchant (server_key, server_secret, token_key, token_secret) values (?, ?, ?, ?)
       on conflict (server_key) do update set
         server_secret = excluded.server_secret, token_key = excluded.token_key, token_secret = excluded.token_secret`,
    )
    .run(serverKey, serverSecret, tokenKey, tokenSecret);
  database
    .prepare('insert into account (account_id, server_key, currency) values (?, ?, ?) on conflict do nothing')
    .run(accountId, serverKey, currency);
  database
    .prepare(
      `insert into available_to_refund (account_id, mode) values (?, ?)
       on conflict (account_id) do update set mode = excluded.mode`,
    )
    .run(accountId, availableToRefund);
  return true;
}

export function findAccount(database: DatabaseSync, accountId: string): Account | undefined {
  const row = database
    .prepare('select * from account left join available_to_refund using (account_id) where account_id = ?')
    .get(accountId);
  if (row === undefined) return undefined;
  return {
    accountId,
    serverKey: String(row['server_key']),
    currency: String(row['currency']),
    availableToRefund: (row['mode'] as AvailableToRefund | null) ?? 'atOnce',
  };
}

export function listAccountIds(database: DatabaseSync, serverKey: string): string[] {
  const rows = database.prepare('select account_id from account where server_key = ?').all(serverKey);
  return rows.map((row) => String(row['account_id']));
}

/** Returns the merchant that an `Authorization: Basic` header proves, and which of its two keys it used. */
export function findByCredentials(
  database: DatabaseSync,
  header: string | undefined,
): { merchant: Merchant; keyKind: KeyKind } | undefined {
  const credentials = readBasic(header);
  const found = credentials && findByKey(database, credentials.name);
  if (!found || !sameSecret(found.secret, credentials.secret)) return undefined;
  return { merchant: found.merchant, keyKind: found.keyKind };
}

function findByKey(database: DatabaseSync, key: string) {
  const row = database.prepare('select * from merchant where server_key = ? or token_key = ?').get(key, key);
  if (row === undefined) return undefined;
  const merchant: Merchant = { serverKey: String(row['server_key']), tokenKey: String(row['token_key']) };
  const keyKind: KeyKind = merchant.serverKey === key ? 'server' : 'token';
  return { merchant, keyKind, secret: String(row[keyKind === 'server' ? 'server_secret' : 'token_secret']) };
}
