import { getAccount } from '@quayside/contract/account/account.ts';
import { countUnsignedAgreements } from '@quayside/contract/agreements/agreements.ts';
import type { Call, CallInput } from '@quayside/contract/shared/call.ts';
import type { FirstAnswer } from '@quayside/contract/portal/drawn-pages.ts';
import { getSession, signOut } from '@quayside/contract/identity/identity.ts';
import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { listCountries } from '@quayside/contract/tenant/tenant.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import {
  makeAccount,
  makeTenant,
  sampleSettings,
  signedInCustomer,
  signedInStaff,
  type TestTenant,
} from '../testing/factories/factories.ts';
import type { HttpClient } from '../testing/http-client.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';
import { drawingProgram } from '../testing/processes/drawing-program.ts';

let app: TestApp;
let tenant: TestTenant;
const portal = makePortalFolder(drawingProgram);

beforeAll(async () => {
  app = await startTestApp({ portalFolder: portal.folder });
});
afterAll(async () => {
  await app.close();
  portal.remove();
});
beforeEach(async () => {
  app.clock.set('2026-05-16T09:00:00Z');
  tenant = await makeTenant(app);
});

const textOf = (html: string) =>
  /<script type="application\/json" id="first-answers">(.*?)<\/script>/.exec(html)?.[1]?.replaceAll('\\u003c', '<');
const answersIn = (html: string) => JSON.parse(textOf(html) ?? '[]') as FirstAnswer[];

/** Opens a page until it holds all of these answers: a page does not wait for one that takes too long. */
async function openedWith(client: HttpClient, path: string, names: readonly string[]) {
  const opened = async () => {
    const { text } = await client.get(path);
    expect(answersIn(text).map(({ call }) => call)).toEqual(expect.arrayContaining([...names]));
    return text;
  };
  return vi.waitFor(opened, 30_000);
}

test('[SAFE-1] a page contains the session byte for byte as the call answers it, and is not stored', async () => {
  const { client } = await signedInCustomer(app, tenant);
  const page = await client.get('/login', { 'accept-encoding': 'br' });
  const { text } = await client.call(getSession, {});
  expect(textOf(page.text)).toBe(`[{"call":"getSession","input":{},"answer":${text}}]`);
  expect([page.status, page.headers.get('cache-control'), page.headers.get('etag')]).toEqual([200, 'no-store', null]);
  expect(page.headers.get('content-encoding')).toBe('br');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
});

test('a visitor’s page has no personal data and may be cached; after the sign-in the reader gets theirs', async () => {
  const visitor = await app.client(tenant.key).get('/secure/dashboard');
  expect(textOf(visitor.text)).toBeUndefined();
  expect(visitor.headers.get('cache-control')).toBe('private, no-cache');
  const { client } = await signedInCustomer(app, tenant);
  const own = await client.get('/secure/dashboard', { 'if-none-match': visitor.headers.get('etag') ?? '' });
  expect([own.status, answersIn(own.text)[0]?.call]).toEqual([200, 'getSession']);
  await client.call(signOut, {});
  expect(textOf((await client.get('/secure/dashboard')).text)).toBeUndefined();
});

test('[SAFE-1] [SAFE-4] a session that is over, of another marina or of a closed account says nothing', async () => {
  const { client, account } = await signedInCustomer(app, tenant);
  const other = await makeTenant(app);
  const elsewhere = await client.get('/secure/dashboard', { tenantkey: other.key });
  expect([elsewhere.status, textOf(elsewhere.text)]).toEqual([200, undefined]);
  await tenant.db.updateTable('accounts').set({ closed_at: app.clock.now() }).where('id', '=', account.id).execute();
  expect(textOf((await client.get('/secure/dashboard')).text)).toBeUndefined();
  const late = await signedInCustomer(app, tenant);
  app.clock.advance({ days: 15 });
  expect(textOf((await late.client.get('/secure/dashboard')).text)).toBeUndefined();
});

test('[SAFE-1] a page of orders brings what it asks first, as the calls answer it to its own customer', async () => {
  const { client, account } = await signedInCustomer(
    app,
    tenant,
    await makeAccount(tenant, { firstname: '</script><script>x()' }),
  );
  const text = await openedWith(client, '/portal/secure/orders/Outstanding/', ['getAccount', 'listOutstandingOrders']);
  expect(text).not.toContain('</script><script>x()');
  const expected = async <C extends Call>(call: C, input: CallInput<C>) => ({
    call: call.name,
    input,
    answer: (await client.call(call, input)).body,
  });
  expect(answersIn(text)).toEqual(
    expect.arrayContaining([
      await expected(getAccount, { params: { accountGuid: account.guid } }),
      await expected(listOutstandingOrders, { params: { guid: account.guid } }),
    ]),
  );
});

test('a refused answer is left out, and a reader of French is answered in French', async () => {
  const marina = await makeTenant(app, { settings: sampleSettings({ agreementsEnabled: false }) });
  const { client } = await signedInCustomer(app, marina, await makeAccount(marina, { country_code: 'DE' }));
  client.cookies.set('ha.selectedLanguage', 'fr-FR');
  const text = await openedWith(client, '/secure/dashboard', ['getAccount', 'getSummary']);
  const answers = answersIn(text);
  expect(answers.map(({ call }) => call)).not.toContain(countUnsignedAgreements.name);
  expect(answers.find(({ call }) => call === 'getAccount')?.answer).toMatchObject({
    account: { country: 'Allemagne' },
  });
});

test('the countries of the account’s page come in the reader’s language, and say which one it is', async () => {
  const { client } = await signedInCustomer(app, tenant);
  client.cookies.set('ha.selectedLanguage', 'fr-FR');
  const text = await openedWith(client, '/secure/account/edit', [listCountries.name]);
  const [countries, ...more] = answersIn(text).filter(({ call }) => call === listCountries.name);
  expect(more).toEqual([]);
  expect(countries).toMatchObject({ language: 'fr-FR' });
  expect(JSON.stringify(countries?.answer)).toContain('Allemagne');
});

test('[SHELL-251] each page renews the cookie of a chosen language for 365 days, and scripts can read it', async () => {
  const cookie = 'ha.selectedLanguage=fr-FR';
  const own = (await signedInCustomer(app, tenant)).client;
  for (const client of [own, app.client(tenant.key)]) {
    client.cookies.set('ha.selectedLanguage', 'fr-FR');
    const { headers } = await client.get('/secure/dashboard');
    expect(headers.getSetCookie()).toContain(`${cookie}; Max-Age=31536000; Path=/; SameSite=Lax`);
  }
  for (const cookies of ['ha.selectedLanguage=tlh', '']) {
    const headers = { cookie: cookies, 'accept-language': 'fr' };
    expect((await app.client(tenant.key).get('/login', headers)).headers.getSetCookie()).toEqual([]);
  }
});

test('opening a page counts as use of the session, like the call for it; staff get what they may read', async () => {
  const { client } = await signedInStaff(app, tenant, await makeAccount(tenant));
  const text = await openedWith(client, '/secure/dashboard', ['getAccount']);
  expect(answersIn(text)[0]?.answer).toMatchObject({ userSession: { isAuthenticated: true, isAccountUser: false } });
  const own = await signedInCustomer(app, tenant);
  for (let times = 0; times < 2; times += 1) {
    app.clock.advance({ days: 13 });
    expect(answersIn((await own.client.get('/login')).text)).toHaveLength(1);
  }
});
