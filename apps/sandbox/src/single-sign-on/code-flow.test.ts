import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RelyingParty } from '../testing/relying-party.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';

let sandbox: SandboxProcess;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());

describe.each([
  { provider: 'harbour-id', algorithm: 'RS256', tokenHasProfile: true },
  { provider: 'blue-flag', algorithm: 'ES256', tokenHasProfile: false },
])('$provider', ({ provider, algorithm, tokenHasProfile }) => {
  const profile = {
    email: 'jo.sailor@example.com',
    email_verified: true,
    name: 'Jo Sailor',
    given_name: 'Jo',
    family_name: 'Sailor',
  };

  test('signs somebody in by the code flow with PKCE', async () => {
    const party = await RelyingParty.register(sandbox, provider);
    const callback = await party.signIn();
    expect(callback.href.startsWith(`${party.redirectUri}?`)).toBe(true);
    expect(callback.searchParams.get('state')).toBe(party.state);
    const issuer = `${sandbox.singleSignOn}/${provider}`;
    expect(callback.searchParams.get('iss')).toBe(issuer);

    const { status, body } = await party.exchange(callback.searchParams.get('code') ?? '');
    expect([status, body.token_type]).toEqual([200, 'Bearer']);
    const { isSigned, header, claims } = await party.read(body.id_token);
    expect([isSigned, header['alg']]).toEqual([true, algorithm]);
    const sub = `${provider}|jo-sailor`;
    expect(claims).toMatchObject({ iss: issuer, aud: party.clientId, sub, nonce: party.nonce });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
    expect('email' in claims).toBe(tokenHasProfile);
    expect(claims).toMatchObject(tokenHasProfile ? profile : {});
    expect((await party.userinfo(body.access_token)).body).toEqual({ sub, ...profile });
  });

  test('says in its configuration what it does', async () => {
    const party = await RelyingParty.register(sandbox, provider);
    expect(await party.configuration()).toMatchObject({
      issuer: `${sandbox.singleSignOn}/${provider}`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: [algorithm],
    });
  });

  test('asks each time, because the next person can be another one', async () => {
    const party = await RelyingParty.register(sandbox, provider);
    await party.signIn();
    const { body } = await party.exchange((await party.signIn('luc.marin@example.com')).searchParams.get('code') ?? '');
    expect((await party.read(body.id_token)).claims['sub']).toBe(`${provider}|luc-marin`);
  });
});

describe('a code', () => {
  test('needs the verifier of its challenge', async () => {
    const party = await RelyingParty.register(sandbox, 'harbour-id');
    const code = (await party.signIn()).searchParams.get('code') ?? '';
    const { status, body } = await party.exchange(code, { code_verifier: 'a'.repeat(43) });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('is good for once', async () => {
    const party = await RelyingParty.register(sandbox, 'harbour-id');
    const code = (await party.signIn()).searchParams.get('code') ?? '';
    const { body } = await party.exchange(code);
    expect((await party.exchange(code)).body.error).toBe('invalid_grant');
    expect((await party.userinfo(body.access_token)).status).toBe(401);
  });

  test('is for its own client, and its client has to prove itself', async () => {
    const [party, other] = [
      await RelyingParty.register(sandbox, 'harbour-id'),
      await RelyingParty.register(sandbox, 'harbour-id'),
    ];
    const code = (await party.signIn()).searchParams.get('code') ?? '';
    expect((await other.exchange(code, { code_verifier: party.verifier })).body.error).toBe('invalid_grant');
    const body = { clientId: party.clientId, clientSecret: 'another', redirectUris: [party.redirectUri] };
    await party.control('sso/clients', body);
    expect(await party.exchange(code)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('a request', () => {
  test('without PKCE, or with a plain challenge, is refused at the client', async () => {
    const party = await RelyingParty.register(sandbox, 'blue-flag');
    const none = await party.begin({ code_challenge: undefined, code_challenge_method: undefined });
    expect(none.url.searchParams.get('error')).toBe('invalid_request');
    const plain = await party.begin({ code_challenge: party.verifier, code_challenge_method: 'plain' });
    expect(plain.url.searchParams.get('error')).toBe('invalid_request');
  });

  test.each([
    'http://evil.example/callback',
    'http://marina.localhost:4321/elsewhere',
    'https://marina.localhost/callback',
  ])('for %s is refused on a page of the provider', async (address) => {
    const party = await RelyingParty.register(sandbox, 'blue-flag');
    const { url, status, text } = await party.begin({ redirect_uri: address });
    expect([url.origin, status]).toEqual([sandbox.singleSignOn, 400]);
    expect(text).toContain('Blue Flag Club');
    expect(text).toContain('invalid_redirect_uri');
  });

  test('on this machine may come from any port and name', async () => {
    const party = await RelyingParty.register(sandbox, 'blue-flag');
    for (const address of [
      'http://127.0.0.1:5/callback',
      'http://localhost/callback',
      'http://other.localhost:9/callback',
    ])
      expect((await party.begin({ redirect_uri: address })).status).toBe(200);
  });

  test('of the clients of the demo is known', async () => {
    const party = await RelyingParty.register(sandbox, 'harbour-id');
    const visit = await party.begin({
      client_id: 'quayside-port-azur',
      redirect_uri: 'http://port-azur.localhost:3000/harbour/api/auth/harbour-id/callback',
    });
    expect(visit.text).toContain('Port d&#39;Azur asks Harbour ID who you are.');
  });
});

test('keys, clients, people, codes and open sign-ins survive a kill', async () => {
  const party = await RelyingParty.register(sandbox, 'harbour-id');
  const person = { provider: 'harbour-id', email: 'ada@example.com', givenName: 'Ada', familyName: 'Quay' };
  const { body: registered } = await party.control('sso/people', person);
  const first = await party.signIn('ada@example.com');
  const page = await party.begin();
  await sandbox.stop('SIGKILL');
  sandbox = await sandbox.restart();
  const { body } = await party.exchange(first.searchParams.get('code') ?? '');
  const { isSigned, claims } = await party.read(body.id_token);
  expect([isSigned, claims['sub'], claims['email']]).toEqual([true, registered.sub, 'ada@example.com']);
  const answer = { answer: 'sign-in', email: 'ada@example.com', password: 'sandbox' };
  expect((await party.browser.send(page.url, answer)).url.searchParams.get('code')).toBeTruthy();
});
