import { apiBase } from '@quayside/contract/shared/call.ts';
import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { openStaffView } from '@quayside/contract/identity/staff-views.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../lib/secrets/secret-token.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeStaffLinkTo,
  makeTenant,
  samplePassword,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { makePortalFolder } from '../../testing/portal-folder.ts';
import { sweepSignIns } from '../../testing/sweep-sign-ins.ts';

const portal = makePortalFolder();
afterAll(() => portal.remove());

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'portal.example.com',
  'x-forwarded-for': '203.0.113.9',
};

/** Starts a server that trusts its proxy or not, with a marina at portal.example.com and a person with a login. */
async function startWith(trustProxy: boolean): Promise<{ app: TestApp; marina: TestTenant; email: string }> {
  const app = await startTestApp({ trustProxy, portalFolder: portal.folder });
  const marina = await makeTenant(app, { hosts: ['portal.example.com'] });
  const { email } = await makeLogin(marina, await makeAccount(marina));
  return { app, marina, email };
}

const trySignIn = (
  { app, marina }: { app: TestApp; marina: TestTenant },
  userName: string,
  headers = {},
  password = samplePassword,
) =>
  app.client(marina.key).call(signIn, { body: { userName, password, rememberMe: true } }, { ...forwarded, ...headers });

describe('behind a proxy that is trusted', () => {
  let started: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    started = await startWith(true);
  });
  afterAll(() => started.app.close());

  test('[SAFE-4] cookies are for TLS only, and HSTS keeps the browser on it', async () => {
    const answer = await trySignIn(started, started.email);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const page = await started.app.client(started.marina.key).get('/login', forwarded);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('[SAFE-4] if the operator sets it, HSTS includes subdomains', async () => {
    const app = await startTestApp({ trustProxy: true, hstsSubDomains: true });
    const { headers } = await app.client('nobody').get('/login', forwarded);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await app.close();
  });

  test('[SAFE-4] a session’s cookie can come from this very host alone', async () => {
    const answer = await trySignIn(started, started.email);
    const own = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-quayside_session='));
    expect(own).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(own).not.toMatch(/domain/i);
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/^__(Host|Secure)-/);
  });

  test('[CALL-1] the OpenAPI document names the cookies as they are called over TLS', async () => {
    const namesOf = async (headers: Record<string, string>) => {
      const { body } = await started.app.client(started.marina.key).get(`${apiBase}openapi.json`, headers);
      const { components } = body as unknown as { components: { securitySchemes: Record<string, { name: string }> } };
      const { session, payLink, signer, signOn } = components.securitySchemes;
      return [session, payLink, signer, signOn].map((scheme) => scheme?.name);
    };
    const plain = ['quayside_session', 'quayside_payer', 'quayside_signer', 'quayside_sign_on'];
    expect(await namesOf({})).toEqual(plain);
    const [session, payLink, signer, signOn] = plain;
    expect(await namesOf(forwarded)).toEqual([
      `__Host-${session}`,
      `__Host-${payLink}`,
      `__Secure-${signer}`,
      `__Secure-${signOn}`,
    ]);
  });

  const ask = (cookie: string) => started.app.client(started.marina.key).call(getSession, {}, { ...forwarded, cookie });
  const isSignedIn = async (cookie: string) => (await ask(cookie)).body.userSession.isAuthenticated;
  const tokenIn = (answer: Awaited<ReturnType<typeof trySignIn>>) =>
    /^(?:__Host-)?quayside_session=([^;]+)/m.exec(answer.headers.getSetCookie().join('\n'))?.[1] ?? '';

  const withoutTls = { 'x-forwarded-proto': 'http' };
  const isSignedInWithoutTls = async (cookie: string) => {
    const headers = { ...forwarded, ...withoutTls, cookie };
    const { body } = await started.app.client(started.marina.key).call(getSession, {}, headers);
    return body.userSession.isAuthenticated;
  };

  test('[SAFE-4] a session opened without TLS and planted over TLS signs nobody in: its cookie goes', async () => {
    const token = tokenIn(await trySignIn(started, started.email, withoutTls));
    expect(await isSignedInWithoutTls(`quayside_session=${token}`)).toBe(true);
    const planted = await ask(`quayside_session=${token}`);
    expect(planted.body.userSession.isAuthenticated).toBe(false);
    expect(planted.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^quayside_session=;.*Expires=Thu, 01 Jan 1970/),
    ]);
    expect(await isSignedInWithoutTls(`quayside_session=${token}`)).toBe(false);
  });

  test('[SAFE-4] a session of an older version does not count either, under any name of its cookie', async () => {
    const token = tokenIn(await trySignIn(started, started.email));
    const own = `__Host-quayside_session=${token}`;
    expect(await isSignedIn(own)).toBe(true);
    const sessions = started.marina.db.updateTable('sessions').where('token_hash', '=', hashToken(token));
    // The value of every session that was open at the update.
    await sessions.set({ is_opened_over_tls: false }).execute();
    const { text } = await started.app
      .client(started.marina.key)
      .get('/secure/dashboard', { ...forwarded, cookie: own });
    expect(text).not.toContain(started.email);
    expect(await isSignedIn(own)).toBe(false);
    await sessions.set({ is_opened_over_tls: true }).execute();
    expect(await isSignedIn(own)).toBe(false);
  });

  test('[SAFE-4] a session planted beside the browser’s own changes nothing; a sign-in opens a new one', async () => {
    const planted = tokenIn(await trySignIn(started, started.email, withoutTls));
    const own = tokenIn(await trySignIn(started, started.email));
    expect(await isSignedIn(`__Host-quayside_session=nobody; quayside_session=${own}`)).toBe(false);
    expect(await isSignedIn(`__Host-quayside_session=${own}; quayside_session=${planted}`)).toBe(true);
    const cookie = `quayside_session=${tokenIn(await trySignIn(started, started.email, withoutTls))}`;
    const next = tokenIn(await trySignIn(started, started.email, { cookie }));
    expect(await isSignedIn(`__Host-quayside_session=${next}`)).toBe(true);
  });

  test('[SAFE-4] a staff viewing that was opened without TLS ends over TLS, and its end is recorded', async () => {
    const { app, marina } = started;
    const account = await makeAccount(marina);
    const opened = async (headers: Record<string, string>) => {
      const token = await makeStaffLinkTo(marina, account, app.clock.now());
      const client = app.client(marina.key);
      return tokenIn(await client.call(openStaffView, { body: { token } }, { ...forwarded, ...headers }));
    };
    const overTls = await opened({});
    const plain = await opened(withoutTls);
    expect(await isSignedIn(`__Host-quayside_session=${overTls}`)).toBe(true);
    expect(await isSignedIn(`__Host-quayside_session=${plain}`)).toBe(false);
    await sweepSignIns(app, marina.id);
    const ended = await marina.db
      .selectFrom('audit_entries')
      .select('account_id')
      .where('event', '=', 'staff-view.ended')
      .execute();
    expect(ended).toEqual([{ account_id: account.id }]);
  });

  test('[SAFE-4] a host beside ours plants its own session at a browser, and signs nobody in', async () => {
    const token = tokenIn(await trySignIn(started, started.email));
    expect(await isSignedIn(`__Host-quayside_session=${token}`)).toBe(true);
    const planted = await ask(`quayside_session=${token}`);
    expect(planted.body.userSession.isAuthenticated).toBe(false);
    const lines = planted.headers.getSetCookie();
    expect(lines).toEqual([expect.stringMatching(/^quayside_session=;.*Expires=Thu, 01 Jan 1970/)]);
  });

  test('[SAFE-4] no other cookie counts by its old name: a visit, a pay link, a known browser, a marina', async () => {
    const { app, marina, email } = started;
    const device = /^__Secure-quayside_device=([^;]+)/m.exec(
      (await trySignIn(started, email)).headers.getSetCookie().join('\n'),
    )?.[1];
    expect(device).toBeDefined();
    const planted = 'quayside_payer=planted; quayside_sign_on=planted; quayside_tenant=planted';
    const cookie = `quayside_device=${device}; ${planted}`;
    const answer = await app.client(marina.key).call(getSession, {}, { ...forwarded, cookie });
    const cleared = answer.headers.getSetCookie().filter((line) => /^\w+=;.*Expires=Thu, 01 Jan 1970/.test(line));
    expect(cleared.map((line) => line.split('=')[0] ?? '').toSorted()).toEqual([
      'quayside_device',
      'quayside_payer',
      'quayside_sign_on',
      'quayside_tenant',
    ]);
    expect(answer.headers.getSetCookie()).toHaveLength(4);
    for (let n = 0; n < 10; n++) await trySignIn(started, email, { 'x-forwarded-for': '198.51.100.20' }, 'Wrong#2026');
    // The cookie makes the browser known, so another pair would be counted and would pass.
    const locked = await trySignIn(started, email, { 'x-forwarded-for': '198.51.100.20', cookie });
    expect(locked.body.responseStatus?.errorCode).toBe('AuthenticationException');
    const known = await trySignIn(started, email, {
      'x-forwarded-for': '198.51.100.20',
      cookie: `__Secure-quayside_device=${device}`,
    });
    expect(known.status).toBe(200);
  });

  test('[SAFE-4] the browser’s own origin is the one that it used, and no other', async () => {
    const own = await trySignIn(started, started.email, { origin: 'https://portal.example.com' });
    const foreign = await trySignIn(started, started.email, { origin: 'http://portal.example.com' });
    expect([own.status, foreign.status]).toEqual([200, 403]);
  });

  test('[SAFE-4] a proxy that names the port, or writes the host in capitals, changes no origin', async () => {
    for (const host of ['portal.example.com:443', 'Portal.EXAMPLE.com']) {
      const named = { 'x-forwarded-host': host };
      const answer = await trySignIn(started, started.email, { ...named, origin: 'https://portal.example.com' });
      expect([host, answer.status]).toEqual([host, 200]);
      const { body } = await started.app.client(started.marina.key).call(getConfig, {}, { ...forwarded, ...named });
      expect(body.paymentApiUrl).toBe('https://portal.example.com/harbour/api/');
    }
    const other = { 'x-forwarded-host': 'portal.example.com:8443', origin: 'https://portal.example.com' };
    expect((await trySignIn(started, started.email, other)).status).toBe(403);
  });

  test('the marina is found by the host that the browser used, and its addresses begin with it', async () => {
    const { body } = await started.app.client(started.marina.key).call(getConfig, {}, forwarded);
    expect(body.paymentApiUrl).toBe('https://portal.example.com/harbour/api/');
  });

  test('[SAFE-3] failures count for the client’s network, not for the proxy', async () => {
    await trySignIn(started, 'nobody@example.com');
    await started.marina.db.updateTable('rate_limits').set({ hits: 300 }).execute();
    expect((await trySignIn(started, started.email)).status).toBe(429);
    expect((await trySignIn(started, started.email, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    // Values that the client itself wrote stand further left.
    const pretended = { 'x-forwarded-for': '203.0.113.11, 203.0.113.9' };
    expect((await trySignIn(started, started.email, pretended)).status).toBe(429);
  });

  test('[SAFE-63] a proxy that adds the client’s port to its address makes no other network of it', async () => {
    for (const [address, other] of [
      ['203.0.113.9', '203.0.113.12'],
      ['[2001:db8::9]', '[2001:db8:0:1::9]'],
    ]) {
      const from = (forwardedFor: string) =>
        trySignIn(started, started.email, { 'x-forwarded-for': forwardedFor }).then(({ status }) => status);
      await started.marina.db.deleteFrom('rate_limits').execute();
      await trySignIn(started, 'nobody@example.com', { 'x-forwarded-for': `${address}:40001` });
      await started.marina.db.updateTable('rate_limits').set({ hits: 300 }).execute();
      expect([await from(`${address}:40002`), await from(`${other}:40003`)]).toEqual([429, 200]);
    }
  });
});

test('[SAFE-3] [SAFE-4] without a trusted proxy what a client forwards counts for nothing', async () => {
  const started = await startWith(false);
  const answer = await trySignIn(started, started.email);
  expect(answer.headers.getSetCookie()[0]).not.toMatch(/Secure/);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  await trySignIn(started, 'nobody@example.com');
  await started.marina.db.updateTable('rate_limits').set({ hits: 300 }).execute();
  expect((await trySignIn(started, started.email, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(429);
  await started.app.close();
});
