import type { DatabaseSync } from 'node:sqlite';
import { readBasic, sameSecret } from '../http/credentials.ts';

/** A merchant of the second card provider, with one account in one currency. */
export interface ClearAcceptMerchant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly platformId: string;
  readonly merchantId: string;
  readonly merchantAccountId: string;
  /** The name on the bank's pages. */
  readonly name: string;
  readonly currency: string;
  readonly threeDs: ThreeDsMode;
}

/**
 * The moment at which a request shows the bank's result, which no public document says. `beforeConfirm`: as soon as
 * it is known. `withConfirm`: after the request is confirmed. Both decline a confirmation without Y or A.
 * `notEnforced` shows it with the confirmation, and takes the money whatever the result is.
 */
export const threeDsModes = ['beforeConfirm', 'withConfirm', 'notEnforced'] as const;
export type ThreeDsMode = (typeof threeDsModes)[number];

/** The demo's merchants. Tests register others. */
export const demoClearAcceptMerchants: readonly ClearAcceptMerchant[] = [
  {
    clientId: 'port-azur-client',
    clientSecret: 'sandbox-client-secret',
    platformId: 'quayside',
    merchantId: 'port-azur',
    merchantAccountId: 'port-azur-components-eur',
    name: 'Port d’Azur',
    currency: 'EUR',
    threeDs: 'beforeConfirm',
  },
];

/** Adds a merchant or changes its secret. Returns false if the account or the client belongs to somebody else. */
export function registerClearAcceptMerchant(database: DatabaseSync, merchant: ClearAcceptMerchant): boolean {
  const { clientId, clientSecret, platformId, merchantId, merchantAccountId, name, currency, threeDs } = merchant;
  const owner = findMerchantByAccount(database, merchantAccountId);
  const client = findMerchantByClient(database, clientId);
  if (owner !== undefined && (owner.clientId !== clientId || owner.currency !== currency)) return false;
  if (client !== undefined && client.merchantAccountId !== merchantAccountId) return false;
  database
    .prepare(
      `insert into clear_accept_merchant
         (merchant_account_id, client_id, client_secret, platform_id, merchant_id, name, currency)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (merchant_account_id) do update set client_secret = excluded.client_secret,
         platform_id = excluded.platform_id, merchant_id = excluded.merchant_id, name = excluded.name`,
    )
    .run(merchantAccountId, clientId, clientSecret, platformId, merchantId, name, currency);
  database
    .prepare(
      `insert into clear_accept_three_ds (merchant_account_id, mode) values (?, ?)
       on conflict (merchant_account_id) do update set mode = excluded.mode`,
    )
    .run(merchantAccountId, threeDs);
  return true;
}

const select = 'select * from clear_accept_merchant left join clear_accept_three_ds using (merchant_account_id)';

export function findMerchantByAccount(
  database: DatabaseSync,
  merchantAccountId: string,
): ClearAcceptMerchant | undefined {
  const query = `${select} where merchant_account_id = ?`;
  return toMerchant(database.prepare(query).get(merchantAccountId));
}

function findMerchantByClient(database: DatabaseSync, clientId: string): ClearAcceptMerchant | undefined {
  return toMerchant(database.prepare(`${select} where client_id = ?`).get(clientId));
}

/** Returns the merchant that an `Authorization: Basic` header proves. */
export function findMerchantByCredentials(
  database: DatabaseSync,
  header: string | undefined,
): ClearAcceptMerchant | undefined {
  const credentials = readBasic(header);
  const merchant = credentials && findMerchantByClient(database, credentials.name);
  return merchant && sameSecret(merchant.clientSecret, credentials.secret) ? merchant : undefined;
}

function toMerchant(row: Record<string, unknown> | undefined): ClearAcceptMerchant | undefined {
  if (row === undefined) return undefined;
  return {
    clientId: String(row['client_id']),
    clientSecret: String(row['client_secret']),
    platformId: String(row['platform_id']),
    merchantId: String(row['merchant_id']),
    merchantAccountId: String(row['merchant_account_id']),
    name: String(row['name']),
    currency: String(row['currency']),
    threeDs: (row['mode'] as ThreeDsMode | null) ?? 'beforeConfirm',
  };
}
