import type { Environment } from '../../lib/settings/env.ts';
import { openSecretKeys } from '../../lib/secrets/open-secret-keys.ts';
import type { SecretKeys } from '../../lib/secrets/secret-keys.ts';
import { findMissingKeys } from './check-secret-keys.ts';
import { DatabaseClient } from '../client.ts';

/**
 * Opens the keys of a database's secrets. Makes a missing one only if the settings have all others that the database
 * needs: a process with the settings of another server leaves no key in its folder.
 */
export async function openKeysOf(url: string, environment: Environment): Promise<SecretKeys> {
  const keys = openSecretKeys(environment, false);
  if (keys.currentId !== null) return keys;
  const database = new DatabaseClient({ url, size: 1, session: environment.databaseSession });
  try {
    const missing = await findMissingKeys(database.unsafeWithoutTenant(), keys);
    // Another process may have made it meanwhile.
    return openSecretKeys(environment, missing.length === 0);
  } finally {
    await database.close();
  }
}
