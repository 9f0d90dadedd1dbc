import { createPrivateKey } from 'node:crypto';
import * as openid from 'openid-client';
import { ProviderSilent, providerFetch } from './provider-fetch.ts';
import type { SignOnSettings, SigningKey } from './settings.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** The secrets that tie a provider's answer to one visit. Each is used once. */
export interface SignOnSecrets {
  /** Comes back in the address. */
  state: string;
  /** Comes back inside the signed token. */
  nonce: string;
  /** Shown when the code is exchanged. The provider was told its hash (PKCE). */
  verifier: string;
}

/** A person that a provider confirmed. */
export interface ConfirmedIdentity {
  issuer: string;
  subject: string;
  /** Returns their e-mail address, if the provider says that it has verified it. Asks the provider again if needed. */
  verifiedEmail: () => Promise<string | null>;
}

/** Returns the provider's address for the browser. @throws SignOnFailure */
export async function authorizationUrl(
  settings: SignOnSettings,
  { state, nonce, verifier }: SignOnSecrets,
  { redirectUri, language, now }: { redirectUri: string; language: string; now: Date },
): Promise<string> {
  return asFailure(async () => {
    const configuration = await connect(settings, now);
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: settings.scope,
      state,
      nonce,
      ...(settings.responseMode === 'query' ? {} : { response_mode: settings.responseMode }),
      ...(usesPkce(settings, configuration) && {
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
      ui_locales: `${language} ${language.split('-')[0]}`,
    });
    return url.href;
  });
}

/**
 * Tells if PKCE is used. Apple documents none: there the nonce ties the code to this browser, and the signed secret
 * to us.
 */
const usesPkce = ({ signingKey }: SignOnSettings, configuration: openid.Configuration): boolean =>
  signingKey === null || configuration.serverMetadata().supportsPKCE();

/**
 * Exchanges the code with which the browser came back. The library checks state, issuer and nonce, and the token's
 * signature, audience and expiry. `refuseForeign` checks the rest.
 * @param callback the address at which the browser came back
 * @param now the time by which the token's times are judged
 * @throws SignOnFailure
 */
export async function readAnswer(
  settings: SignOnSettings,
  secrets: SignOnSecrets,
  callback: URL,
  now: Date,
): Promise<ConfirmedIdentity> {
  return asFailure(async () => {
    const configuration = await connect(settings, now);
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      ...(usesPkce(settings, configuration) && { pkceCodeVerifier: secrets.verifier }),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SignOnFailure('untrusted', 'no identity token');
    refuseForeign(settings, claims, now);
    const { iss: issuer, sub: subject } = claims;
    const verifiedEmail = async () =>
      emailIn(claims) ??
      // Not every provider puts it into the token.
      (claims.email === undefined ? askEmail(configuration, tokens.access_token, subject) : null);
    return { issuer, subject, verifiedEmail };
  });
}

/** Refuses a token for another client that also names us, one without a subject, and one from the future. */
function refuseForeign({ clientId }: SignOnSettings, { azp, sub, iat }: openid.IDToken, now: Date): void {
  if (sub === '') throw new SignOnFailure('untrusted', 'no subject');
  if (azp !== undefined && azp !== clientId) throw new SignOnFailure('untrusted', 'another authorized party');
  if (iat > now.getTime() / 1000 + toleranceSeconds) throw new SignOnFailure('untrusted', 'issued in the future');
}

async function askEmail(configuration: openid.Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
  return asFailure(async () => emailIn(await openid.fetchUserInfo(configuration, accessToken, subject)));
}

/** Returns the verified e-mail address. Some providers write `true` as a text. */
function emailIn({ email, email_verified: verified }: Readonly<Record<string, unknown>>): string | null {
  return String(verified) === 'true' && typeof email === 'string' ? email : null;
}

/**
 * Loads a provider's addresses and keys at each visit, so that changes take effect at once. The library reads the
 * machine's clock, so it is told how far that is from ours.
 */
async function connect(settings: SignOnSettings, now: Date): Promise<openid.Configuration> {
  const { issuer, clientId, deadlineMs } = settings;
  const server = new URL(issuer);
  const metadata = {
    [openid.clockTolerance]: toleranceSeconds,
    [openid.clockSkew]: (now.getTime() - Date.now()) / 1000,
  };
  return openid.discovery(server, clientId, metadata, await authentication(settings), {
    // Signatures are checked although the token comes over TLS from the provider itself.
    execute: [
      openid.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
    [openid.customFetch]: providerFetch(deadlineMs),
    timeout: deadlineMs / 1000,
  });
}

/** The tolerance for a provider's clock, in seconds. */
const toleranceSeconds = 60;

async function authentication({ issuer, clientSecret, signingKey }: SignOnSettings): Promise<openid.ClientAuth> {
  if (signingKey) return signedSecret(signingKey, issuer);
  return givenSecret(clientSecret ?? '');
}

/** Sends the secret in the header or the body, as the provider says. The standard's default is the header. */
function givenSecret(secret: string): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret);
  const inBody = openid.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

/**
 * Signs a secret for each request, valid for a minute, in the form that Apple documents. The JWT is the standard's
 * client assertion, but the team is its issuer, and it is sent where others send their secret.
 */
async function signedSecret({ teamId, keyId, privateKey }: SigningKey, audience: string): Promise<openid.ClientAuth> {
  const bytes = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  const key = await crypto.subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  const sign = openid.PrivateKeyJwt(
    { key, kid: keyId },
    {
      [openid.modifyAssertion]: (_header, payload) => {
        Object.assign(payload, { iss: teamId, aud: audience });
      },
    },
  );
  return async (server, client, body, headers) => {
    // It returns a promise, though the library declares none.
    const signing: unknown = sign(server, client, body, headers);
    await signing;
    body.set('client_secret', body.get('client_assertion') ?? '');
    body.delete('client_assertion');
    body.delete('client_assertion_type');
  };
}

async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

/** Provider errors that say nothing about the person, by the standard's names. */
const outOfOrder: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** The errors for a person who cancelled: the standard's word, and Apple's. */
const cancellations: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

/** Returns the failure with the code alone, because the library's errors hold tokens and addresses. */
function failureOf(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error;
  if (error instanceof openid.AuthorizationResponseError) return denied(error.error);
  if (error instanceof openid.ResponseBodyError) return new SignOnFailure('untrusted', codeWord(error.error));
  const silent = [error, (error as { cause?: unknown }).cause].find((each) => each instanceof ProviderSilent);
  if (silent) return new SignOnFailure('unavailable', silent.message);
  const { code, name } = error as { code?: unknown; name?: unknown };
  return new SignOnFailure('untrusted', typeof code === 'string' ? code : String(name));
}

function denied(error: string): SignOnFailure {
  if (cancellations.has(error)) return new SignOnFailure('cancelled', error);
  return new SignOnFailure(outOfOrder.has(error) ? 'unavailable' : 'untrusted', codeWord(error));
}

/** Returns a stranger's word if it looks like a code. */
const codeWord = (word: string) => (/^[a-z_]{1,60}$/.test(word) ? word : 'an error without a name');
