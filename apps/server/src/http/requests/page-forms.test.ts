import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  type TestTenant,
} from '../../testing/factories/factories.ts';

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
});

test('[SAFE-7] a form counts as ours by Origin, else by Sec-Fetch-Site, and without both it does not', async () => {
  const own = [
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    // Somebody has switched Origin off.
    { 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of own) expect([headers, await post(headers)]).toMatchObject([headers, { session: true }]);
  const foreign = [
    {},
    // A type in capitals is the same type.
    { 'content-type': 'Application/X-WWW-Form-Urlencoded' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    // The origin counts more than the other header.
    { origin: 'https://stranger.example', 'sec-fetch-site': 'same-origin' },
  ];
  const refused = { status: 303, to: '/login?problem=FOREIGN_ORIGIN', session: false };
  for (const headers of foreign) expect([headers, await post(headers)]).toEqual([headers, refused]);
});

test('[SAFE-7] a call of a script is refused from another site, also if the browser hides the origin', async () => {
  const call = async (headers: Record<string, string>) => {
    const { status } = await fetch(`${app.url}/harbour/api/auth/credentials`, {
      method: 'POST',
      headers: { tenantkey: marina.key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ userName: email, password: samplePassword }),
    });
    return [headers, status];
  };
  // A program, and an old browser without Origin, say nothing.
  const taken = [{}, { 'sec-fetch-site': 'none' }, { origin: 'null', 'sec-fetch-site': 'same-origin' }];
  for (const headers of taken) expect(await call(headers)).toEqual([headers, 200]);
  const refused = [{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }];
  for (const headers of refused) expect(await call(headers)).toEqual([headers, 403]);
});

test('a form of a pay link’s page ends the session and leads back to the link', async () => {
  const client = app.client(marina.key);
  const signOut = (fields: Record<string, string>) =>
    fetch(`${app.url}/harbour/api/auth/logout`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        tenantkey: marina.key,
        origin: app.url,
        cookie: [...client.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: new URLSearchParams(fields),
    }).then(({ status, headers }) => [status, headers.get('location')]);
  const signedIn = async () =>
    (await client.get('/harbour/api/getSession')).body as { userSession: { isAuthenticated: boolean } };
  await client.request('POST', '/harbour/api/auth/credentials', {
    body: { userName: email, password: samplePassword },
  });
  expect((await signedIn()).userSession).toMatchObject({ isAuthenticated: true });
  expect(await signOut({ orderGuid: '//x?' })).toEqual([303, '/quick-pay/%2F%2Fx%3F']);
  expect((await signedIn()).userSession).toMatchObject({ isAuthenticated: false });
  expect(await signOut({})).toEqual([303, '/login']);
});

test('[SAFE-2] a file in a page’s form is refused, and leads back to the page that the other fields name', async () => {
  const post = async (path: string, fields: Record<string, string | Blob>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const headers = { tenantkey: marina.key, origin: app.url };
    const answer = await fetch(`${app.url}/harbour/api/${path}`, { method: 'POST', redirect: 'manual', headers, body });
    return [answer.status, answer.headers.get('location')];
  };
  const file = new Blob(['a file']);
  expect(await post('portal/passwordReset', { email: file })).toEqual([
    303,
    '/forgotten-password?problem=INVALID_REQUEST',
  ]);
  const guid = randomUUID();
  expect(await post(`accounts/${guid}/by-guid/update-consent-groups`, { shown: file, emailMessageId: '17' })).toEqual([
    303,
    `/consent-management/${guid}?emailId=17&problem=INVALID_REQUEST`,
  ]);
});
