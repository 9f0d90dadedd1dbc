import { createPublicKey, verify } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { findPerson } from './people.ts';

// The differences of Sign in with Apple from common providers of the standard, by Apple's REST documentation:
// "Request an authorization", "Generate and validate tokens", "Creating a client secret", "Authenticating users".

/** A client's key: the public half of the `.p8` file that Apple issues. */
export interface AppleKey {
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
}

/** Adds a client's key, or changes it. */
export function registerAppleKey(database: DatabaseSync, { clientId, teamId, keyId, publicKey }: AppleKey): void {
  database
    .prepare(
      `insert into sso_apple_key (client_id, team_id, key_id, public_key) values (?, ?, ?, ?)
       on conflict (client_id) do update set team_id = excluded.team_id, key_id = excluded.key_id,
         public_key = excluded.public_key`,
    )
    .run(clientId, teamId, keyId, publicKey);
}

const Head = z.object({ alg: z.literal('ES256'), kid: z.string() });
const Claims = z.object({ iss: z.string(), iat: z.number(), exp: z.number(), aud: z.string(), sub: z.string() });
/** The longest lifetime of a secret at Apple: six months, in seconds. */
const longestLife = 15_777_000;
const tolerance = 60;

/**
 * Tells if a client secret is a JWT that the client's key signed, for this provider and this client, and not
 * expired.
 */
export function isAppleSecret(
  { database, clock }: Sandbox,
  { clientId, audience, secret }: { clientId: string; audience: string; secret: string },
): boolean {
  const key = database.prepare('select * from sso_apple_key where client_id = ?').get(clientId);
  const [head = '', body = '', signature = ''] = secret.split('.');
  const { data: header } = Head.safeParse(partOf(head));
  const { data: claims } = Claims.safeParse(partOf(body));
  if (!key || !header || !claims || header.kid !== key['key_id']) return false;
  const publicKey = { key: createPublicKey(String(key['public_key'])), dsaEncoding: 'ieee-p1363' } as const;
  const seconds = clock.now(clientId) / 1000;
  return (
    verify('sha256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url')) &&
    claims.iss === key['team_id'] &&
    claims.sub === clientId &&
    claims.aud === audience &&
    claims.iat <= seconds + tolerance &&
    claims.exp > seconds &&
    claims.exp <= seconds + longestLife
  );
}

function partOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Apple's own addresses and claims: no userinfo endpoint, no required PKCE, and the secret only in the body. */
export const appleConfiguration = {
  routes: { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' },
  scopes: ['openid', 'name'],
  claims: { openid: ['sub'], email: ['email', 'email_verified', 'is_private_email'] },
  clientAuthMethods: ['client_secret_post'],
  pkce: { required: () => false },
} satisfies Configuration;

/** Returns the claims about a person in the identity token: text where others use booleans, and no name. */
export const appleClaims = ({ email, emailVerified }: { email: string; emailVerified: boolean }) => ({
  email,
  email_verified: String(emailVerified),
  is_private_email: 'false',
});

const scopes: readonly string[] = ['openid', 'name', 'email'];

/** Returns why Apple shows its error page and no sign-in; undefined if it shows the sign-in. */
export function appleRefusal(path: string, query: URLSearchParams): string | undefined {
  if (path !== appleConfiguration.routes.authorization) return undefined;
  const requestedScopes = (query.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
  if (requestedScopes.some((scope) => !scopes.includes(scope))) return 'invalid_scope';
  const tellsMore = requestedScopes.includes('name') || requestedScopes.includes('email');
  if (tellsMore && query.get('response_mode') !== 'form_post')
    return 'invalid_request: response_mode must be form_post when name or email scope is requested.';
  return undefined;
}

/**
 * Changes the form that goes back to the client: without `iss`, and with the person's details the first time only.
 */
export function shapeForm(sandbox: Sandbox, provider: string, context: KoaContextWithOIDC): void {
  const page: unknown = context.body;
  if (typeof page !== 'string' || !page.includes('<form method="post"')) return;
  const user = page.includes('name="code"') ? userOnce(sandbox, provider, context) : undefined;
  const userField = user && `<input type="hidden" name="user" value="${escaped(JSON.stringify(user))}"/></form>`;
  const shaped = page.replace(/<input type="hidden" name="iss"[^>]*>/, '');
  context.body = userField === undefined ? shaped : shaped.replace('</form>', () => userField);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Returns the details that a client gets the first time that a person agrees, and never again. Nobody signs this
 * text.
 */
function userOnce({ database }: Sandbox, provider: string, { oidc: { client, account, params } }: KoaContextWithOIDC) {
  const person = findPerson(database, provider, account?.accountId ?? '');
  const scope = params?.['scope'];
  const requestedScopes = typeof scope === 'string' ? scope.split(' ') : [];
  if (!client || !person || !(requestedScopes.includes('name') || requestedScopes.includes('email'))) return undefined;
  const consent = database.prepare(
    'insert into sso_apple_consent (client_id, sub) values (?, ?) on conflict do nothing',
  );
  if (consent.run(client.clientId, person.sub).changes === 0) return undefined;
  return {
    ...(requestedScopes.includes('name') && { name: { firstName: person.givenName, lastName: person.familyName } }),
    ...(requestedScopes.includes('email') && { email: person.email }),
  };
}

/** Removes PKCE and the `iss` beside the code from the discovery document, as in Apple's. */
export function shapeDiscovery(context: KoaContextWithOIDC): void {
  if (context.oidc.route !== 'discovery') return;
  const document = context.body as Record<string, unknown> | undefined;
  delete document?.['code_challenge_methods_supported'];
  delete document?.['authorization_response_iss_parameter_supported'];
}
