import type { SecretPlace } from '../../lib/secrets/secret-keys.ts';
import type { TenantDb } from '../client.ts';
import { secretKeysOf } from '../connections/keyed-dialect.ts';

type Row = Readonly<Record<string, unknown>> & { tenant_id: number };

/** A column whose values are encrypted. */
export interface SecretColumn {
  table: 'payment_providers' | 'sign_on_providers' | 'seal_certificates' | 'webhook_endpoints';
  column: string;
  /** `settings`: an object in a column of type `jsonb`. `bytes`: a column of type `bytea`. */
  type: 'settings' | 'bytes';
  /** The columns of the primary key after `tenant_id`. */
  row: readonly string[];
  /** Fields of the settings that are no secret. They also stand beside the encrypted text, for queries. */
  visible: readonly string[];
}

/** The settings of payment providers, with the secrets of the provider's API and its events. */
export const providerSettings = {
  table: 'payment_providers',
  column: 'settings',
  type: 'settings',
  row: ['site_id', 'key'],
  visible: ['inTestMode'],
} as const satisfies SecretColumn;

/** The settings of providers of single sign-on, with the client's secret. */
export const signOnSettings = {
  table: 'sign_on_providers',
  column: 'settings',
  type: 'settings',
  row: ['key'],
  visible: [],
} as const satisfies SecretColumn;

/** The private keys that seal papers. */
export const sealKeys = {
  table: 'seal_certificates',
  column: 'private_key',
  type: 'bytes',
  row: ['id'],
  visible: [],
} as const satisfies SecretColumn;

/** The secrets that sign webhooks. */
export const webhookSecrets = {
  table: 'webhook_endpoints',
  column: 'secrets',
  type: 'settings',
  row: ['id'],
  visible: [],
} as const satisfies SecretColumn;

/** All columns whose values are encrypted. */
export const secretColumns: readonly SecretColumn[] = [providerSettings, signOnSettings, sealKeys, webhookSecrets];

const placeOf = ({ table, column, row }: SecretColumn, values: Row): SecretPlace => ({
  column: `${table}.${column}`,
  tenantId: values.tenant_id,
  row: row.map((name) => values[name] as string | number),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Returns the encrypted text of a stored value. Null if the value is of a release that did not encrypt. Such a value
 * can't look encrypted: no provider has a setting `sealed`, and a private key in DER does not begin with `v`.
 */
export function encryptedText(stored: unknown): string | null {
  if (Buffer.isBuffer(stored)) return stored[0] === 'v'.charCodeAt(0) ? stored.toString() : null;
  return isObject(stored) && typeof stored.sealed === 'string' ? stored.sealed : null;
}

/** Encrypts settings for their row. @returns the object to store */
export function encryptSettings(db: TenantDb, column: SecretColumn, row: Row, settings: object): object {
  const visible = Object.entries(settings).filter(([name]) => column.visible.includes(name));
  const encrypted = secretKeysOf(db).encrypt(JSON.stringify(settings), placeOf(column, row));
  return { ...Object.fromEntries(visible), sealed: encrypted };
}

/** Decrypts stored settings. @throws UnreadableSecret */
export function decryptSettings(db: TenantDb, column: SecretColumn, row: Row, stored: unknown): unknown {
  const text = encryptedText(stored);
  return text === null ? stored : JSON.parse(secretKeysOf(db).decrypt(text, placeOf(column, row)).toString());
}

/** Encrypts bytes for their row. */
export const encryptBytes = (db: TenantDb, column: SecretColumn, row: Row, secret: Buffer): Buffer =>
  Buffer.from(secretKeysOf(db).encrypt(secret, placeOf(column, row)));

/** Decrypts stored bytes. @throws UnreadableSecret */
export function decryptBytes(db: TenantDb, column: SecretColumn, row: Row, stored: Buffer): Buffer {
  const text = encryptedText(stored);
  return text === null ? stored : secretKeysOf(db).decrypt(text, placeOf(column, row));
}

/** Encrypts a stored value again with the current key. @throws UnreadableSecret */
export function encryptAgain(db: TenantDb, column: SecretColumn, row: Row, stored: unknown): object {
  if (Buffer.isBuffer(stored)) return encryptBytes(db, column, row, decryptBytes(db, column, row, stored));
  return encryptSettings(db, column, row, decryptSettings(db, column, row, stored) as object);
}
