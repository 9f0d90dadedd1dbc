import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { changePassword, validatePasswordToken } from '@quayside/contract/identity/passwords.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeResetToken,
  makeTenant,
  samplePassword,
  type SignedIn,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let owner: SignedIn;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  owner = await signedInCustomer(app, tenant);
  ({ email } = await tenant.db
    .selectFrom('logins')
    .select('email')
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow());
});

const change = (currentPassword: string, password: string, who = owner) =>
  who.client.call(changePassword, { body: { currentPassword, password } });
const code = async (currentPassword: string, password: string) =>
  (await change(currentPassword, password)).body.responseStatus?.errorCode ?? 'changed';
const isSignedIn = async ({ client }: Pick<SignedIn, 'client'>) =>
  (await client.call(getSession, {})).body.userSession.isAuthenticated;

test('staff who view a portal change nothing', async () => {
  const staff = await signedInStaff(app, tenant, owner.account);
  expect((await change(samplePassword, 'Different#2027', staff)).status).toBe(409);
});

test('the right current password gives way to the new one; this session stays, the others end', async () => {
  const elsewhere = app.client(tenant.key);
  await elsewhere.call(signIn, { body: { userName: email, password: samplePassword } });
  const link = await makeResetToken(tenant, owner.loginId ?? 0, app.clock.now());
  expect(await code(samplePassword, 'Different#2027')).toBe('changed');
  expect(await isSignedIn(owner)).toBe(true);
  expect(await isSignedIn({ client: elsewhere })).toBe(false);
  const signedIn = await elsewhere.call(signIn, { body: { userName: email, password: 'Different#2027' } });
  expect(signedIn.status).toBe(200);
  const older = await elsewhere.call(validatePasswordToken, { params: { token: link } });
  expect(older.status).toBe(410);
  const mails = await tenant.db.selectFrom('mails').select(['kind', 'recipient']).execute();
  expect(mails).toEqual([{ kind: 'password-changed', recipient: email }]);
});

test('a wrong current password changes nothing, and the session goes on', async () => {
  const answer = await change('Wrong#2026', 'Different#2027');
  expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([400, 'WRONG_PASSWORD']);
  expect(await isSignedIn(owner)).toBe(true);
  expect(await code(samplePassword, 'Different#2027')).toBe('changed');
});

test('[SAFE-3] a stranger at an open session has a limited number of guesses', async () => {
  for (let n = 0; n < 10; n++) expect(await code('Wrong#2026', 'Different#2027')).toBe('WRONG_PASSWORD');
  expect(await code(samplePassword, 'Different#2027')).toBe('TOO_MANY_REQUESTS');
  app.clock.advance({ minutes: 15 });
  expect(await code(samplePassword, 'Different#2027')).toBe('changed');
});

test('[REG-4] the new one has to keep the rule', async () => {
  expect(await code(samplePassword, 'weak')).toBe('PASSWORD_COMPLEXITY');
  expect(await tenant.db.selectFrom('mails').select('id').execute()).toEqual([]);
});
