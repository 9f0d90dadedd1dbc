import { generateKeyPairSync } from 'node:crypto';
import { getSession } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeTenant,
  sampleSettings,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import {
  appleProvider,
  control,
  letSignOnWithApple,
  makePerson,
  offeredProviders,
  type Person,
  setProvidersClock,
  SignOnBrowser,
} from '../../testing/sign-on-fixture.ts';

const sandbox = inject('sandbox');
let app: TestApp;
let tenant: TestTenant;
let clientId: string;
let person: Person;
let visitor: SignOnBrowser;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  const authProviders = [...offeredProviders(), appleProvider];
  tenant = await makeTenant(app, { settings: sampleSettings({ authProviders }) });
  ({ clientId } = await letSignOnWithApple(tenant, sandbox));
  await setProvidersClock(sandbox, clientId, app.clock);
  person = await makePerson(sandbox);
  visitor = new SignOnBrowser(app.client(tenant.key));
});

const isSignedIn = async ({ client }: SignOnBrowser) =>
  (await client.call(getSession, {})).body.userSession.isAuthenticated;
const callback = '/harbour/api/auth/apple/callback?';

/** Presses the button and signs in at Apple. @returns the address to which our server leads the posted form */
async function answered(query: Record<string, string> = {}): Promise<URL> {
  const form = await visitor.answerByForm(await visitor.begin('apple', query), person);
  return new URL(await visitor.post(form), app.url);
}

test('[LOGIN-7] Apple is asked as it documents: by a form, without PKCE', async () => {
  const address = new URL(await visitor.begin('apple'));
  expect(address.pathname).toBe('/apple/auth/authorize');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: clientId,
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid name email',
    state: expect.any(String),
    nonce: expect.any(String),
  });
  expect(address.searchParams.has('code_challenge')).toBe(false);
});

test('[LOGIN-7] [SAFE-4] its form comes without a cookie, and leads to where the browser’s cookie ends', async () => {
  const account = await makeAccount(tenant);
  const renewalToken = await makeRenewalCodeOf(tenant, account);
  const back = await answered({ renewalToken, accountGuid: account.guid });
  expect(back.pathname + back.search).toContain(callback);
  expect([...back.searchParams.keys()].toSorted()).toEqual(['code', 'state']);
  expect(await isSignedIn(visitor)).toBe(false);
  const thief = new SignOnBrowser(app.client(tenant.key));
  expect(await thief.comeBack(back)).toBe('/sso-redirect?f=expired');
  expect(await visitor.comeBack(back)).toBe('/sso-redirect');
  expect(await isSignedIn(visitor)).toBe(true);
  const [identity] = await tenant.db.selectFrom('login_identities').selectAll().execute();
  expect(identity).toMatchObject({ issuer: `${sandbox.ssoUrl}/apple`, subject: person.sub });

  // The second time Apple sends no name any more. That changes nothing.
  const again = new SignOnBrowser(app.client(tenant.key));
  const form = await again.answerByForm(await again.begin('apple'), person);
  expect(form.fields).not.toHaveProperty('user');
  expect(await again.comeBack(new URL(await again.post(form), app.url))).toBe('/sso-redirect');
});

test('[LOGIN-7] Apple’s unsigned fields are ignored: the token gives the e-mail and if it is verified', async () => {
  const { email } = await makeLogin(tenant, await makeAccount(tenant), { email: person.email });
  const form = await visitor.answerByForm(await visitor.begin('apple'), person);
  expect(JSON.parse(form.fields['user'] ?? '')).toMatchObject({ email });
  const forged = { ...form, fields: { ...form.fields, user: JSON.stringify({ email: 'somebody@example.com' }) } };
  const path = await visitor.comeBack(new URL(await visitor.post(forged), app.url));
  expect(path).toBe('/sso-confirm/apple');

  const unverified = await makePerson(sandbox, { emailVerified: false });
  await makeLogin(tenant, await makeAccount(tenant), { email: unverified.email });
  const other = new SignOnBrowser(app.client(tenant.key));
  const theirs = await other.answerByForm(await other.begin('apple'), unverified);
  expect(await other.comeBack(new URL(await other.post(theirs), app.url))).toBe('/sso-redirect?f=refused');
});

test('[LOGIN-7] a form with another state, none, or of an ended visit is refused at once', async () => {
  const form = await visitor.answerByForm(await visitor.begin('apple'), person);
  const { state: _, ...without } = form.fields;
  for (const fields of [{ ...form.fields, state: 'x' }, without])
    expect(await visitor.post({ ...form, fields })).toBe('/sso-redirect?f=expired');
  const elsewhere = new URL(form.action);
  elsewhere.pathname = elsewhere.pathname.replace('apple', 'harbour-id');
  expect(await visitor.post({ ...form, action: elsewhere })).toBe('/sso-redirect?f=expired');
  expect(await visitor.post(form)).toContain(callback);
  app.clock.advance({ minutes: 10 });
  expect(await visitor.post(form)).toBe('/sso-redirect?f=expired');
  app.clock.set('2026-05-16T09:00:00Z');
  await visitor.comeBack(new URL(await visitor.post(form), app.url));
  expect(await visitor.post(form)).toBe('/sso-redirect?f=expired');
});

test('[LOGIN-7] a customer who cancels at Apple reads that', async () => {
  const form = await visitor.answerByForm(await visitor.begin('apple'), null);
  expect(form.fields).toMatchObject({ error: 'user_cancelled_authorize' });
  expect(await visitor.comeBack(new URL(await visitor.post(form), app.url))).toBe('/sso-redirect?f=cancelled');
});

test('[LOGIN-7] a key that Apple does not know opens nothing, nor does a token for another client', async () => {
  const account = await makeAccount(tenant);
  const renewalToken = await makeRenewalCodeOf(tenant, account);
  const query = { renewalToken, accountGuid: account.guid };
  await control(sandbox, 'faults', { accountId: clientId, operation: 'sso.token', kind: 'wrong-audience' });
  expect(await visitor.comeBack(await answered(query))).toBe('/sso-redirect?f=untrusted');
  const back = await answered(query);
  const changed = { teamId: 'TEAM000002', keyId: 'KEY0000001', publicKey: anotherKey() };
  await control(sandbox, 'sso/apple-keys', { clientId, ...changed });
  expect(await visitor.comeBack(back)).toBe('/sso-redirect?f=untrusted');
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await tenant.db.selectFrom('logins').select('id').execute()).toEqual([]);
});

function anotherKey(): string {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

test('[SAFE-5] the key and what it signs are not in the log, and no visit holds the state', async () => {
  const { privateKey } = await letSignOnWithApple(tenant, sandbox);
  const address = new URL(await visitor.begin('apple'));
  const form = await visitor.answerByForm(address.href, person);
  const visits = JSON.stringify(await tenant.db.selectFrom('sign_ons').selectAll().execute());
  await visitor.comeBack(new URL(await visitor.post(form), app.url));
  const state = address.searchParams.get('state') ?? 'missing';
  expect(visits).not.toContain(state);
  for (const secret of [state, form.fields['code'] ?? 'missing', privateKey.split('\n')[1] ?? 'missing'])
    expect(app.logs()).not.toContain(secret);
});

test.each([
  ['neither secret nor key', { signingKey: null }],
  ['both', { clientSecret: 'a secret' }],
  ['a key that is none', { signingKey: { teamId: 'TEAM000001', keyId: 'KEY0000001', privateKey: 'x' } }],
])('[LOGIN-7] %s is refused where it is set', async (_what, changes) => {
  await expect(letSignOnWithApple(tenant, sandbox, changes)).rejects.toThrow(/clientSecret|privateKey/);
});
