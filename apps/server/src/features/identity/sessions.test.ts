import { getAccount } from '@quayside/contract/account/account.ts';
import {
  getAuthSession,
  getRenewalTokenByUserId,
  getSession,
  signIn,
  signOut,
  signOutByPost,
} from '@quayside/contract/identity/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../http/origin/cookie-names.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import type { HttpClient } from '../../testing/http-client.ts';
import { sweepSignIns } from '../../testing/sweep-sign-ins.ts';

let app: TestApp;
let tenant: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
});

const isSignedIn = async (client: HttpClient) => (await client.call(getSession, {})).body.userSession.isAuthenticated;

describe('the session', () => {
  test('[LOGIN-9] both paths answer a visitor that no session exists', async () => {
    const nobody = {
      isAuthenticated: false,
      isAccountUser: false,
      userId: null,
      accountGuid: null,
      sessionName: null,
      viewingUntil: null,
    };
    const client = app.client(tenant.key);
    expect((await client.call(getSession, {})).body).toEqual({ userSession: nobody });
    expect((await client.call(getAuthSession, {})).body).toEqual({ userSession: nobody });
  });

  test('[SAFE-4] a session of one marina is none at another', async () => {
    const { client, account } = await signedInCustomer(app, tenant);
    const other = await makeTenant(app);
    client.headers = { tenantkey: other.key };
    expect(await isSignedIn(client)).toBe(false);
    const answer = await client.call(getAccount, { params: { accountGuid: account.guid } });
    expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  test('[LOGIN-9] staff who view a customer’s portal are no account user', async () => {
    const account = await makeAccount(tenant);
    const { client } = await signedInStaff(app, tenant, account);
    expect((await client.call(getSession, {})).body.userSession).toMatchObject({
      isAuthenticated: true,
      isAccountUser: false,
      accountGuid: account.guid,
    });
  });

  test('a made-up, an empty and an enormous cookie are no session', async () => {
    for (const token of ['', 'x', 'a'.repeat(43), 'a'.repeat(4000), "'; drop table sessions"]) {
      const client = app.client(tenant.key);
      client.cookies.set(sessionCookie, encodeURIComponent(token));
      expect(await isSignedIn(client)).toBe(false);
    }
  });

  test('[SAFE-1] if its account was closed since: 403 for the account’s calls, a visitor for all others', async () => {
    const { client, account } = await signedInCustomer(app, tenant);
    await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).where('id', '=', account.id).execute();
    const answer = await client.call(getAccount, { params: { accountGuid: account.guid } });
    expect([answer.status, answer.body.responseStatus?.errorCode]).toEqual([403, 'ACCOUNT_CLOSED']);
    expect(await isSignedIn(client)).toBe(false);
    expect((await client.call(signOutByPost, {})).status).toBe(200);
    // The session does not come back with the account.
    expect(await tenant.db.selectFrom('sessions').select('name').where('tenant_id', '=', tenant.id).execute()).toEqual(
      [],
    );
  });
});

describe('how long a session lasts', () => {
  async function signedInWith(rememberMe: boolean): Promise<HttpClient> {
    const { email } = await makeLogin(tenant, await makeAccount(tenant));
    const client = app.client(tenant.key);
    await client.call(signIn, { body: { userName: email, password: samplePassword, rememberMe } });
    return client;
  }

  test('30 minutes without use, each use giving it 30 more, and 12 hours in all', async () => {
    const idle = await signedInWith(false);
    const used = await signedInWith(false);
    for (let minutes = 25; minutes <= 11 * 60; minutes += 25) {
      app.clock.advance({ minutes: 25 });
      expect(await isSignedIn(used)).toBe(true);
    }
    expect(await isSignedIn(idle)).toBe(false);
    app.clock.set('2026-05-16T21:00:00Z');
    expect(await isSignedIn(used)).toBe(false);
  });

  test('remembered: 14 days without use, 30 days in all', async () => {
    const idle = await signedInWith(true);
    const used = await signedInWith(true);
    for (const days of [13, 13, 3]) {
      app.clock.advance({ days });
      expect(await isSignedIn(used)).toBe(true);
    }
    expect(await isSignedIn(idle)).toBe(false);
    app.clock.advance({ days: 1 });
    expect(await isSignedIn(used)).toBe(false);
  });

  test('sessions that are over are swept, others stay', async () => {
    await signedInWith(false);
    const remembered = await signedInWith(true);
    app.clock.advance({ hours: 1 });
    await sweepSignIns(app, tenant.id);
    expect(await tenant.db.selectFrom('sessions').select('remember').execute()).toEqual([{ remember: true }]);
    expect(await isSignedIn(remembered)).toBe(true);
    app.clock.advance({ days: 15 });
    await sweepSignIns(app, tenant.id);
    expect(await tenant.db.selectFrom('sessions').select('name').execute()).toEqual([]);
  });
});

describe('signing out', () => {
  test('[LOGIN-9] [SAFE-4] another site’s link, picture or form can’t sign a customer out', async () => {
    const { client } = await signedInCustomer(app, tenant);
    const byGet = await client.call(signOut, {}, { 'sec-fetch-site': 'cross-site' });
    const byPost = await client.call(signOutByPost, {}, { origin: 'https://evil.example.com' });
    expect([byGet.status, byPost.status]).toEqual([403, 403]);
    expect(await isSignedIn(client)).toBe(true);
  });

  test.each([['GET', signOut] as const, ['POST', signOutByPost] as const])(
    '[LOGIN-9] by %s it ends the session on the server, not only in this browser',
    async (_, call) => {
      const { client } = await signedInCustomer(app, tenant);
      const copy = app.client(tenant.key);
      copy.cookies.set(sessionCookie, client.cookies.get(sessionCookie) ?? '');
      const answer = await client.call(call, {}, { 'sec-fetch-site': 'same-origin' });
      expect([answer.status, answer.body]).toEqual([200, { done: true }]);
      expect(answer.headers.get('clear-site-data')).toBe('"cache"');
      expect(client.cookies.has(sessionCookie)).toBe(false);
      expect(await isSignedIn(copy)).toBe(false);
      expect(await tenant.db.selectFrom('sessions').select('name').execute()).toEqual([]);
    },
  );

  test('[LOGIN-9] ends no other session of the same login', async () => {
    const phone = await signedInCustomer(app, tenant);
    const laptop = await signedInCustomer(app, tenant, phone.account);
    await phone.client.call(signOut, {});
    expect(await isSignedIn(laptop.client)).toBe(true);
  });

  test('[LOGIN-9] is fine for a visitor', async () => {
    expect((await app.client(tenant.key).call(signOut, {})).status).toBe(200);
  });
});

describe('the renewal token of a user', () => {
  const ask = (client: HttpClient, userId: number) => client.call(getRenewalTokenByUserId, { query: { userId } });

  test('[SAFE-1] is read by no visitor and no other user', async () => {
    const { loginId } = await signedInCustomer(app, tenant);
    const { client } = await signedInCustomer(app, tenant);
    expect((await ask(app.client(tenant.key), loginId ?? 0)).status).toBe(401);
    const foreign = await ask(client, loginId ?? 0);
    const unknown = await ask(client, 999_999);
    expect([foreign.status, foreign.body.responseStatus]).toEqual([404, unknown.body.responseStatus]);
  });

  test('[LOGIN-5] names the account by a token that opens nothing', async () => {
    const account = await makeAccount(tenant, { opaque_token: 'opaque-1' });
    const { client, loginId } = await signedInCustomer(app, tenant, account);
    expect((await ask(client, loginId ?? 0)).body).toEqual({ accountGuid: account.guid, renewalToken: 'opaque-1' });
    const staff = await signedInStaff(app, tenant, account);
    expect((await ask(staff.client, loginId ?? 0)).status).toBe(200);
  });
});
