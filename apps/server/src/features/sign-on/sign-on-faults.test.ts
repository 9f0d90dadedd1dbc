import { getSession } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeAccount, makeRenewalCodeOf, type TestAccount } from '../../testing/factories/factories.ts';
import {
  control,
  letSignOn,
  makePerson,
  makeSignOnTenant,
  type Person,
  type ProviderKey,
  providerKeys,
  setProvidersClock,
  SignOnBrowser,
} from '../../testing/sign-on-fixture.ts';

const sandbox = inject('sandbox');
let app: TestApp;
let tenant: Awaited<ReturnType<typeof makeSignOnTenant>>;
let account: TestAccount;
let code: string;
let person: Person;
let visitor: SignOnBrowser;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeSignOnTenant(app, sandbox);
  account = await makeAccount(tenant);
  code = await makeRenewalCodeOf(tenant, account);
  person = await makePerson(sandbox);
  visitor = new SignOnBrowser(app.client(tenant.key));
});

/** Returns the parameters that would register if the provider were right: the most that a wrong answer could do. */
const carried = () => ({ renewalToken: code, accountGuid: account.guid, authType: 'register' });
const register = (key: ProviderKey) => visitor.signOn(key, person, carried());

const fault = (changes: object) => control(sandbox, 'faults', { accountId: tenant.clientId, ...changes });

async function expectNothing(): Promise<void> {
  expect((await visitor.client.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);
  expect(visitor.client.cookies.has('quayside_session')).toBe(false);
  expect(await tenant.db.selectFrom('logins').select('id').execute()).toEqual([]);
  expect(await tenant.db.selectFrom('login_identities').select('subject').execute()).toEqual([]);
}

describe.each(providerKeys)('%s', (key) => {
  test.each([
    'wrong-signature',
    'wrong-nonce',
    'wrong-issuer',
    'wrong-audience',
    'wrong-party',
    'empty-subject',
    'issued-later',
  ])('[LOGIN-7] an identity token is not believed: %s', async (kind) => {
    await fault({ operation: 'sso.token', kind });
    expect(await register(key)).toBe('/sso-redirect?f=untrusted');
    await expectNothing();
    expect(await register(key)).toBe('/sso-redirect');
  });

  test('[LOGIN-7] an identity token that has run out is not believed', async () => {
    await setProvidersClock(sandbox, tenant.clientId, app.clock, -7_200_000);
    expect(await register(key)).toBe('/sso-redirect?f=untrusted');
    await expectNothing();
  });

  test("[LOGIN-7] an identity token is checked against the server's time, not the machine's clock", async () => {
    app.clock.set('2031-02-03T04:05:06Z');
    await setProvidersClock(sandbox, tenant.clientId, app.clock, 120_000);
    code = await makeRenewalCodeOf(tenant, account, app.clock.now());
    expect(await register(key)).toBe('/sso-redirect?f=untrusted');
    await expectNothing();
    await setProvidersClock(sandbox, tenant.clientId, app.clock, 30_000);
    expect(await register(key)).toBe('/sso-redirect');
  });

  test.each([
    ['answers with a fault', { kind: 'status-after-commit', status: 503 }],
    ['loses its answer', { kind: 'drop-after-commit' }],
  ])('[LOGIN-7] a provider that %s is said to be out of reach', async (_, changes) => {
    await fault({ operation: 'sso.token', ...changes });
    expect(await register(key)).toBe('/sso-redirect?f=unavailable');
    await expectNothing();
  });

  test('[LOGIN-7] a provider that answers too late is reported as unreachable', async () => {
    await letSignOn(tenant, sandbox, tenant.clientId, { deadlineMs: 2_000 });
    await fault({ operation: 'sso.token', kind: 'delay-answer', ms: 600_000 });
    expect(await register(key)).toBe('/sso-redirect?f=unavailable');
    await expectNothing();
  });

  test('[LOGIN-7] a provider that refuses at once is left again with a message', async () => {
    await fault({ operation: 'sso.sign-in', kind: 'access-denied' });
    expect(await register(key)).toBe('/sso-redirect?f=cancelled');
    await expectNothing();
  });
});

test('[LOGIN-7] the address with the e-mail of a member of Blue Flag may be down too: nothing is spent', async () => {
  await fault({ operation: 'sso.userinfo', kind: 'status-after-commit', status: 500 });
  expect(await register('blue-flag')).toBe('/sso-redirect?f=unavailable');
  await expectNothing();
  expect(await register('blue-flag')).toBe('/sso-redirect');
});

test('[LOGIN-7] a provider that is gone, another one, or wrongly set is refused from the start', async () => {
  const gone = { issuer: 'http://127.0.0.1:9/harbour-id' };
  await letSignOn(tenant, sandbox, tenant.clientId, gone);
  expect(await visitor.begin('harbour-id')).toBe('/sso-redirect?f=unavailable');
  const posing = { issuer: `${sandbox.ssoUrl.replace('127.0.0.1', 'localhost')}/harbour-id` };
  await letSignOn(tenant, sandbox, tenant.clientId, posing);
  expect(await visitor.begin('harbour-id')).toBe('/sso-redirect?f=untrusted');
  const settings = JSON.stringify({ issuer: 'http://id.example.com', clientId: 'x', clientSecret: 'top-secret-here' });
  await tenant.db.updateTable('sign_on_providers').set({ settings }).execute();
  expect(await visitor.begin('harbour-id')).toBe('/sso-redirect?f=unavailable');
  expect(app.logs()).toContain('wrong settings: issuer');
  expect(app.logs()).not.toContain('top-secret-here');
});

test('[LOGIN-7] a secret that the provider doesn’t know opens nothing', async () => {
  const address = await visitor.begin('harbour-id', carried());
  await letSignOn(tenant, sandbox, tenant.clientId);
  await control(sandbox, 'sso/clients', {
    clientId: tenant.clientId,
    clientSecret: 'changed meanwhile',
    redirectUris: [`http://localhost/harbour/api/auth/harbour-id/callback`],
  });
  expect(await visitor.comeBack(await visitor.answer(address, person))).toBe('/sso-redirect?f=untrusted');
  await expectNothing();
});

test('[SAFE-5] no secret and no personal data is in the log, the database or our addresses', async () => {
  const address = new URL(await visitor.begin('harbour-id', carried()));
  const token = visitor.client.cookies.get('quayside_sign_on') ?? '';
  const visits = JSON.stringify(await tenant.db.selectFrom('sign_ons').selectAll().execute());
  const back = await visitor.answer(address.href, person);
  const path = await visitor.comeBack(back);
  await visitor.signOn('harbour-id', null);
  await fault({ operation: 'sso.token', kind: 'wrong-nonce' });
  await visitor.signOn('harbour-id', person);
  expect(token).not.toBe('');
  const [state, nonce] = ['state', 'nonce'].map((name) => address.searchParams.get(name) ?? 'missing');
  const secrets = [token, code, state, nonce, back.searchParams.get('code'), `secret of ${tenant.clientId}`];
  for (const secret of secrets) {
    expect(app.logs()).not.toContain(secret);
    expect(visits).not.toContain(secret);
    expect(path).not.toContain(secret);
  }
  expect(app.logs()).not.toMatch(new RegExp(`${person.email}|${person.sub}`));
  expect(app.logs()).toContain('single sign-on refused');
});
