import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/**
 * The keys with which the sandbox signs. They are made at the first start and kept, so that tokens survive a
 * restart.
 */
export interface Secrets {
  /** Returns a keyed fingerprint. It recognises equal card numbers without storing them. */
  fingerprint(cardNumber: string): string;
  /** Returns a signed JSON web token (HS256) with these claims. */
  sign(claims: Record<string, unknown>): string;
  /** Returns thirty-two bytes that are always the same for a name. */
  key(name: string): Buffer;
  /** Returns the claims of a token made by `sign`; undefined if the signature is wrong. */
  verify(token: string): Record<string, unknown> | undefined;
}

export function loadSecrets(database: DatabaseSync): Secrets {
  const fingerprintKey = loadKey(database, 'fingerprint');
  const signingKey = loadKey(database, 'signing');
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');
  const signature = (text: string) => createHmac('sha256', signingKey).update(text).digest();
  return {
    key: (name) => loadKey(database, name),
    fingerprint: (cardNumber) => createHmac('sha256', fingerprintKey).update(cardNumber).digest('base64url'),
    sign(claims) {
      const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${text}.${signature(text).toString('base64url')}`;
    },
    verify(token) {
      const [head = '', body = '', mark = ''] = token.split('.');
      const given = Buffer.from(mark, 'base64url');
      const expected = signature(`${head}.${body}`);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
    },
  };
}

function loadKey(database: DatabaseSync, name: string): Buffer {
  database
    .prepare('insert into secret (name, value) values (?, ?) on conflict (name) do nothing')
    .run(name, randomBytes(32).toString('base64'));
  const row = database.prepare('select value from secret where name = ?').get(name);
  return Buffer.from(String(row?.['value']), 'base64');
}
