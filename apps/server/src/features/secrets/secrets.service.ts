import type { TenantDb } from '../../db/client.ts';
import { secretKeysOf } from '../../db/connections/keyed-dialect.ts';
import {
  deleteSecretRow,
  listKeyIds,
  listSecrets,
  replaceSecret,
  type StoredSecret,
} from '../../db/secrets/secrets.queries.ts';
import { encryptAgain, encryptedText, type SecretColumn, secretColumns } from '../../db/secrets/secrets.ts';
import { hour } from '../../lib/time/durations.ts';
import { keyIdOf, UnreadableSecret } from '../../lib/secrets/secret-keys.ts';

/** A stored secret with its column and the key that it needs. */
export interface FoundSecret extends StoredSecret {
  column: SecretColumn;
  /** The name of its key; null: a release that did not encrypt stored it. */
  keyId: string | null;
}

/** Returns the secrets of a tenant. */
export async function findSecrets(db: TenantDb, tenantId: number): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  for (const column of secretColumns)
    for (const stored of await listSecrets(db, tenantId, column)) {
      const text = encryptedText(stored.value);
      found.push({ ...stored, column, keyId: text === null ? null : keyIdOf(text) });
    }
  return found;
}

/**
 * Encrypts a tenant's secrets with the current key, one after the other. It may be ended and run again at any time.
 * @param wanted tells which secrets
 * @returns the number of secrets that were encrypted, and why others can't be read
 */
export async function encryptSecrets(
  db: TenantDb,
  tenantId: number,
  wanted: (secret: FoundSecret) => boolean,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const result = { encrypted: 0, unreadable: [] as string[] };
  for (const secret of (await findSecrets(db, tenantId)).filter(wanted)) {
    try {
      const again = encryptAgain(db, secret.column, secret.row, secret.value);
      // Somebody who changed it meanwhile has encrypted it, or the next run does.
      if (await replaceSecret(db, secret.column, secret, again)) result.encrypted += 1;
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      result.unreadable.push(error.message);
    }
  }
  return result;
}

/** The time in which copies of a release that can't decrypt may still serve beside this one. */
const releasesOverlapMs = hour;

/**
 * Encrypts secrets that a release before stored as they are. That release can't read them afterwards, so this waits
 * an hour from the first start of a release that encrypts.
 */
export async function encryptPlainSecrets(db: TenantDb, tenantId: number, now: Date): Promise<number> {
  const [first] = await listKeyIds(db);
  if (!first || now.getTime() - first.addedAt.getTime() < releasesOverlapMs) return 0;
  return (await encryptSecrets(db, tenantId, ({ keyId }) => keyId === null)).encrypted;
}

/** Tells if a secret needs another key than the current one, or none. */
export const isOfOtherKey =
  (db: TenantDb) =>
  ({ keyId }: FoundSecret): boolean =>
    keyId !== secretKeysOf(db).currentId;

/**
 * Deletes a tenant's secrets that only a lost key can decrypt. The marina then has no such provider, and a new
 * certificate seals its papers.
 * @returns one line for each
 */
export async function forgetSecrets(trx: TenantDb, tenantId: number, keyId: string): Promise<string[]> {
  const lost = (await findSecrets(trx, tenantId)).filter((secret) => secret.keyId === keyId);
  for (const secret of lost) {
    if (secret.column.type === 'bytes') await replaceSecret(trx, secret.column, secret, null);
    else await deleteSecretRow(trx, secret.column, secret);
  }
  return lost.map(({ column: { table }, row: { tenant_id: _, ...key } }) => `${table} ${Object.values(key).join(' ')}`);
}
