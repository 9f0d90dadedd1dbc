import { z } from 'zod';

/** Only to this machine may anything go unencrypted: there the sandbox is. */
function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:') return true;
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) || hostname.endsWith('.localhost');
}

/** How a tenant's provider of single sign-on is reached. Holds a secret: it never leaves the server and is never logged. */
export const SignOnSettings = z.strictObject({
  /** The provider's own address for OpenID Connect, below which its discovery document is. */
  issuer: z.url({ protocol: /^https?$/ }).refine(isSafeIssuer, 'must be https'),
  clientId: z.string().min(1).max(200),
  clientSecret: z.string().min(1).max(500),
  scope: z
    .string()
    .regex(/\bopenid\b/, 'must ask for openid')
    .default('openid email profile'),
  /** How long the provider may take for all that one visit asks of it, in milliseconds. */
  deadlineMs: z.number().int().min(100).max(60_000).default(10_000),
});
export type SignOnSettings = z.output<typeof SignOnSettings>;
