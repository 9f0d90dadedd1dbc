import { timingSafeEqual } from 'node:crypto';

/** What an `Authorization: Basic` header says: whose it is, and the secret that is to prove it. */
export function readBasic(header: string | undefined): { name: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { name, secret: rest.join(':') };
}

/** Whether two secrets are the same, told without telling how much of them is. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
