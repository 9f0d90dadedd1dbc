import { createHmac, randomBytes } from 'node:crypto';

/** Makes a secret as Standard Webhooks write it: 32 random bytes. */
export const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The secret that signs, and the one before it. */
export interface Secrets {
  current: string;
  /** Null: there is none that still signs. */
  previous: { secret: string; endsAt: string } | null;
}

const sign = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64')}`;

/** Returns the headers of Standard Webhooks. During a rotation there are two signatures. */
export function signedHeaders(
  { current, previous }: Secrets,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const content = `${id}.${timestamp}.${body}`;
  const isBoth = previous !== null && now < new Date(previous.endsAt);
  const secrets = isBoth ? [current, previous.secret] : [current];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(secret, content)).join(' '),
  };
}
