import { createPrivateKey } from 'node:crypto';
import * as openid from 'openid-client';
import { ProviderSilent, providerFetch } from './provider-fetch.ts';
import type { SignOnSettings, SigningKey } from './settings.ts';
import { SignOnFailure } from './sign-on-failure.ts';

/** What binds a provider's answer to one visit. None of it was ever used before, or will be again. */
export interface SignOnSecrets {
  /** Comes back in the address. */
  state: string;
  /** Comes back inside the signed token. */
  nonce: string;
  /** Shown when the code is exchanged; the provider was told its hash (PKCE). */
  verifier: string;
}

/** Whom a provider vouched for. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** Their e-mail address, where the provider says that it has checked it. Asks the provider again if need be. */
  verifiedEmail: () => Promise<string | null>;
}

/** Where the browser has to go. @throws SignOnFailure */
export async function authorizationUrl(
  settings: SignOnSettings,
  { state, nonce, verifier }: SignOnSecrets,
  { redirectUri, language }: { redirectUri: string; language: string },
): Promise<string> {
  return asFailure(async () => {
    const configuration = await connect(settings);
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

/** Apple documents no PKCE: there the nonce binds the code to this browser, and the signed secret to us. */
const usesPkce = ({ signingKey }: SignOnSettings, configuration: openid.Configuration): boolean =>
  signingKey === null || configuration.serverMetadata().supportsPKCE();

/**
 * Exchanges the code that the browser came back with. The library checks state, issuer and nonce, the token's signature,
 * audience and end; what it lets through, `refuseForeign` refuses.
 * @param callback the address as the browser came back to it
 * @throws SignOnFailure
 */
export async function readAnswer(settings: SignOnSettings, secrets: SignOnSecrets, callback: URL): Promise<Vouched> {
  return asFailure(async () => {
    const configuration = await connect(settings);
    const tokens = await openid.authorizationCodeGrant(configuration, callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      ...(usesPkce(settings, configuration) && { pkceCodeVerifier: secrets.verifier }),
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SignOnFailure('untrusted', 'no identity token');
    refuseForeign(settings, claims);
    const { iss: issuer, sub: subject } = claims;
    const verifiedEmail = async () =>
      emailIn(claims) ??
      // Not every provider puts it into the token.
      (claims.email === undefined ? askEmail(configuration, tokens.access_token, subject) : null);
    return { issuer, subject, verifiedEmail };
  });
}

/**
 * Refuses a token that was made for another client though it names us among its readers, that says nobody's name, or that
 * is not made yet. The machine's clock counts here, as for the times that the library checks.
 */
function refuseForeign({ clientId }: SignOnSettings, { azp, sub, iat }: openid.IDToken): void {
  if (sub === '') throw new SignOnFailure('untrusted', 'no subject');
  if (azp !== undefined && azp !== clientId) throw new SignOnFailure('untrusted', 'another authorized party');
  if (iat > Date.now() / 1000 + toleranceSeconds) throw new SignOnFailure('untrusted', 'issued in the future');
}

async function askEmail(configuration: openid.Configuration, accessToken: string, subject: string) {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return null;
  return asFailure(async () => emailIn(await openid.fetchUserInfo(configuration, accessToken, subject)));
}

/** Some providers write `true` as a text. */
function emailIn({ email, email_verified: verified }: Readonly<Record<string, unknown>>): string | null {
  return String(verified) === 'true' && typeof email === 'string' ? email : null;
}

/** A provider's addresses and keys, asked anew at each visit: what it has changed counts at once. */
async function connect(settings: SignOnSettings): Promise<openid.Configuration> {
  const { issuer, clientId, deadlineMs } = settings;
  const server = new URL(issuer);
  const metadata = { [openid.clockTolerance]: toleranceSeconds };
  return openid.discovery(server, clientId, metadata, await authentication(settings), {
    // Signatures are checked even though the token comes over TLS from the provider itself.
    execute: [
      openid.enableNonRepudiationChecks,
      ...(server.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
    [openid.customFetch]: providerFetch(deadlineMs),
    timeout: deadlineMs / 1000,
  });
}

/** How far a provider's clock may be off. */
const toleranceSeconds = 60;

async function authentication({ issuer, clientSecret, signingKey }: SignOnSettings): Promise<openid.ClientAuth> {
  if (signingKey) return signedSecret(signingKey, issuer);
  return givenSecret(clientSecret ?? '');
}

/** The header or the body, as the provider likes it; the standard's default is the header. */
function givenSecret(secret: string): openid.ClientAuth {
  const inHeader = openid.ClientSecretBasic(secret);
  const inBody = openid.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}

/**
 * A secret that is signed for each request and good for a minute, in the form that Apple documents: the JWT is the standard's
 * own client assertion, but the team is its issuer, and it goes where others have their secret.
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
    // A promise, though the library declares none.
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

/** Errors of providers that are no answer about the person, by the standard's names. */
const outOfOrder: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** What a provider says where somebody changed their mind: the standard's word, and Apple's. */
const cancellations: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize']);

/** The library's errors hold tokens and addresses: only their codes go on. */
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

/** A stranger's word, as far as it is one. */
const codeWord = (word: string) => (/^[a-z_]{1,60}$/.test(word) ? word : 'an error without a name');
