import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAccount, makeLogin, makeTenant, samplePassword, type TestTenant } from '../testing/factories.ts';

let app: TestApp;
let marina: TestTenant;
let email: string;

beforeAll(async () => {
  app = await startTestApp();
  marina = await makeTenant(app);
  ({ email } = await makeLogin(marina, await makeAccount(marina)));
});
afterAll(() => app.close());

/** Posts the form of the login page. */
async function post(headers: Record<string, string>, password = samplePassword) {
  const answer = await fetch(`${app.url}/harbour/api/auth/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { tenantkey: marina.key, ...headers },
    body: new URLSearchParams({ userName: email, password }),
  });
  const { status, headers: sent } = answer;
  return {
    status,
    to: sent.get('location'),
    session: sent.getSetCookie().some((cookie) => /session=[^;]/.test(cookie)),
  };
}

test('[LOGIN-5] the login page’s form signs in and leads on, or back with the code of its failure', async () => {
  const own = { origin: app.url };
  expect(await post(own)).toEqual({ status: 303, to: '/secure/dashboard', session: true });
  const failed = { status: 303, to: '/login?problem=InvalidOperationException', session: false };
  expect(await post(own, 'wrong')).toEqual(failed);
  expect(await post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toMatchObject({ session: true });
});

test('a form of another site, or one without an origin, signs nobody in', async () => {
  const refused = { status: 303, to: '/login?problem=FOREIGN_ORIGIN', session: false };
  const strangers = [{ origin: 'https://stranger.example' }, {}, { origin: 'null' }];
  for (const headers of [...strangers, { origin: 'null', 'sec-fetch-site': 'cross-site' }])
    expect([headers, await post(headers)]).toEqual([headers, refused]);
});
