import { SecretKeys } from '../lib/secrets/secret-keys.ts';

const key = Buffer.alloc(32, 'key of the tests');

/** The `SECRETS_KEY` of servers and commands that tests start. */
export const testSecretsKey = key.toString('base64');

/** The keys for databases that tests open themselves. They have the key above. */
export const testSecretKeys = new SecretKeys(key);
