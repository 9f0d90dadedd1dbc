import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'oidc-provider';
import type { Brand } from './brands.ts';

/** The keys with which one provider signs. They are made at first use and kept. */
export interface SigningKeys {
  /** The private key. The JWKS endpoint shows its public half. */
  readonly key: KeyObject;
  readonly jwk: JWK;
  /** Signs the provider's cookies. */
  readonly cookieSecret: string;
}

export function loadSigningKeys(database: DatabaseSync, { key: provider, algorithm }: Brand): SigningKeys {
  const stored = keep(database, `sso ${provider} key`, () =>
    JSON.stringify(createKey(algorithm).export({ format: 'jwk' })),
  );
  const key = createPrivateKey({ key: JSON.parse(stored), format: 'jwk' });
  return {
    key,
    jwk: { ...key.export({ format: 'jwk' }), kid: `${provider}-1`, alg: algorithm, use: 'sig' },
    cookieSecret: keep(database, `sso ${provider} cookies`, () => randomBytes(32).toString('base64')),
  };
}

/** Makes a private key for the algorithm. */
export function createKey(algorithm: Brand['algorithm']): KeyObject {
  return algorithm === 'RS256'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

function keep(database: DatabaseSync, name: string, create: () => string): string {
  const row = database.prepare('select value from secret where name = ?').get(name);
  if (row !== undefined) return String(row['value']);
  const value = create();
  database.prepare('insert into secret (name, value) values (?, ?)').run(name, value);
  return value;
}
