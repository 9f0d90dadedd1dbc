import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RelyingParty } from '../testing/relying-party.ts';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { request } from '../testing/test-merchant.ts';

let sandbox: SandboxProcess;
let party: RelyingParty;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.dispose());
beforeEach(async () => {
  party = await RelyingParty.register(sandbox, 'harbour-id');
});

const code = async () => (await party.signIn()).searchParams.get('code') ?? '';
const token = async () => party.read((await party.exchange(await code())).body.id_token);

test('a provider that is down answers 503; the other one works on', async () => {
  const page = await party.begin();
  const down = { accountId: 'harbour-id', operation: 'sso', kind: 'status-after-commit', status: 503, times: 100 };
  await party.fault(down);
  const at = `${sandbox.singleSignOn}/harbour-id`;
  for (const path of ['/.well-known/openid-configuration', '/jwks', '/me', '/auth'])
    expect((await request(at + path, 'GET')).status).toBe(503);
  expect((await request(`${at}/token`, 'POST')).status).toBe(503);
  expect((await party.browser.open(page.url)).status).toBe(503);
  const other = await RelyingParty.register(sandbox, 'blue-flag');
  expect((await other.begin()).status).toBe(200);
  await request(`${sandbox.provider}/_sandbox/faults?accountId=harbour-id`, 'DELETE');
  expect((await token()).isSigned).toBe(true);
});

test('one address can be down for one client alone', async () => {
  await party.fault({ operation: 'sso.token', kind: 'status-after-commit', status: 503 });
  const neighbour = await RelyingParty.register(sandbox, 'harbour-id');
  const theirs = (await neighbour.signIn()).searchParams.get('code') ?? '';
  expect((await neighbour.exchange(theirs)).status).toBe(200);
  const failed = await party.exchange(await code());
  expect(failed).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } });
  expect((await token()).isSigned).toBe(true);
});

test('an answer can be late, or lost', async () => {
  await party.fault({ operation: 'sso.token', kind: 'delay-answer', ms: 600_000 });
  const waiting = party.exchange(await code()).catch(() => 'gone');
  const mine = async () =>
    (await request(`${sandbox.provider}/_sandbox/faults`, 'GET')).body.faults.filter(
      ({ accountId }: { accountId: string }) => accountId === party.clientId,
    );
  await expect.poll(mine, { timeout: 20_000 }).toEqual([]);
  await sandbox.stop('SIGKILL');
  expect(await waiting).toBe('gone');
  sandbox = await sandbox.restart();
  await party.fault({ operation: 'sso.token', kind: 'drop-after-commit' });
  const kept = await code();
  await expect(party.exchange(kept)).rejects.toThrow('fetch failed');
});

test('a fault signs an identity token with an unknown key under the known key’s id', async () => {
  await party.fault({ operation: 'sso.token', kind: 'wrong-signature' });
  const { isSigned, header, claims } = await token();
  expect([isSigned, header['kid'], claims['nonce']]).toEqual([false, 'harbour-id-1', party.nonce]);
  expect((await token()).isSigned).toBe(true);
});

test('an identity token can carry another nonce, well signed', async () => {
  await party.fault({ operation: 'sso.token', kind: 'wrong-nonce' });
  const { isSigned, claims } = await token();
  expect(isSigned).toBe(true);
  expect(claims['nonce']).toEqual(expect.any(String));
  expect(claims['nonce']).not.toBe(party.nonce);
});

test.each([
  ['wrong-issuer', 'iss', 'https://another-issuer.example.com'],
  ['wrong-audience', 'aud', 'another-client'],
  ['wrong-party', 'azp', 'another-client'],
  ['empty-subject', 'sub', ''],
])('an identity token can be well signed and not ours: %s', async (kind, claim, value) => {
  await party.fault({ operation: 'sso.token', kind });
  const { isSigned, claims } = await token();
  expect([isSigned, claims[claim]]).toEqual([true, value]);
});

test('an identity token can be issued in an hour, well signed', async () => {
  const { claims: before } = await token();
  await party.fault({ operation: 'sso.token', kind: 'issued-later' });
  const { isSigned, claims } = await token();
  expect(isSigned).toBe(true);
  expect(Number(claims['iat'])).toBeGreaterThan(Number(before['iat']) + 3_000);
  expect(Number(claims['exp'])).toBeGreaterThan(Number(claims['iat']));
});

test('a sign-in can be refused without a page', async () => {
  await party.fault({ operation: 'sso.sign-in', kind: 'access-denied' });
  const { url } = await party.begin();
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ error: 'access_denied', state: party.state });
});

test("the times in an identity token follow the sandbox's clock, well signed", async () => {
  const before = (await token()).claims;
  await party.control('clock', { offsetMs: -7_200_000, accountId: party.clientId });
  const { isSigned, claims } = await token();
  expect(isSigned).toBe(true);
  expect(Number(claims['iat'])).toBeLessThan(Number(before['iat']));
  expect(Number(claims['exp'])).toBeLessThan(Number(before['iat']));
});

test('a fault that an operation does not have is refused', async () => {
  expect((await party.fault({ operation: 'sso.jwks', kind: 'wrong-nonce' })).status).toBe(400);
  expect((await party.fault({ operation: 'auths.create', kind: 'wrong-nonce' })).status).toBe(400);
  expect((await party.fault({ operation: 'sso.token', kind: 'duplicate' })).status).toBe(400);
});
