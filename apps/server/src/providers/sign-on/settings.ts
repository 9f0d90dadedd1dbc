import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/** Only to this machine may anything go unencrypted: there the sandbox is. */
function isSafeIssuer(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:') return true;
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname) || hostname.endsWith('.localhost');
}

/** Apple's key, with which the secret of each request is signed anew. */
const SigningKey = z.strictObject({
  /** Ten characters each, as Apple gives them out. */
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

/** How a tenant's provider of single sign-on is reached. Holds a secret: it never leaves the server and is never logged. */
export const SignOnSettings = z
  .strictObject({
    /** The provider's own address for OpenID Connect, below which its discovery document is. */
    issuer: z.url({ protocol: /^https?$/ }).refine(isSafeIssuer, 'must be https'),
    clientId: z.string().min(1).max(200),
    /** null: the provider takes a secret that `signingKey` signs. Exactly one of the two is there. */
    clientSecret: z.string().min(1).max(500).nullable().default(null),
    signingKey: SigningKey.nullable().default(null),
    /** How the answer comes: in the address, or posted by the provider's page, as Apple does where it tells the e-mail. */
    responseMode: z.enum(['query', 'form_post']).default('query'),
    scope: z
      .string()
      .regex(/\bopenid\b/, 'must ask for openid')
      .default('openid email profile'),
    /** How long the provider may take for all that one visit asks of it, in milliseconds. */
    deadlineMs: z.number().int().min(100).max(60_000).default(10_000),
  })
  .refine(({ clientSecret, signingKey }) => (clientSecret === null) !== (signingKey === null), {
    path: ['clientSecret'],
    message: 'must be there, or signingKey instead of it',
  });
export type SignOnSettings = z.output<typeof SignOnSettings>;
