import { signIn } from '@quayside/contract/identity.ts';
import { getConfig } from '@quayside/contract/tenant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAccount, makeLogin, makeTenant, samplePassword, type TestTenant } from '../testing/factories.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';

const portal = makePortalFolder();
afterAll(() => portal.remove());

const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'portal.example.com',
  'x-forwarded-for': '203.0.113.9',
};

/** A server that heeds its proxy or not, with a marina at portal.example.com and somebody to sign in. */
async function startWith(trustProxy: boolean): Promise<{ app: TestApp; marina: TestTenant; email: string }> {
  const app = await startTestApp({ trustProxy, portalFolder: portal.folder });
  const marina = await makeTenant(app, { hosts: ['portal.example.com'] });
  const { email } = await makeLogin(marina, await makeAccount(marina));
  return { app, marina, email };
}

const trySignIn = ({ app, marina }: { app: TestApp; marina: TestTenant }, userName: string, headers = {}) =>
  app
    .client(marina.key)
    .call(signIn, { body: { userName, password: samplePassword, rememberMe: true } }, { ...forwarded, ...headers });

describe('behind a proxy that is trusted', () => {
  let started: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    started = await startWith(true);
  });
  afterAll(() => started.app.close());

  test('[SAFE-4] cookies are for TLS only, and the browser is told to stay on it', async () => {
    const answer = await trySignIn(started, started.email);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure/);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const page = await started.app.client(started.marina.key).get('/login', forwarded);
    expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  test('[SAFE-4] where the operator says so, the hosts below are told too', async () => {
    const app = await startTestApp({ trustProxy: true, hstsSubDomains: true });
    const { headers } = await app.client('nobody').get('/login', forwarded);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    await app.close();
  });

  test('[SAFE-4] the browser’s own origin is the one that it used, and no other', async () => {
    const own = await trySignIn(started, started.email, { origin: 'https://portal.example.com' });
    const foreign = await trySignIn(started, started.email, { origin: 'http://portal.example.com' });
    expect([own.status, foreign.status]).toEqual([200, 403]);
  });

  test('the marina is found by the host that the browser used, and its addresses begin with it', async () => {
    const { body } = await started.app.client(started.marina.key).call(getConfig, {}, forwarded);
    expect(body.paymentApiUrl).toBe('https://portal.example.com/harbour/api/');
  });

  test('[SAFE-3] failures count for the client’s network, not for the proxy', async () => {
    await trySignIn(started, 'nobody@example.com');
    await started.marina.db.updateTable('rate_limits').set({ hits: 100 }).execute();
    expect((await trySignIn(started, started.email)).status).toBe(429);
    expect((await trySignIn(started, started.email, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
    // What the client itself wrote stands further left.
    const pretended = { 'x-forwarded-for': '203.0.113.11, 203.0.113.9' };
    expect((await trySignIn(started, started.email, pretended)).status).toBe(429);
  });
});

test('[SAFE-3] [SAFE-4] without a trusted proxy what a client forwards counts for nothing', async () => {
  const started = await startWith(false);
  const answer = await trySignIn(started, started.email);
  expect(answer.headers.getSetCookie()[0]).not.toMatch(/Secure/);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  await trySignIn(started, 'nobody@example.com');
  await started.marina.db.updateTable('rate_limits').set({ hits: 100 }).execute();
  expect((await trySignIn(started, started.email, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(429);
  await started.app.close();
});
