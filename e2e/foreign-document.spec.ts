import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { cleanDeclaration } from '../apps/server/src/features/agreements/declaration/clean-declaration.rules.ts';
import { securityHeaders } from '../apps/server/src/http/answers/page-headers.ts';
import { hostileHtml } from '../apps/server/src/testing/hostile-html.ts';
import { binary, environment, findNode } from '../scripts/command/installed.mjs';
import { runProgram } from '../scripts/command/program.mjs';
import { inProject } from '../scripts/command/project.mjs';
import { chromeArguments, findChrome } from '../scripts/tools/chrome.mjs';
import { expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const licence = cleanDeclaration(`
  <h1>Berthing licence</h1>
  <p>Between the marina and the <strong>berth holder</strong>.</p>
  <h2>1. The berth</h2>
  <ol><li>It is kept tidy.</li><li>It is left <em>clean</em>.<ul><li>also in winter</li></ul></li></ol>
  <table><caption>Fees</caption><thead><tr><th scope="col">Length</th><th scope="col">A year</th></tr></thead>
  <tbody><tr><td>up to 10 m</td><td>£2,450.00</td></tr><tr><td>up to 12 m</td><td>£3,120.00</td></tr></tbody></table>
  <p><img src="${pixel}" alt="Plan of the harbour"> See <a href="https://harbour.example/rules">the rules</a>.</p>
  ${'<p>The berth holder insures the boat, and shows the policy to the marina when asked.</p>'.repeat(30)}`);

let folder: string;
let server: Server;
let origin: string;

/**
 * Builds the component like the portal, in a page with nothing else. The server adds the headers of the portal's
 * pages.
 */
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quayside-e2e-document-'));
  const page = ['src', 'testing', 'foreign-document'].join('/');
  const { code, output } = await runProgram(
    findNode(),
    [
      binary('vite'),
      'build',
      page,
      '--config',
      'vite.config.ts',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { cwd: inProject('apps', 'portal'), env: { ...environment(), NODE_ENV: 'production' }, quiet: true },
  );
  if (code !== 0) throw new Error(output);
  const documents: Record<string, readonly string[]> = {
    cleaned: [...hostileHtml.map((html) => cleanDeclaration(html)), licence],
    raw: hostileHtml,
  };
  server = createServer(async ({ url = '/' }, response) => {
    const [, kind = '', ...path] = new URL(url, 'http://localhost').pathname.split('/');
    const file = path.join('/') || 'index.html';
    const headers = kind === 'cleaned' ? securityHeaders({ path: '/secure/agreements', providerOrigins: [] }) : {};
    if (file === 'documents.json') {
      response.end(JSON.stringify(documents[kind]));
      return;
    }
    const shared = kind === 'assets' ? join(folder, kind, file) : join(folder, file);
    const content = await readFile(shared).catch(() => null);
    response.writeHead(content ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain', ...headers });
    response.end(content);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** Collects the page's requests to other servers, its popups and its dialogs. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:image/')) seen.push(request.url());
  });
  page.on('dialog', (dialog) => seen.push(`dialog ${dialog.message()}`));
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(origin)) seen.push(`went to ${frame.url()}`);
  });
  return seen;
}

/** Shows a document, and returns a point inside it. */
const show = (page: Page, number: number) =>
  page.evaluate(async (shown) => {
    location.hash = shown;
    const box = () => document.querySelector<HTMLElement>(`[data-shown="${shown}"] section`);
    while (!box()?.checkVisibility()) await new Promise(requestAnimationFrame);
    const { x = 0, y = 0 } = box()?.getBoundingClientRect() ?? {};
    return { x: x + 30, y: y + 30 };
  }, `${number}`);

/**
 * Lets the shown document act for two painted frames and a scroll. Returns where the rest of the page is then, how
 * it looks, and if it can be reached.
 */
const surroundings = (page: Page) =>
  page.evaluate(async () => {
    const shown = document.querySelector('section') as HTMLElement;
    shown.scrollTo(0, shown.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const seen = ['before', 'after'].map((id) => {
      const element = document.getElementById(id) as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      const { color, backgroundImage, fontFamily, direction } = getComputedStyle(element);
      const hit = document.elementFromPoint(left + 5, top + height / 2);
      return { left, width, height, color, backgroundImage, fontFamily, direction, reached: hit === element };
    });
    const strange = shown.querySelectorAll(
      'script,style,link,meta,base,iframe,object,embed,form,input,button,svg,math,' +
        '[style],[class]:not(:scope > div),[id]',
    );
    const sideways = document.documentElement.scrollWidth > innerWidth;
    const hit = document.documentElement.dataset.hit;
    return { seen, strange: strange.length, sideways, tall: shown.offsetHeight > 500, title: document.title, hit };
  });

for (const kind of ['cleaned', 'raw'] as const)
  test(`[AGR-11] no attack runs, loads anything or leaves its box (${kind})`, async ({ page }) => {
    test.slow();
    const seen = watch(page);
    await page.goto(`${origin}/${kind}/#none`);
    await expect(page.locator('section')).toBeVisible();
    const before = await surroundings(page);
    expect(before).toMatchObject({
      strange: 0,
      sideways: false,
      tall: false,
      hit: undefined,
      seen: [{ reached: true }, { reached: true }],
    });
    for (const [number, html] of hostileHtml.entries()) {
      const { x, y } = await show(page, number);
      await page.mouse.move(x, y);
      expect(await surroundings(page), html).toEqual(before);
      expect(seen, html).toEqual([]);
    }
  });

test('[AGR-11] the attacks are attacks: shown as they came, many of them run or load', async ({ browser }) => {
  // Some documents crash their browser, so they get one that no other test uses.
  const executablePath = findChrome();
  const own = await browser
    .browserType()
    .launch({ args: chromeArguments, ...(executablePath === undefined ? {} : { executablePath }) });
  const page = await own.newPage();
  let ran = 0;
  await page.exposeFunction('hit', () => void (ran += 1));
  const seen = watch(page);
  await page.goto(`${origin}/raw/documents.json`);
  for (const html of hostileHtml) {
    await page.setContent(html, { waitUntil: 'commit' }).catch(() => {});
  }
  await expect.poll(() => ran).toBeGreaterThan(10);
  await expect.poll(() => seen.length).toBeGreaterThan(10);
  await own.close();
});

test('[AGR-11] a licence is a document', async ({ page }) => {
  await page.goto(`${origin}/cleaned/#${hostileHtml.length}`);
  const box = page.getByRole('region', { name: 'Agreement' });
  await expect(box.getByRole('heading', { name: 'Berthing licence' })).toBeVisible();
  await expect(box.getByRole('columnheader', { name: 'A year' })).toBeAttached();
  await expect(box.getByRole('img', { name: 'Plan of the harbour' })).toBeAttached();
  await expect(box.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessibleOnDeskAndPhone(page);

  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  await page.keyboard.press('End');
  const left = () => box.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop);
  await expect.poll(left).toBeLessThanOrEqual(1);
});
