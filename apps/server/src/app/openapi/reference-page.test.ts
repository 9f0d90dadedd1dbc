import { apiBase } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';

const path = `${apiBase}integration/v1/reference`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makeTenant(app, { key: 'saltmarsh' });
});
afterAll(() => app.close());

test('[API-7] the reference shows each call with its path, scope, example and refusals', async () => {
  const { status, text, headers } = await app.client('saltmarsh').get(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { call } of app.app.routesOfIntegration) {
    const [, article = ''] = new RegExp(`<h3 id="${call.name}">(.*?)</article>`, 's').exec(text) ?? [];
    expect(article, call.name).toContain(`<code>${call.method} /${call.path.replace(/:(\w+)/g, '{$1}')}</code>`);
    for (const scope of call.scopes) expect(article).toContain(`<code>${scope}</code>`);
    expect(article, call.name).toContain(`curl -X ${call.method} '${app.url}${apiBase}integration/v1/`);
    expect(article, call.name).toContain('<code>API_KEY_INVALID</code>');
  }
  expect(text).toContain('Marina saltmarsh');
});

test('[API-7] the reference runs no script, loads nothing, and each of its links leads somewhere', async () => {
  const { text, headers } = await app.client('saltmarsh').get(path);
  expect(text).not.toMatch(/<script|<link|<img|\bon\w+=|url\(/i);
  expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
  expect(headers.get('content-security-policy')).not.toContain('unsafe');
  const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...text.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href ?? '');
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((href) => href !== 'openapi.json' && !ids.has(href.slice(1)))).toEqual([]);
  expect((await app.client('saltmarsh').get(`${apiBase}integration/v1/openapi.json`)).status).toBe(200);
});

test('[API-7] the reference of an unknown marina does not exist', async () => {
  expect((await app.client('nowhere').get(path)).status).toBe(404);
});
