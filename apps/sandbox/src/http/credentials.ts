import { timingSafeEqual } from 'node:crypto';

/** Returns the name and the secret of an `Authorization: Basic` header. */
export function readBasic(header: string | undefined): { name: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { name, secret: rest.join(':') };
}

/** Compares two secrets in constant time, so that the duration reveals nothing about them. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
