import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '@quayside/embedded-postgres/make-folders.ts';
import type { Environment } from '../settings/env.ts';
import { newSecretKey, readSecretKey, SecretKeys } from './secret-keys.ts';
import { StartError } from '../start-error.ts';

/**
 * Opens the keys that encrypt the database's secrets. Outside of production a missing `SECRETS_KEY` is replaced by a
 * key in the file `secrets.key` of the data folder, which the first start makes.
 * @param mayMake false: makes no key, and returns none that encrypts if there is none
 * @throws StartError if the file holds no key
 */
export function openSecretKeys({ dataDir, secretsKey, secretsKeyOther }: Environment, mayMake = true): SecretKeys {
  const current = secretsKey ?? keyOfFolder(dataDir, mayMake);
  return new SecretKeys(current, secretsKeyOther ? [secretsKeyOther] : []);
}

function keyOfFolder(folder: string, mayMake: boolean): Buffer | null {
  const path = join(folder, 'secrets.key');
  const text = readIfThere(path) ?? (mayMake ? makeFile(folder, path) : null);
  if (text === null) return null;
  const key = readSecretKey(text);
  if (key) return key;
  throw new StartError(`${path} holds no key of 32 bytes. Bring the file back, or set SECRETS_KEY.`);
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Makes the file whole or not at all. If two processes make it at once, both use the first one's. */
function makeFile(folder: string, path: string): string {
  makeFolders(folder);
  const draft = join(folder, `secrets.key.${randomUUID()}`);
  writeFileSync(draft, `${newSecretKey().toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8');
}
