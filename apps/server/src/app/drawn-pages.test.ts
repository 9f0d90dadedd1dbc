import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageToDraw } from '@quayside/contract/portal/drawn-pages.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../lib/telemetry/log.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeReadableAgreement } from '../testing/factories/agreements.ts';
import { consentKey } from '../testing/factories/consents.ts';
import { makeAccount, makeTenant, sampleSettings, signedInCustomer } from '../testing/factories/factories.ts';
import { makeOrder } from '../testing/factories/orders.ts';
import type { HttpClient } from '../testing/http-client.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';
import { drawingProgram } from '../testing/processes/drawing-program.ts';
import { PageDrawer } from './page-drawer.ts';
import { drawnPageHashes, noteClicks, scriptsPlace } from './start-scripts.ts';

const portal = makePortalFolder(drawingProgram);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ portalFolder: portal.folder });
});
afterAll(async () => {
  await app.close();
  portal.remove();
});

/** Returns the facts that the program drew. Undefined if the page is not drawn. */
const drawnIn = (html: string) =>
  /<div id="root" data-drawn="([^"]*)"><h1 data-style="0">(.*?)<\/h1><\/div>/.exec(html)?.slice(1);

/** Asks until the page is drawn: a page that takes too long is sent without, and kept for the next visitor. */
async function askForDrawn(key: string, path: string, headers: Record<string, string> = {}, reader?: HttpClient) {
  for (;;) {
    const page = await (reader ?? app.client(key)).get(path, headers);
    if (drawnIn(page.text)) return page;
  }
}

test('a visitor’s page carries its first screen, its title and its own styles, which the policy allows', async () => {
  const marina = await makeTenant(app, { name: 'Heron Marina' });
  const { text, headers } = await askForDrawn(marina.key, '/login', { 'accept-language': 'fr' });
  expect(drawnIn(text)?.[0]).toBe('/login');
  expect(drawnIn(text)?.[1]).toMatch(/^Heron Marina\|\/login\|fr-FR\|getSession\|/);
  expect(text).toContain('<title>Drawn &lt;here&gt;</title>');
  expect(text).toContain('<meta name="description" content="Says &quot;what&quot;">');
  expect(text).toContain('<link rel="expect" href="#root" blocking="render">');
  expect(text).toContain('[data-style="0"][data-style][data-style]{color: rgb(1, 2, 3)}');
  expect(text).not.toContain('x}y{');
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('content-security-policy')).toContain(`script-src 'self' ${drawnPageHashes.join(' ')};`);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  // The clicks of a reader are noted from the first sight on.
  expect(text.indexOf(noteClicks)).toBeLessThan(text.indexOf('<div id="root"'));
  // All that the scripts read comes before them, because they may start before the page's end has arrived.
  const [beforeScripts = '', scripts = ''] = text.split(scriptsPlace);
  expect(beforeScripts).not.toMatch(/type="module"|modulepreload/);
  expect(scripts).toMatch(/^\s*<script [^>]*type="module"[^]*<\/template>\s*<script>[^<]*<\/script>\s*<\/body>/);
});

test('the same page is drawn once for everybody, and again after the marina’s settings have changed', async () => {
  const marina = await makeTenant(app, { name: 'Gull Harbour' });
  const first = await askForDrawn(marina.key, '/verify');
  const again = await app.client(marina.key).get('/verify');
  expect(drawnIn(again.text)).toEqual(drawnIn(first.text));
  expect(
    (await app.client(marina.key).get('/verify', { 'if-none-match': again.headers.get('etag') ?? '' })).status,
  ).toBe(304);
  await app.ownerDb.updateTable('tenants').set({ name: 'Gull Haven' }).where('id', '=', marina.id).execute();
  const isNew = async () =>
    expect(drawnIn((await app.client(marina.key).get('/verify')).text)?.[1]).toContain('Gull Haven|');
  await vi.waitFor(isNew, 30_000);
});

test('[SHELL-1] drawn pages of two marinas never mix, in turns and at once', async () => {
  const names = ['Port One', 'Port Two'];
  const marinas = await Promise.all(names.map((name) => makeTenant(app, { name })));
  const turns = [0, 1, 0, 1, 1, 0];
  const pages = await Promise.all(turns.map((turn) => askForDrawn(marinas[turn]?.key ?? '', '/forgotten-password')));
  expect(pages.map(({ text }) => drawnIn(text)?.[1]?.split('|')[0])).toEqual(turns.map((turn) => names[turn]));
});

test('[SAFE-1] a dashboard contains its own reader’s first screen and answers, and is not stored', async () => {
  const marina = await makeTenant(app);
  const readers = await Promise.all([signedInCustomer(app, marina), signedInCustomer(app, marina)]);
  const drawn: unknown[] = [];
  for (const { client, account } of [...readers, ...readers.toReversed()]) {
    const { text, headers } = await askForDrawn(marina.key, '/secure/dashboard', {}, client);
    expect(drawnIn(text)?.[1]).toMatch(/\|\/secure\/dashboard\|en-GB\|getSession,getAccount,getSummary,/);
    expect(text).toContain(account.guid);
    for (const other of readers.filter((reader) => reader.account !== account))
      expect(text).not.toContain(other.account.guid);
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    drawn.push(drawnIn(text)?.[1]);
  }
  expect(new Set(drawn).size).toBe(4);
  const visitor = await app.client(marina.key).get('/secure/dashboard');
  expect([drawnIn(visitor.text), visitor.headers.get('cache-control')]).toEqual([undefined, 'private, no-cache']);
});

test('a dashboard is drawn without calls that are refused, and not at all if its guard leads elsewhere', async () => {
  const settings = sampleSettings({ agreementsEnabled: false });
  const marina = await makeTenant(app, { settings });
  const { client } = await signedInCustomer(app, marina);
  const { text } = await askForDrawn(marina.key, '/secure/dashboard', {}, client);
  expect(drawnIn(text)?.[1]).not.toContain('countUnsignedAgreements');
  const led = await client.get('/secure/dashboard?elsewhere');
  expect([drawnIn(led.text), led.text.includes('first-answers')]).toEqual([undefined, true]);
});

test('nothing is drawn for somebody signed in, an address with a query or other spelling, or other pages', async () => {
  const marina = await makeTenant(app);
  await askForDrawn(marina.key, '/login');
  const { client: signedIn } = await signedInCustomer(app, marina);
  const client = app.client(marina.key);
  for (const path of ['/login?f=1', '/Login', '/portal/login', '/register/complete', '/secure/dashboard', '/nowhere'])
    expect([path, drawnIn((await client.get(path)).text)]).toEqual([path, undefined]);
  expect(drawnIn((await signedIn.get('/login')).text)).toBeUndefined();
});

test('[PROV-8] a link’s page carries its first screen and answers, is kept nowhere, and opens its order', async () => {
  const marina = await makeTenant(app);
  const account = await makeAccount(marina);
  const owner = { tenantId: marina.id, accountId: account.id, siteId: account.siteId };
  const order = await makeOrder(marina.db, owner);
  const agreement = await makeReadableAgreement(marina.db, owner);
  const links = {
    [`/quick-pay/${order.guid}`]: 'getSession,getQuickPayOrder,listQuickPayProviders',
    [`/quick-sign/${agreement.guid}`]: 'getSession,getUnsignedAgreement',
    [`/quick-sign/${agreement.guid}?guid=${account.guid}`]: 'getSession,getUnsignedAgreement,getAgreementAccount',
    [`/consent-management/${await consentKey(marina, account)}`]: 'getSession,getConsentInfo',
  };
  for (const [address, calls] of Object.entries(links)) {
    const first = await askForDrawn(marina.key, address);
    expect(drawnIn(first.text)?.[1]).toContain(`|${address.replaceAll('&', '&amp;')}|en-GB|${calls}|`);
    expect(first.text.split(scriptsPlace)[0]).toContain('id="first-answers"');
    expect(first.text).toContain('<meta name="robots" content="noindex">');
    expect([first.headers.get('cache-control'), first.headers.get('etag')]).toEqual(['no-store', null]);
    expect(drawnIn((await askForDrawn(marina.key, address)).text)).not.toEqual(drawnIn(first.text));
  }
  const payer = app.client(marina.key);
  await payer.get(`/quick-pay/${order.guid}`);
  const opened = await payer.get('/harbour/api/payment-providers/quick-pay/' + account.siteId);
  expect(opened.status).toBe(200);
  // The same browser keeps its key, with which it may have started a payment.
  const key = payer.cookies.get('quayside_payer');
  expect(key).toBeTruthy();
  await payer.get(`/quick-pay/${order.guid}`);
  expect(payer.cookies.get('quayside_payer')).toBe(key);
});

test('an invalid link is not drawn', async () => {
  const marina = await makeTenant(app);
  const unknown = '5a175a17-0001-4000-8000-000000000001';
  for (const path of ['quick-pay', 'quick-sign', 'consent-management']) {
    const { text } = await app.client(marina.key).get(`/${path}/${unknown}`);
    expect([path, drawnIn(text), text.includes('first-answers')]).toEqual([path, undefined, false]);
  }
});

test('a page that makes too many calls is not drawn, and none of its calls is made', async () => {
  const marina = await makeTenant(app);
  const { client } = await signedInCustomer(app, marina);
  const { text } = await client.get('/consent-management/endless');
  expect([drawnIn(text), [...text.matchAll(/"call":"(\w+)"/g)].map(([, call]) => call)]).toEqual([
    undefined,
    ['getSession'],
  ]);
});

test('search engines may list visitors’ pages, but none that is missing, private or has a key', async () => {
  const marina = await makeTenant(app);
  const isListed = async (path: string) =>
    !(await app.client(marina.key).get(path)).text.includes('<meta name="robots" content="noindex">');
  for (const path of ['/', '/login', '/forgotten-password', '/register/renewal-token', '/verify'])
    expect([path, await isListed(path)]).toEqual([path, true]);
  const others = ['/404', '/nowhere', '/login?f=1', '/secure/dashboard', '/quick-sign/abc', '/consent-management/abc'];
  for (const path of others) expect([path, await isListed(path)]).toEqual([path, false]);
});

test('a page whose drawing fails, hangs or ends the thread is left to the browser; the next one is drawn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-drawer-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, drawingProgram);
  let logged = '';
  const drawer = new PageDrawer(file, createLog('debug', { write: (line: string) => void (logged += line) }), 1_000);
  const page = (path: string) =>
    ({ address: path, config: { name: 'Bay' }, texts: {}, answers: [], isDrawn: true }) as unknown as PageToDraw;
  for (const path of ['/throws', '/ends', '/hangs']) {
    expect([path, await drawer.draw(page(path))]).toEqual([path, null]);
    expect((await drawer.draw(page('/login')))?.drawing?.html).toContain('Bay|/login');
  }
  expect(logged).toContain('a component failed');
  await drawer.close();
  rmSync(folder, { recursive: true });
});
