import { extendSession, getSession, getSessionEnd, signIn } from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let tenant: TestTenant;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
  ({ email } = await makeLogin(tenant, await makeAccount(tenant)));
});

const minutes = 60;
const days = 24 * 60 * minutes;

async function signedIn(rememberMe: boolean): Promise<HttpClient> {
  const client = app.client(tenant.key);
  await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe } });
  return client;
}

const end = async (client: HttpClient) => (await client.call(getSessionEnd, {})).body;

test('a visitor has no session to end, and none to extend', async () => {
  const visitor = app.client(tenant.key);
  expect(await end(visitor)).toEqual({ secondsLeft: null, canBeExtended: false });
  expect((await visitor.call(extendSession, {})).status).toBe(401);
});

test.each([
  [false, 30 * minutes],
  [true, 14 * days],
])('rememberMe %j: it ends after %i idle seconds', async (rememberMe, seconds) => {
  expect(await end(await signedIn(rememberMe))).toEqual({ secondsLeft: seconds, canBeExtended: true });
});

test('asking for the end doesn’t prolong the session; all other calls do', async () => {
  const client = await signedIn(false);
  for (let n = 1; n <= 14; n++) {
    app.clock.advance({ minutes: 2 });
    expect((await end(client)).secondsLeft).toBe((30 - 2 * n) * minutes);
  }
  await client.call(getSession, {});
  expect((await end(client)).secondsLeft).toBe(30 * minutes);
  app.clock.advance({ minutes: 30, seconds: 1 });
  expect((await end(client)).secondsLeft).toBeNull();
  expect((await client.call(getSession, {})).body.userSession.isAuthenticated).toBe(false);
});

test('staying signed in answers the new end', async () => {
  const client = await signedIn(false);
  app.clock.advance({ minutes: 28 });
  expect((await end(client)).secondsLeft).toBe(2 * minutes);
  const answer = await client.call(extendSession, {});
  expect(answer.body).toEqual({ secondsLeft: 30 * minutes, canBeExtended: true });
  expect(await end(client)).toEqual(answer.body);
});

test('the longest that a session may last is not put off', async () => {
  const client = await signedIn(false);
  for (let n = 0; n < 23; n++) {
    app.clock.advance({ minutes: 29 });
    await client.call(extendSession, {});
  }
  app.clock.set('2026-05-16T20:58:30Z');
  await tenant.db.updateTable('sessions').set({ last_seen_at: app.clock.now() }).execute();
  expect(await end(client)).toEqual({ secondsLeft: 90, canBeExtended: false });
  expect((await client.call(extendSession, {})).body).toEqual({ secondsLeft: 90, canBeExtended: false });
  app.clock.advance({ seconds: 90 });
  expect((await end(client)).secondsLeft).toBeNull();
});

test('staff who view a portal may stay as well', async () => {
  const { client } = await signedInStaff(app, tenant, await makeAccount(tenant));
  expect((await client.call(extendSession, {})).status).toBe(200);
});
