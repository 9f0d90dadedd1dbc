import { getSession } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeAccount, makeLogin, samplePassword, type TestAccount } from '../../testing/factories/factories.ts';
import {
  makePerson,
  makeSignOnTenant,
  offeredProviders,
  type Person,
  providerKeys,
  SignOnBrowser,
} from '../../testing/sign-on-fixture.ts';
import { confirmSignOn } from '@quayside/contract/identity/sign-on.ts';

const sandbox = inject('sandbox');
let app: TestApp;
let tenant: Awaited<ReturnType<typeof makeSignOnTenant>>;
let account: TestAccount;
let person: Person;
let loginId: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeSignOnTenant(app, sandbox);
  account = await makeAccount(tenant);
  person = await makePerson(sandbox);
  loginId = (await makeLogin(tenant, account, { email: person.email })).id;
});

const browser = (key = tenant.key) => new SignOnBrowser(app.client(key));

const sessionOf = async ({ client }: SignOnBrowser) => (await client.call(getSession, {})).body.userSession;

const confirm = async ({ client }: SignOnBrowser, providerKey: string, password = samplePassword) => {
  const answer = await client.call(confirmSignOn, { params: { providerKey }, body: { password } });
  return answer.body.responseStatus?.errorCode ?? 'confirmed';
};

/** Links a person's identity, as after a confirmation. */
async function link(key: string, who = person): Promise<void> {
  const visitor = browser();
  await visitor.signOn(key, who);
  expect(await confirm(visitor, key)).toBe('confirmed');
}

/** Returns the audit trail's entry of a link. */
const linked = (key: string, accountId: number, login: number) => ({
  event: 'identity.link',
  accountId,
  subject: { type: 'login', id: String(login) },
  details: { issuer: `${sandbox.ssoUrl}/${key}` },
});

describe.each(providerKeys)('%s', (key) => {
  test('[LOGIN-7] a linked identity signs in, each time with a new session', async () => {
    await link(key);
    const visitor = browser();
    expect(await visitor.signOn(key, person)).toBe('/sso-redirect');
    const session = await sessionOf(visitor);
    expect(session).toMatchObject({ isAuthenticated: true, isAccountUser: true, accountGuid: account.guid });
    expect(session.userId).toBe(loginId);
    const token = visitor.client.cookies.get('quayside_session');
    expect(await visitor.signOn(key, person)).toBe('/sso-redirect');
    expect(visitor.client.cookies.get('quayside_session')).not.toBe(token);
    expect(await tenant.db.selectFrom('sessions').select('login_id').execute()).toHaveLength(2);
  });

  test('[LOGIN-7] a verified e-mail address that signs in here is linked once its password was given', async () => {
    const visitor = browser();
    expect(await visitor.signOn(key, person)).toBe(`/sso-confirm/${key}`);
    expect((await sessionOf(visitor)).isAuthenticated).toBe(false);
    expect(await confirm(visitor, key, 'Wrong#2026')).toBe('WRONG_PASSWORD');
    expect((await sessionOf(visitor)).isAuthenticated).toBe(false);
    expect(await confirm(visitor, key)).toBe('confirmed');
    expect(await sessionOf(visitor)).toMatchObject({ isAccountUser: true, accountGuid: account.guid });
    const mails = await tenant.db.selectFrom('mails').select(['kind', 'recipient']).execute();
    expect(mails).toEqual([{ kind: 'identity-linked', recipient: person.email }]);
    expect(await auditOf(tenant)).toMatchObject([linked(key, account.id, loginId), { event: 'sign-in' }]);
  });

  test('[LOGIN-7] an address that the provider has not verified proves nothing', async () => {
    const unverified = await makePerson(sandbox, { emailVerified: false });
    await makeLogin(tenant, await makeAccount(tenant), { email: unverified.email });
    const visitor = browser();
    expect(await visitor.signOn(key, unverified)).toBe('/sso-redirect?f=refused');
    expect((await sessionOf(visitor)).isAuthenticated).toBe(false);
    expect(await confirm(visitor, key)).toBe('SIGN_ON_EXPIRED');
  });

  test('[LOGIN-8] a person who is no customer, such as staff, returns to login with f', async () => {
    const visitor = browser();
    expect(await visitor.signOn(key, await makePerson(sandbox))).toBe('/sso-redirect?f=refused');
    expect((await sessionOf(visitor)).isAuthenticated).toBe(false);
  });

  test('[LOGIN-7] a person who cancels returns without a session', async () => {
    await link(key);
    const visitor = browser();
    expect(await visitor.signOn(key, null)).toBe('/sso-redirect?f=cancelled');
    expect((await sessionOf(visitor)).isAuthenticated).toBe(false);
  });
});

describe('a linked identity', () => {
  beforeEach(() => link('harbour-id'));

  test('[LOGIN-7] signs in also after its address changed, and no other login by that address', async () => {
    const successor = await makePerson(sandbox);
    await makePerson(sandbox, { sub: person.sub, email: `moved-${person.email}` });
    expect(await browser().signOn('harbour-id', { ...person, email: `moved-${person.email}` })).toBe('/sso-redirect');
    await makePerson(sandbox, { sub: successor.sub, email: person.email });
    // The address alone leads the new owner to the password's question and no further.
    expect(await browser().signOn('harbour-id', { ...successor, email: person.email })).toBe('/sso-confirm/harbour-id');
  });

  test('[LOGIN-7] of one provider opens nothing through the other', async () => {
    expect(await browser().signOn('blue-flag', person)).toBe('/sso-confirm/blue-flag');
  });

  test('[SAFE-1] opens nothing at another marina', async () => {
    const elsewhere = await makeSignOnTenant(app, sandbox);
    expect(await browser(elsewhere.key).signOn('harbour-id', person)).toBe('/sso-redirect?f=refused');
  });

  test('[LOGIN-8] a person whose account was closed ends at login with f', async () => {
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).execute();
    expect(await browser().signOn('harbour-id', person)).toBe('/sso-redirect?f=refused');
  });
});

test('[LOGIN-7] providers that are off, unknown, not for it, or without settings lead nowhere', async () => {
  const off = await makeSignOnTenant(app, sandbox, { authProviders: offeredProviders({ enabledInPortal: false }) });
  const other = await makeSignOnTenant(app, sandbox, { authProviders: offeredProviders({ authTypes: ['register'] }) });
  await tenant.db.deleteFrom('sign_on_providers').where('key', '=', 'blue-flag').execute();
  const begin = (key: string, provider: string, query?: Record<string, string>) => browser(key).begin(provider, query);
  expect(await begin(off.key, 'harbour-id')).toBe('/sso-redirect?f=refused');
  expect(await begin(other.key, 'harbour-id')).toBe('/sso-redirect?f=refused');
  expect(await begin(other.key, 'harbour-id', { authType: 'register' })).toContain(`${sandbox.ssoUrl}/harbour-id/auth`);
  expect(await begin(tenant.key, 'blue-flag')).toBe('/sso-redirect?f=refused');
  for (const key of ['credentials', 'nobody', '..%2f..', '%3Cscript%3E'])
    expect(await begin(tenant.key, key)).toBe('/sso-redirect?f=refused');
});

test('[LOGIN-7] the browser is sent with code, PKCE, state and nonce, and to our own callback only', async () => {
  const visitor = browser();
  const first = new URL(await visitor.begin('harbour-id', { redirect_uri: 'https://evil.example.com', r: '//evil' }));
  const parameters = Object.fromEntries(first.searchParams);
  expect(parameters).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    client_id: tenant.clientId,
  });
  expect(parameters['redirect_uri']).toBe(`${app.url}/harbour/api/auth/harbour-id/callback`);
  const second = new URL(await visitor.begin('harbour-id'));
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(second.searchParams.get(name)).not.toBe(parameters[name] ?? '');
  expect(first.href).not.toContain(encodeURIComponent(`secret of ${tenant.clientId}`));
});

test('[LOGIN-7] a parameter that is named without a value is none: the visitor signs in', async () => {
  const unnamed = { renewalToken: '', accountGuid: '', authType: '' };
  const address = await browser().begin('harbour-id', { portal: 'true', ...unnamed });
  expect(address).toContain(`${sandbox.ssoUrl}/harbour-id/auth`);
});

test('[LOGIN-7] a marina with an address of its own is come back to there', async () => {
  const settings = await tenant.db.selectFrom('tenants').select('settings').executeTakeFirstOrThrow();
  const moved = JSON.stringify({ ...(settings.settings as object), rootUrl: 'https://my.example.com' });
  await app.ownerDb.updateTable('tenants').set({ settings: moved }).where('id', '=', tenant.id).execute();
  const address = new URL(await browser().begin('harbour-id'));
  expect(address.searchParams.get('redirect_uri')).toBe('https://my.example.com/harbour/api/auth/harbour-id/callback');
});
