import { type KeyObject, sign } from 'node:crypto';

/** The changes to an identity token before it is sent. */
export interface TokenChange {
  /** The shift of its times, in milliseconds. */
  readonly offsetMs: number;
  /** The claims that replace its own. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** The private key that signs it, for the algorithm that the token names. */
  readonly key: KeyObject;
}

/** Changes a token's claims, and signs it again under the same header. */
export function changeIdentityToken(token: string, { offsetMs, claims, key }: TokenChange): string {
  const [header = '', body = ''] = token.split('.');
  const original = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
  const changed: Record<string, unknown> = { ...original, ...claims };
  for (const name of ['iat', 'exp', 'auth_time']) {
    const seconds = changed[name];
    if (typeof seconds === 'number') changed[name] = seconds + Math.round(offsetMs / 1000);
  }
  const text = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
