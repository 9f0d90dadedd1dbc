import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formOf, RelyingParty } from '../testing/relying-party.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';

let sandbox: SandboxProcess;
let party: RelyingParty;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const [teamId, keyId] = ['TEAM000001', 'KEY0000001'];
const authorisation = { scope: 'openid name email', code_challenge: undefined, code_challenge_method: undefined };
const byForm = { ...authorisation, response_mode: 'form_post' };
const seconds = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  party = await RelyingParty.register(sandbox, 'apple');
  const key = publicKey.export({ type: 'spki', format: 'pem' });
  await party.control('sso/apple-keys', { clientId: party.clientId, teamId, keyId, publicKey: key });
});

interface Secret {
  header?: object;
  claims?: object;
  key?: KeyObject;
}

/** Makes a client secret in Apple's form, unless the arguments change it. */
function secret({ header = {}, claims = {}, key = privateKey }: Secret = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = seconds();
  const own = { iss: teamId, iat: now, exp: now + 60, aud: `${sandbox.singleSignOn}/apple`, sub: party.clientId };
  const text = `${part({ alg: 'ES256', kid: keyId, ...header })}.${part({ ...own, ...claims })}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Exchanges a code with a secret in the body. */
async function exchange(code: string, clientSecret: string) {
  const response = await fetch((await party.configuration())['token_endpoint'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: party.redirectUri,
      client_id: party.clientId,
      client_secret: clientSecret,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const codeOf = async () => (await party.signInByForm(authorisation as never)).fields['code'] ?? '';

test('its configuration says what Apple’s says', async () => {
  const configuration = await party.configuration();
  expect(configuration).toMatchObject({
    issuer: `${sandbox.singleSignOn}/apple`,
    authorization_endpoint: `${sandbox.singleSignOn}/apple/auth/authorize`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
  });
  expect(configuration).not.toHaveProperty('userinfo_endpoint');
  expect(configuration).not.toHaveProperty('code_challenge_methods_supported');
  expect(configuration['response_modes_supported']).toContain('form_post');
});

test('it posts its answer, and sends the name only the first time, in a text without a signature', async () => {
  const first = await party.signInByForm(authorisation as never);
  expect(first.action).toBe(party.redirectUri);
  expect(Object.keys(first.fields).toSorted()).toEqual(['code', 'state', 'user']);
  expect(first.fields['state']).toBe(party.state);
  expect(JSON.parse(first.fields['user'] ?? '')).toEqual({
    name: { firstName: 'Jo', lastName: 'Sailor' },
    email: 'jo.sailor@example.com',
  });
  expect((await party.signInByForm(authorisation as never)).fields).not.toHaveProperty('user');
  const { status, body } = await exchange(first.fields['code'] ?? '', secret());
  expect(status).toBe(200);
  const { isSigned, header, claims } = await party.read(body['id_token'] ?? '');
  expect([isSigned, header['alg']]).toEqual([true, 'RS256']);
  const own = { sub: 'apple|jo-sailor', nonce: party.nonce, email: 'jo.sailor@example.com', email_verified: 'true' };
  expect(claims).toMatchObject(own);
  expect(claims).not.toHaveProperty('name');
});

test('a name or an e-mail address comes by a form alone, and a scope of others is refused', async () => {
  for (const [scope, mode, reason] of [
    ['openid email', undefined, 'response_mode must be form_post'],
    ['name', 'query', 'response_mode must be form_post'],
    ['openid profile', 'form_post', 'invalid_scope'],
  ] as const) {
    const { status, text } = await party.begin({ ...authorisation, scope, response_mode: mode });
    expect([status, text.includes(reason)]).toEqual([400, true]);
  }
  expect((await party.begin({ ...authorisation, scope: 'openid' })).status).toBe(200);
});

test('a secret is a JWT of the client’s key, for Apple and this client, in time', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const now = seconds();
  const wrong: Secret[] = [
    { key: other },
    { header: { alg: 'HS256' } },
    { header: { kid: 'KEY0000002' } },
    { claims: { iss: 'TEAM000002' } },
    { claims: { aud: 'https://appleid.apple.com.example' } },
    { claims: { sub: 'another-client' } },
    { claims: { exp: now - 1 } },
    { claims: { exp: now + 16_000_000 } },
    { claims: { iat: now + 600 } },
  ];
  for (const each of wrong) {
    const { status, body } = await exchange(await codeOf(), secret(each));
    expect([status, body['error']], JSON.stringify(each)).toEqual([401, 'invalid_client']);
  }
  expect((await exchange(await codeOf(), 'client secret')).status).toBe(401);
  expect((await exchange(await codeOf(), secret())).status).toBe(200);
});

test('a customer who cancels also returns by the form, with Apple’s code for it', async () => {
  const page = await party.begin(byForm);
  const { text } = await party.browser.send(page.url, { answer: 'cancel' });
  expect(formOf(text).fields).toMatchObject({ error: 'user_cancelled_authorize', state: party.state });
});
