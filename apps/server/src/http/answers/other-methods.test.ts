import { apiBase } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';
import { programOf } from '../../testing/factories/integration.ts';
import { codeOf, HttpClient } from '../../testing/http-client.ts';

let app: TestApp;
let program: HttpClient;
beforeAll(async () => {
  app = await startTestApp();
  program = await programOf(app, await makeTenant(app));
});
afterAll(() => app.close());

test.each([
  ['POST', 'integration/v1/orders/O-1', 'GET, HEAD, PATCH, PUT'],
  ['DELETE', 'integration/v1/orders/O-1/', 'GET, HEAD, PATCH, PUT'],
  ['GET', 'integration/v1/orders/O-1/cancel?at=once', 'POST'],
  ['PUT', 'integration/v1/imports', 'POST'],
  ['OPTIONS', 'integration/v1/key', 'GET, HEAD'],
  ['DELETE', 'integration/v1/reference', 'GET, HEAD'],
  ['PATCH', 'health', 'GET, HEAD'],
  ['DELETE', 'getSession', 'GET, HEAD'],
  ['GET', 'hooks/paysafe/nobody', 'POST'],
])('[API-11] %s %s is 405 and names the methods of the path', async (method, path, allow) => {
  const key = program.headers;
  for (const headers of [key, { authorization: 'Bearer qs_live_none' }, { tenantkey: 'nobody' }]) {
    const answer = await new HttpClient(app.url).request(method, apiBase + path, { headers });
    expect([codeOf(answer), answer.headers.get('allow')]).toEqual(['405 METHOD_NOT_ALLOWED', allow]);
    expect(answer.body).toMatchObject({ responseStatus: { message: expect.stringContaining('Allow') } });
  }
});

test('[API-11] a body of any type and the language of the sender are no matter for it', async () => {
  const headers = { 'content-type': 'application/x-ndjson', 'accept-language': 'fr' };
  const answer = await program.request('PUT', `${apiBase}integration/v1/imports`, { body: '{}\n', headers });
  expect([codeOf(answer), answer.body.responseStatus?.message]).toEqual([
    '405 METHOD_NOT_ALLOWED',
    expect.stringContaining('méthode'),
  ]);
});

test('[API-11] HEAD has no body: 405 where only POST is, and the headers of GET elsewhere', async () => {
  const { headers } = program;
  const [refused, known] = await Promise.all(
    ['orders/O-1/cancel', 'key'].map((path) =>
      program.request('HEAD', `${apiBase}integration/v1/${path}`, { headers }),
    ),
  );
  expect([refused?.status, refused?.headers.get('allow'), refused?.text]).toEqual([405, 'POST', '']);
  expect([known?.status, known?.headers.get('content-type'), known?.text]).toEqual([
    200,
    expect.stringContaining('application/json'),
    '',
  ]);
});

test.each([
  ['GET', `${apiBase}integration/v1/nothing`],
  ['POST', `${apiBase}integration/v1/nothing`],
  ['POST', `${apiBase}integration/v1/orders/O-1/more`],
  ['GET', `${apiBase}integration/v1/orders/${'x'.repeat(200)}`],
  ['POST', '/secure/dashboard'],
])('[API-11] %s of an unknown path stays 404', async (method, path) => {
  const answer = await program.request(method, path, { headers: program.headers });
  expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
});
