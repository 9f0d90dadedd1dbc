import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { requestPasswordReset, resetPassword } from '@quayside/contract/identity/passwords.ts';
import { checkRenewalToken } from '@quayside/contract/identity/registration.ts';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import {
  makeAccount,
  makeLogin,
  makeRenewalCodeOf,
  makeResetToken,
  samplePassword,
  type TestAccount,
} from '../../testing/factories/factories.ts';
import {
  makePerson,
  makeSignOnTenant,
  type Person,
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

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeSignOnTenant(app, sandbox);
  account = await makeAccount(tenant, { email: 'on.file@example.com' });
  code = await makeRenewalCodeOf(tenant, account);
  person = await makePerson(sandbox);
});

const browser = () => new SignOnBrowser(app.client(tenant.key));
const carried = (changes: Record<string, string> = {}) => ({
  renewalToken: code,
  accountGuid: account.guid,
  authType: 'register',
  ...changes,
});

const register = (who = person, changes = {}, visitor = browser(), key = 'harbour-id') =>
  visitor.signOn(key, who, carried(changes));

const sessionOf = async ({ client }: SignOnBrowser) => (await client.call(getSession, {})).body.userSession;
const logins = () => tenant.db.selectFrom('logins').select(['email', 'password_hash']).execute();
const whatCodeOpens = async () => {
  const answer = await app.client(tenant.key).call(checkRenewalToken, { query: { renewalToken: code } });
  return answer.body.responseStatus?.errorCode ?? 'open';
};

test.each(providerKeys)('[REG-5] %s registers the code’s account, spends the code and signs in', async (key) => {
  const visitor = browser();
  expect(await register(person, {}, visitor, key)).toBe('/sso-redirect');
  expect(await sessionOf(visitor)).toMatchObject({ isAccountUser: true, accountGuid: account.guid });
  expect(await whatCodeOpens()).toBe('ALREADYREGISTERED');
  expect(await logins()).toEqual([{ email: person.email, password_hash: null }]);
  const mails = await tenant.db.selectFrom('mails').select(['kind', 'recipient']).orderBy('id').execute();
  expect(mails).toEqual([
    { kind: 'registered', recipient: person.email },
    { kind: 'registered', recipient: 'on.file@example.com' },
  ]);
  const entries = await auditOf(tenant);
  expect(entries.map(({ event }) => event)).toEqual(['registration', 'identity.link', 'sign-in']);
  expect(new Set(entries.map(({ accountId }) => accountId))).toEqual(new Set([account.id]));
  const again = browser();
  expect(await again.signOn(key, person, { authType: 'login' })).toBe('/sso-redirect');
  expect((await sessionOf(again)).accountGuid).toBe(account.guid);
});

test('[REG-5] an address that the provider has not verified becomes no login', async () => {
  expect(await register(await makePerson(sandbox, { emailVerified: false }))).toBe('/sso-redirect');
  expect(await logins()).toEqual([{ email: null, password_hash: null }]);
});

test('[REG-5] an address that has a login stays with it', async () => {
  const owner = await makeAccount(tenant);
  await makeLogin(tenant, owner, { email: person.email });
  const visitor = browser();
  expect(await register(person, {}, visitor)).toBe('/sso-redirect');
  expect((await sessionOf(visitor)).accountGuid).toBe(account.guid);
  expect((await logins()).map(({ email }) => email)).toEqual([person.email, null]);
  const body = { userName: person.email, password: samplePassword };
  expect((await app.client(tenant.key).call(signIn, { body })).body.userSession.accountGuid).toBe(owner.guid);
});

test('[REG-5] a wrong code, another account’s guid, or one without the other registers no customer', async () => {
  const other = await makeAccount(tenant);
  expect(await register(person, { renewalToken: '0000000000' })).toBe('/sso-redirect?f=code');
  expect(await register(person, { accountGuid: other.guid })).toBe('/sso-redirect?f=code');
  expect(await browser().begin('harbour-id', { renewalToken: code })).toBe('/sso-redirect?f=code');
  expect(await browser().begin('harbour-id', { accountGuid: account.guid })).toBe('/sso-redirect?f=code');
  expect(await logins()).toEqual([]);
  expect(await whatCodeOpens()).toBe('open');
});

test('[REG-5] [SAFE-3] a guid that is guessed five times ends the code here as well', async () => {
  const { guid } = await makeAccount(tenant);
  for (let n = 0; n < 5; n++) expect(await register(person, { accountGuid: guid })).toBe('/sso-redirect?f=code');
  expect(await register()).toBe('/sso-redirect?f=code');
});

test('[REG-5] a code that was used or has ended registers no customer', async () => {
  const [first, second] = [browser(), browser()];
  const back = await first.answer(await first.begin('harbour-id', carried()), person);
  const late = await second.answer(await second.begin('blue-flag', carried()), person);
  expect(await first.comeBack(back)).toBe('/sso-redirect');
  expect(await second.comeBack(late)).toBe('/sso-redirect?f=registered');
  expect(await browser().begin('harbour-id', carried())).toBe('/sso-redirect?f=registered');
  expect(await logins()).toHaveLength(1);
});

test('[REG-5] a code that expires during the visit registers no customer', async () => {
  app.clock.set('2027-05-16T08:55:00Z');
  await setProvidersClock(sandbox, tenant.clientId, app.clock);
  const visitor = browser();
  const back = await visitor.answer(await visitor.begin('harbour-id', carried()), person);
  app.clock.advance({ minutes: 5 });
  expect(await visitor.comeBack(back)).toBe('/sso-redirect?f=code');
  expect(await logins()).toEqual([]);
});

test('[REG-5] two at once make one login', async () => {
  const visitors = [browser(), browser(), browser()];
  const backs = await Promise.all(
    visitors.map(async (visitor) => visitor.answer(await visitor.begin('harbour-id', carried()), person)),
  );
  const paths = await Promise.all(visitors.map((visitor, n) => visitor.comeBack(backs[n] as URL)));
  expect(paths.toSorted()).toEqual(['/sso-redirect', '/sso-redirect?f=registered', '/sso-redirect?f=registered']);
  expect(await logins()).toHaveLength(1);
});

test('[REG-5] an identity that opens another account stays with it, and the code stays unspent', async () => {
  expect(await register()).toBe('/sso-redirect');
  account = await makeAccount(tenant);
  code = await makeRenewalCodeOf(tenant, account);
  expect(await register()).toBe('/sso-redirect?f=taken');
  expect(await whatCodeOpens()).toBe('open');
  expect(await logins()).toHaveLength(1);
});

test('[REG-5] [SAFE-4] another site’s link can’t bring its owner’s code along', async () => {
  for (const site of ['cross-site', 'same-site', 'none']) {
    const address = await browser().begin('harbour-id', carried(), { 'sec-fetch-site': site });
    expect([site, address]).toEqual([site, '/sso-redirect?f=expired']);
  }
  const address = await browser().begin('harbour-id', carried(), { 'sec-fetch-site': 'same-origin' });
  expect(address).toContain(sandbox.ssoUrl);
});

test('[REG-6] a customer without a password chooses one by mail, and confirms the provider with it', async () => {
  expect(await register()).toBe('/sso-redirect');
  const body = { userName: person.email, password: samplePassword };
  const client = app.client(tenant.key);
  expect((await client.call(signIn, { body })).body.responseStatus?.errorCode).toBe('InvalidOperationException');
  expect((await client.call(requestPasswordReset, { body: { email: person.email } })).status).toBe(200);
  const login = await tenant.db.selectFrom('logins').select('id').executeTakeFirstOrThrow();
  const token = await makeResetToken(tenant, login.id, app.clock.now());
  expect((await client.call(resetPassword, { body: { token, password: samplePassword } })).status).toBe(200);
  expect((await client.call(signIn, { body })).status).toBe(200);
  // Somebody who knew an old password may have linked their own identity. A new password cuts the link.
  expect(await browser().signOn('harbour-id', person)).toBe('/sso-confirm/harbour-id');
});
