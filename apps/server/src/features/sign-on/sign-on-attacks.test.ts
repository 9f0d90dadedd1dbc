import { getSession } from '@quayside/contract/identity/identity.ts';
import { confirmSignOn } from '@quayside/contract/identity/sign-on.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  samplePassword,
  signedInStaff,
} from '../../testing/factories/factories.ts';
import { makePerson, makeSignOnTenant, type Person, SignOnBrowser } from '../../testing/sign-on-fixture.ts';
import { sweepSignOns } from './sign-on.queries.ts';

const sandbox = inject('sandbox');
let app: TestApp;
let tenant: Awaited<ReturnType<typeof makeSignOnTenant>>;
let person: Person;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeSignOnTenant(app, sandbox);
  person = await newCustomer();
});

const browser = () => new SignOnBrowser(app.client(tenant.key));
const isSignedIn = async ({ client }: SignOnBrowser) =>
  (await client.call(getSession, {})).body.userSession.isAuthenticated;

/** Makes a customer with an account that Harbour ID opens. */
async function newCustomer(): Promise<Person> {
  const account = await makeAccount(tenant);
  const customer = await makePerson(sandbox);
  const renewalToken = await makeRenewalCodeOf(tenant, account);
  expect(await browser().signOn('harbour-id', customer, { renewalToken, accountGuid: account.guid })).toBe(
    '/sso-redirect',
  );
  return customer;
}

/** Returns the address that ends a sign-on of `person`, without opening it. */
async function callbackFor(visitor: SignOnBrowser): Promise<URL> {
  return visitor.answer(await visitor.begin('harbour-id'), person);
}

test('[LOGIN-7] login CSRF: an answer counts in the browser that asked, and in no other', async () => {
  const attacker = browser();
  const back = await callbackFor(attacker);
  const victim = browser();
  expect(await victim.comeBack(back)).toBe('/sso-redirect?f=expired');
  await victim.begin('harbour-id');
  expect(await victim.comeBack(back)).toBe('/sso-redirect?f=expired');
  expect(await isSignedIn(victim)).toBe(false);
});

test('[LOGIN-7] another state, none, or another visit’s is refused, and the visit goes on', async () => {
  const visitor = browser();
  const back = await callbackFor(visitor);
  for (const state of ['', 'x', 'A'.repeat(43)]) {
    const forged = new URL(back);
    if (state === '') forged.searchParams.delete('state');
    else forged.searchParams.set('state', state);
    expect(await visitor.comeBack(forged)).toBe('/sso-redirect?f=expired');
  }
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await visitor.comeBack(back)).toBe('/sso-redirect');
});

test('[LOGIN-7] mix-up: the answer of one provider counts at no other’s callback, and names its issuer', async () => {
  const visitor = browser();
  const back = await callbackFor(visitor);
  const elsewhere = new URL(back);
  elsewhere.pathname = elsewhere.pathname.replace('harbour-id', 'blue-flag');
  expect(await visitor.comeBack(elsewhere)).toBe('/sso-redirect?f=expired');
  expect(back.searchParams.get('iss')).toBe(`${sandbox.ssoUrl}/harbour-id`);
  back.searchParams.set('iss', `${sandbox.ssoUrl}/blue-flag`);
  expect(await visitor.comeBack(back)).toBe('/sso-redirect?f=untrusted');
  expect(await isSignedIn(visitor)).toBe(false);
});

test('[LOGIN-7] an answer counts once, at once or later, and its code for one visit', async () => {
  const visitor = browser();
  const back = await callbackFor(visitor);
  const token = visitor.client.cookies.get('quayside_sign_on') ?? '';
  const ends = await Promise.all([visitor.comeBack(back), visitor.comeBack(back), visitor.comeBack(back)]);
  expect(ends.toSorted()).toEqual(['/sso-redirect', '/sso-redirect?f=expired', '/sso-redirect?f=expired']);
  const thief = browser();
  thief.client.cookies.set('quayside_sign_on', token);
  expect(await thief.comeBack(back)).toBe('/sso-redirect?f=expired');
  const other = new URL(await thief.begin('harbour-id'));
  back.searchParams.set('state', other.searchParams.get('state') ?? '');
  expect(await thief.comeBack(back)).toBe('/sso-redirect?f=untrusted');
  expect(await isSignedIn(thief)).toBe(false);
});

test('[LOGIN-7] a visit ends after ten minutes, a confirmation after fifteen', async () => {
  const visitor = browser();
  const back = await callbackFor(visitor);
  app.clock.advance({ minutes: 10 });
  expect(await visitor.comeBack(back)).toBe('/sso-redirect?f=expired');
  const member = await makePerson(sandbox);
  await makeLogin(tenant, await makeAccount(tenant), { email: member.email });
  expect(await visitor.signOn('harbour-id', member)).toBe('/sso-confirm/harbour-id');
  app.clock.advance({ minutes: 15 });
  const input = { params: { providerKey: 'harbour-id' }, body: { password: samplePassword } };
  expect((await visitor.client.call(confirmSignOn, input)).body.responseStatus?.errorCode).toBe('SIGN_ON_EXPIRED');
  await browser().begin('harbour-id');
  await sweepSignOns(tenant.db, tenant.id, app.clock.now());
  expect(await tenant.db.selectFrom('sign_ons').select('provider_key').execute()).toHaveLength(1);
  expect(await tenant.db.selectFrom('sign_on_confirmations').select('provider_key').execute()).toEqual([]);
});

test('[SAFE-3] the password that confirms is guessed no further than at sign-in, by this browser or any', async () => {
  const member = await makePerson(sandbox);
  await makeLogin(tenant, await makeAccount(tenant), { email: member.email });
  const visitor = browser();
  await visitor.signOn('harbour-id', member);
  const signOnWith = (password: string, providerKey = 'harbour-id') =>
    visitor.client.call(confirmSignOn, { params: { providerKey }, body: { password } });
  expect((await signOnWith(samplePassword, 'blue-flag')).status).toBe(410);
  for (let n = 0; n < 10; n++)
    expect((await signOnWith(`Wrong#${n}`)).body.responseStatus?.errorCode).toBe('WRONG_PASSWORD');
  expect((await signOnWith(samplePassword)).status).toBe(429);
  const stranger = browser().client;
  const body = { password: samplePassword };
  expect((await stranger.call(confirmSignOn, { params: { providerKey: 'harbour-id' }, body })).status).toBe(410);
  expect(await isSignedIn(visitor)).toBe(false);
});

test('[LOGIN-7] session fixation: the session that the browser came with ends, and a new one begins', async () => {
  const staff = await signedInStaff(app, tenant, await makeAccount(tenant));
  const before = staff.client.cookies.get('quayside_session') ?? '';
  const visitor = new SignOnBrowser(staff.client);
  expect(await visitor.signOn('harbour-id', person)).toBe('/sso-redirect');
  expect((await staff.client.call(getSession, {})).body.userSession.isAccountUser).toBe(true);
  const planted = app.client(tenant.key);
  planted.cookies.set('quayside_session', before);
  expect((await planted.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);
});

test('[SAFE-4] its cookie is for no script, no other path, and for ten minutes', async () => {
  const answer = await app.client(tenant.key).get('/harbour/api/auth/harbour-id');
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('quayside_sign_on='));
  expect(cookie).toMatch(/Max-Age=600; Path=\/harbour\/api\/auth\/; HttpOnly; SameSite=Lax/);
  expect([answer.headers.get('cache-control'), answer.headers.get('referrer-policy')]).toEqual([
    'no-store',
    'no-referrer',
  ]);
});

test('[SAFE-3] a network that goes on and on without signing in is asked to wait', async () => {
  for (let n = 0; n < 20; n++) expect(await browser().signOn('harbour-id', person)).toBe('/sso-redirect');
  for (let n = 0; n < 300; n++) expect(await browser().begin('none')).toBe('/sso-redirect?f=refused');
  expect(await browser().begin('harbour-id')).toBe('/sso-redirect?f=busy');
  app.clock.advance({ minutes: 15 });
  expect(await browser().begin('harbour-id')).toContain(sandbox.ssoUrl);
});
