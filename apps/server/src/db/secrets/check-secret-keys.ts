import { StartError } from '../../lib/start-error.ts';
import type { SecretKeys } from '../../lib/secrets/secret-keys.ts';
import type { DatabaseClient, TenantDb } from '../client.ts';
import { addKeyId, listKeyIds, lockKeyIds } from './secrets.queries.ts';

/**
 * Checks that this process has every key that the database's secrets need, and notes the key that it encrypts with.
 * Copies of the server and commands with different keys are found out before they store something.
 * @throws StartError that names the missing key
 */
export async function agreeOnSecretKeys(database: DatabaseClient): Promise<void> {
  const { secretKeys } = database;
  await database
    .unsafeWithoutTenant()
    .transaction()
    .execute(async (trx) => {
      await lockKeyIds(trx);
      const missing = await findMissingKeys(trx, secretKeys);
      if (missing.length > 0)
        throw new StartError(
          `The database's secrets need the key ${missing.join(' and ')}, and this ` +
            `process has ${secretKeys.ids.join(' and ') || 'none'}. Set SECRETS_KEY to the key of the other ` +
            'copies, or SECRETS_KEY_OTHER while you replace it. If it is lost: docs/operating/secrets.md.',
        );
      if (secretKeys.currentId !== null) await addKeyId(trx, secretKeys.currentId);
    });
}

/** Returns the names of the keys that the database's secrets may need, and that this process does not have. */
export async function findMissingKeys(db: TenantDb, secretKeys: SecretKeys): Promise<string[]> {
  const keys = await listKeyIds(db);
  return keys.map(({ keyId }) => keyId).filter((keyId) => !secretKeys.has(keyId));
}
