import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageToDraw } from '@quayside/contract/drawn-pages.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, signedInCustomer } from '../testing/factories.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';
import { createLog } from '../lib/log.ts';
import { PageDrawer } from './page-drawer.ts';

/** Draws the marina's name. It misbehaves if the page asks for it. */
const program = `
let drawn = 0;
export async function drawPage({ path, config, texts, answers }) {
  drawn += 1;
  if (path === '/throws') throw new Error('a component failed');
  if (path === '/ends') process.exit(1);
  if (path === '/hangs') for (;;);
  const who = answers.map(({ call, answer }) => call + ':' + answer.userSession.isAuthenticated).join();
  const html = '<h1 data-style="0">' + [config.name, path, texts.language, who, drawn].join('|') + '</h1>';
  return { html, styles: ['color: rgb(1, 2, 3)', 'x}y{'], title: 'Drawn <here>', description: 'Says "what"', variables: { '--qs-accent-1': '#123' } };
}`;

const portal = makePortalFolder(program);
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
async function askForDrawn(key: string, path: string, headers: Record<string, string> = {}) {
  for (;;) {
    const page = await app.client(key).get(path, headers);
    if (drawnIn(page.text)) return page;
  }
}

test('a visitor’s page carries its first screen, its title and its own styles, which the policy allows', async () => {
  const marina = await makeTenant(app, { name: 'Heron Marina' });
  const { text, headers } = await askForDrawn(marina.key, '/login', { 'accept-language': 'fr' });
  expect(drawnIn(text)?.[0]).toBe('/login');
  expect(drawnIn(text)?.[1]).toMatch(/^Heron Marina\|\/login\|fr-FR\|getSession:false\|/);
  expect(text).toContain('<title>Drawn &lt;here&gt;</title>');
  expect(text).toContain('<meta name="description" content="Says &quot;what&quot;">');
  expect(text).toContain('--qs-accent-1:#123');
  expect(text).toContain('[data-style="0"]{color: rgb(1, 2, 3)}');
  expect(text).not.toContain('x}y{');
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  expect(headers.get('cache-control')).toBe('private, no-cache');
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

test('who is signed in, an address with a query or in another spelling, and other pages are not drawn', async () => {
  const marina = await makeTenant(app);
  await askForDrawn(marina.key, '/login');
  const { client: signedIn } = await signedInCustomer(app, marina);
  const client = app.client(marina.key);
  for (const path of ['/login?f=1', '/Login', '/portal/login', '/register/complete', '/secure/dashboard', '/nowhere'])
    expect([path, drawnIn((await client.get(path)).text)]).toEqual([path, undefined]);
  expect(drawnIn((await signedIn.get('/login')).text)).toBeUndefined();
});

test('search engines may list visitors’ pages, and none that holds a key, shows somebody’s data or is not there', async () => {
  const marina = await makeTenant(app);
  const isListed = async (path: string) =>
    !(await app.client(marina.key).get(path)).text.includes('<meta name="robots" content="noindex">');
  for (const path of ['/', '/login', '/forgotten-password', '/register/renewal-token', '/verify'])
    expect([path, await isListed(path)]).toEqual([path, true]);
  const others = ['/404', '/nowhere', '/login?f=1', '/secure/dashboard', '/quick-sign/abc', '/consent-management/abc'];
  for (const path of others) expect([path, await isListed(path)]).toEqual([path, false]);
});

test('a page whose drawing fails, hangs or ends the thread is left to the browser, and the next one is drawn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-drawer-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  let logged = '';
  const drawer = new PageDrawer(file, createLog('debug', { write: (line: string) => void (logged += line) }), 1_000);
  const page = (path: string) => ({ path, config: { name: 'Bay' }, texts: {}, answers: [] }) as unknown as PageToDraw;
  for (const path of ['/throws', '/ends', '/hangs']) {
    expect([path, await drawer.draw(page(path))]).toEqual([path, null]);
    expect((await drawer.draw(page('/login')))?.html).toContain('Bay|/login');
  }
  expect(logged).toContain('a component failed');
  await drawer.close();
  rmSync(folder, { recursive: true });
});
