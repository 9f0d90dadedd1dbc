import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** Tells if an issuer is safe. Only this machine, where the sandbox is, may be reached without encryption. */
function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:') return true;
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) || hostname.endsWith('.localhost');
}

/** Apple's key, which signs a new secret for each request. */
const SigningKey = z.strictObject({
  /** Ten characters each, as Apple issues them. */
  teamId: z.string().regex(/^[A-Z0-9]{1,20}$/),
  keyId: z.string().regex(/^[A-Z0-9]{1,20}$/),
  /** The content of the `.p8` file. */
  privateKey: z.string().max(5_000).refine(isP256, 'must be a private key of P-256, as PEM'),
});
export type SigningKey = z.output<typeof SigningKey>;

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

/**
 * The connection to a tenant's provider of single sign-on. It holds a secret: it never leaves the server and is never
 * logged.
 */
export const SignOnSettings = z
  .strictObject({
    /** The provider's own address for OpenID Connect. Its discovery document is below it. */
    issuer: z.url({ protocol: /^https?$/ }).refine(isSafeIssuer, 'must be https'),
    clientId: z.string().min(1).max(200),
    /** null: the provider uses a secret that `signingKey` signs. Exactly one of the two is set. */
    clientSecret: z.string().min(1).max(500).nullable().default(null),
    signingKey: SigningKey.nullable().default(null),
    /**
     * The form of the answer: in the address, or posted by the provider's page, as Apple does when it sends the
     * e-mail address.
     */
    responseMode: z.enum(['query', 'form_post']).default('query'),
    scope: z
      .string()
      .regex(/\bopenid\b/, 'must ask for openid')
      .default('openid email profile'),
    /** The time limit for all calls to the provider in one visit, in milliseconds. */
    deadlineMs: z.number().int().min(100).max(60_000).default(10_000),
  })
  .refine(({ clientSecret, signingKey }) => (clientSecret === null) !== (signingKey === null), {
    path: ['clientSecret'],
    message: 'must be there, or signingKey instead of it',
  });
export type SignOnSettings = z.output<typeof SignOnSettings>;
