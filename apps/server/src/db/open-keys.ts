import type { Environment } from '../lib/env.ts';
import { isSecretKeyMissing, openSecretKeys } from '../lib/open-secret-keys.ts';
import type { SecretKeys } from '../lib/secret-keys.ts';
import { DatabaseClient } from './client.ts';
import { listKeyIds } from './secrets.queries.ts';

/**
 * Opens the keys of a database's secrets. Makes one only if the database has no secrets yet: a process with the
 * settings of another server leaves no key in its folder.
 */
export async function openKeysOf(url: string, environment: Environment): Promise<SecretKeys> {
  if (!isSecretKeyMissing(environment)) return openSecretKeys(environment, false);
  const database = new DatabaseClient({ url, size: 1, session: environment.databaseSession });
  try {
    const keys = await listKeyIds(database.unsafeWithoutTenant());
    return openSecretKeys(environment, keys.length === 0);
  } finally {
    await database.close();
  }
}
