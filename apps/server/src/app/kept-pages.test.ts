import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, sampleSettings } from '../testing/factories/factories.ts';
import { makePortalFolder } from '../testing/portal-folder.ts';
import { drawingProgram } from '../testing/processes/drawing-program.ts';

const portal = makePortalFolder(drawingProgram);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ portalFolder: portal.folder });
});
afterAll(async () => {
  await app.close();
  portal.remove();
});

/** Asks for a page with a Host header of our own, which Node's fetch can't send. */
function pageAt(host: string, path = '/login', headers: Record<string, string> = {}): Promise<string> {
  const { port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, headers: { ...headers, host } }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject).end();
  });
}

/** Returns what the program drew. It counts its drawings, so that two never equal. */
const drawnIn = (html: string) => /<h1 data-style="0">(.*?)<\/h1>/.exec(html)?.[1];

/** Asks until the page is drawn: a page that takes too long is sent without, and kept for the next visitor. */
async function askForDrawn(...[host, path, headers]: Parameters<typeof pageAt>): Promise<string> {
  for (;;) {
    const drawn = drawnIn(await pageAt(host, path, headers));
    if (drawn !== undefined) return drawn;
  }
}

const times = (count: number, ask: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));

test('[SAFE-80] addresses that a stranger makes up end no page that is kept for visitors', async () => {
  await makeTenant(app, { key: 'heron', hosts: ['heron.example.com'] });
  const atHost = await askForDrawn('heron.example.com');
  const atPort = await askForDrawn('heron.example.com:3000');
  expect(atHost).not.toBe(atPort);
  await times(120, (n) => pageAt(`heron.example.com:${4000 + n}`));
  await times(120, (n) => pageAt('heron.example.com', `/login?problem=MADE_UP_${n}`));
  await times(120, (n) => pageAt(`nobody-${n}.example.com`, '/login', { tenantkey: 'heron' }));
  expect(await askForDrawn('heron.example.com')).toBe(atHost);
  expect(await askForDrawn('HERON.example.com:3000')).toBe(atPort);
});

test('[SAFE-80] a marina with an address of its own has one page for all that is said in the header', async () => {
  const settings = sampleSettings({ rootUrl: 'https://portal.gull.example' });
  await makeTenant(app, { key: 'gull', hosts: ['gull.example.com'], settings });
  const drawn = await askForDrawn('gull.example.com');
  expect(await askForDrawn('gull.example.com:4711')).toBe(drawn);
  const tenantkey = { tenantkey: 'gull' };
  const elsewhere = await askForDrawn('elsewhere.example.com', '/login', tenantkey);
  expect(await askForDrawn('elsewhere.example.com:4711', '/login', tenantkey)).toBe(elsewhere);
});

test('[SAFE-80] hosts that belong to nobody end no page either', async () => {
  await makeTenant(app, { key: 'coot', hosts: ['coot.example.com'] });
  const drawn = await askForDrawn('coot.example.com');
  for (let at = 0; at < 2_000; at += 200) await times(200, (n) => pageAt(`nobody-${at + n}.example.net`));
  expect(await askForDrawn('coot.example.com')).toBe(drawn);
});
