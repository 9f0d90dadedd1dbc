import type { Configuration, interactionPolicy, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { languageOf } from '../http/language.ts';
import { pageHeaders, renderPage } from '../http/page.ts';
import type { Sandbox } from '../sandbox.ts';
import { appleClaims, appleConfiguration, appleRefusal, shapeDiscovery, isAppleSecret, shapeForm } from './apple.ts';
import type { Brand } from './brands.ts';
import { isRedirectAllowed } from './clients.ts';
import { changeIdentityToken } from './identity-token.ts';
import { findPerson } from './people.ts';
import { createRecords } from './records.ts';
import { refusedPage } from './sign-in-page.ts';
import { outcomeUnderFaults, outOfService } from '../lost-answers.ts';
import type { FaultsOfRequest } from '../faults.ts';
import { takeSignOnFaults } from './sign-on-faults.ts';
import { createKey, loadSigningKeys, type SigningKeys } from './signing-keys.ts';

const hour = 3600;

/** Creates the OpenID Connect provider of one brand, with the sandbox's faults and clock around it. */
export async function createOpenIdProvider(sandbox: Sandbox, brand: Brand): Promise<Provider> {
  // Loaded only when somebody signs in, because it takes as long as the rest of the sandbox.
  const { Provider: OpenIdProvider, interactionPolicy: policies } = await import('oidc-provider');
  const keys = loadSigningKeys(sandbox.database, brand);
  const issuer = `${sandbox.origins.singleSignOn}/${brand.key}`;
  const policy = policies.base();
  policy.remove('consent');
  const provider = new OpenIdProvider(issuer, configure(sandbox, brand, keys, policy));
  provider.Client.prototype.redirectUriAllowed = function isAllowed(wanted) {
    return isRedirectAllowed(this.redirectUris ?? [], wanted);
  };
  if (brand.isApple) behaveAsApple(provider, sandbox, brand, issuer);
  provider.on('server_error', (_context, error) => process.stderr.write(`${brand.name}: ${error.stack}\n`));
  provider.use(async (context, next) => {
    await next();
    // The provider sets it for the addresses that it has.
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    if (oidc === undefined) return;
    const clientId = oidc.client?.clientId;
    const faults = takeSignOnFaults(sandbox, brand.key, `sso.${oidc.route}`, clientId);
    changeToken(context as KoaContextWithOIDC, sandbox, brand, keys, faults);
    const outcome = await outcomeUnderFaults(faults);
    if (outcome.kind === 'lost') {
      context.respond = false;
      context.res.destroy();
    } else if (outcome.kind === 'replaced') {
      context.remove('Location');
      context.status = outcome.status;
      context.body = outOfService;
    }
  });
  return provider;
}

/** Adds Apple's differences around the provider. They run before the faults, which may still replace its answers. */
function behaveAsApple(provider: Provider, sandbox: Sandbox, brand: Brand, audience: string): void {
  const prototype = provider.Client.prototype as unknown as { compareClientSecret: (secret: string) => boolean };
  prototype.compareClientSecret = function isSecret(this: { clientId: string }, secret: string) {
    return isAppleSecret(sandbox, { clientId: this.clientId, audience, secret });
  };
  provider.use(async (context, next) => {
    const reason = appleRefusal(context.path, new URLSearchParams(context.querystring));
    if (reason !== undefined) {
      context.status = 400;
      context.set(pageHeaders({}));
      context.body = renderPage(refusedPage({ brand, language: languageOf(context.get('accept-language')), reason }));
      return;
    }
    await next();
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    if (oidc === undefined) return;
    shapeDiscovery(context as KoaContextWithOIDC);
    shapeForm(sandbox, brand.key, context as KoaContextWithOIDC);
  });
}

function configure(
  sandbox: Sandbox,
  brand: Brand,
  keys: SigningKeys,
  policy: interactionPolicy.DefaultPolicy,
): Configuration {
  const name = brand.key.replaceAll('-', '_');
  return {
    adapter: createRecords(sandbox.database, brand.key),
    jwks: { keys: [keys.jwk] },
    cookies: {
      keys: [keys.cookieSecret],
      names: { session: `${name}_session`, interaction: `${name}_sign_in`, resume: `${name}_resume` },
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: !brand.tokenHasProfile,
    findAccount: (_context, sub) => findAccount(sandbox, brand, sub),
    loadExistingGrant: grantWithoutAsking,
    interactions: { policy, url: (_context, { uid }) => `/${brand.key}/sign-in/${uid}` },
    renderError(context, { error, error_description: reason }) {
      const language = languageOf(context.get('accept-language'));
      context.set(pageHeaders({}));
      context.body = renderPage(refusedPage({ brand, language, reason: `${error}: ${reason ?? ''}` }));
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    scopes: ['openid'],
    ...(brand.isApple ? appleConfiguration : {}),
    clientDefaults: {
      ...(brand.isApple ? { token_endpoint_auth_method: 'client_secret_post' as const } : {}),
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: brand.algorithm,
    },
    enabledJWA: { idTokenSigningAlgValues: [brand.algorithm] },
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: !brand.isApple },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
    },
    ttl: { AccessToken: hour, AuthorizationCode: 60, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
  };
}

async function findAccount({ database }: Sandbox, { key, isApple }: Brand, sub: string) {
  const person = findPerson(database, key, sub);
  if (person === undefined) return undefined;
  if (isApple) return { accountId: sub, claims: async () => ({ sub, ...appleClaims(person) }) };
  const { email, emailVerified, givenName, familyName } = person;
  const claims = {
    sub,
    email,
    email_verified: emailVerified,
    name: `${givenName} ${familyName}`,
    given_name: givenName,
    family_name: familyName,
  };
  return { accountId: sub, claims: async () => claims };
}

/** Grants everything that a client asks for, without asking the person. */
async function grantWithoutAsking({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  await grant.save();
  return grant;
}

/** Moves the token's times by the sandbox's clock, and spoils it as the faults say. */
function changeToken(
  context: KoaContextWithOIDC,
  { clock }: Sandbox,
  { algorithm }: Brand,
  keys: SigningKeys,
  faults: FaultsOfRequest,
): void {
  const answer = context.body as { id_token?: string } | undefined;
  if (context.oidc.route !== 'token' || answer?.id_token === undefined) return;
  const offsetMs = clock.now(context.oidc.client?.clientId) - Date.now();
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...(faults.has('empty-subject') ? { sub: '' } : {}),
    ...(faults.has('wrong-party') ? { azp: 'another-client' } : {}),
    ...(faults.has('issued-later') ? { iat: now + hour, exp: now + 2 * hour } : {}),
    ...(faults.has('wrong-nonce') ? { nonce: 'a nonce that nobody asked for' } : {}),
    ...(faults.has('wrong-issuer') ? { iss: 'https://another-issuer.example.com' } : {}),
    ...(faults.has('wrong-audience') ? { aud: 'another-client' } : {}),
  };
  const key = faults.has('wrong-signature') ? createKey(algorithm) : keys.key;
  context.body = { ...answer, id_token: changeIdentityToken(answer.id_token, { offsetMs, claims, key }) };
}
