import type { FastifyBaseLogger } from 'fastify';
import { findMissingKeys } from './db/secrets/check-secret-keys.ts';
import type { DatabaseClient } from './db/client.ts';
import { every, type Timer } from './jobs/recurring.ts';
import { minute } from './lib/time/durations.ts';

/**
 * Looks every minute if another process encrypts secrets with a key that this copy lacks, as after a rotation without
 * a restart of this copy. It can't read them, so nobody pays with their providers here.
 */
export function watchSecretKeys(
  database: DatabaseClient,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  everyMs = minute,
): Timer {
  let reported = '';
  const look = async () => {
    const missing = (await findMissingKeys(database.unsafeWithoutTenant(), database.secretKeys)).join(' and ');
    if (missing !== '' && missing !== reported)
      log.error(
        { missing },
        'this copy lacks a key of the secrets: set SECRETS_KEY or SECRETS_KEY_OTHER, and restart it',
      );
    reported = missing;
  };
  return every(everyMs, () =>
    look().catch((error: unknown) => log.warn({ reason: String(error) }, 'could not compare the keys of the secrets')),
  );
}
