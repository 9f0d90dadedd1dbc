import { request } from 'node:http';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ trustProxy: true });
  await makeTenant(app, { hosts: ['portal.example.com'] });
});
afterAll(() => app.close());

const statusFor = (headers: Record<string, string>, path = `${apiBase}portal/config`): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(new URL(path, app.url), { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });

test.each([
  'portal.example.com:80@stranger.example',
  'portal.example.com@stranger.example',
  'portal.example.com:@stranger.example',
  'portal.example.com:443x',
  'portal.example.com/..',
  'portal.example.com?',
  'portal.example.com#',
  'portal.example.com stranger.example',
  'portal.example.com:70000',
])('[SAFE-4] the host %s is refused, of the request and of a proxy', async (host) => {
  expect(await statusFor({ host })).toBe(400);
  expect(await statusFor({ host }, '/login')).toBe(400);
  expect(await statusFor({ host: '10.0.0.1', 'x-forwarded-host': host })).toBe(400);
});

test.each(['portal.example.com', 'PORTAL.example.com:8443', 'portal.example.com:443'])(
  '[SAFE-4] the host %s is the marina’s',
  async (host) => {
    expect(await statusFor({ host })).toBe(200);
    expect(await statusFor({ host: '10.0.0.1', 'x-forwarded-host': host })).toBe(200);
  },
);

test.each(['javascript', 'HTTPS', 'wss', 'http, javascript'])(
  '[SAFE-4] a proxy that tells of the protocol %s is refused',
  async (protocol) => {
    const answer = { host: 'portal.example.com', 'x-forwarded-proto': protocol };
    expect(await statusFor(answer)).toBe(400);
    expect(await statusFor(answer, '/login')).toBe(400);
  },
);

test.each(['[::1]:3000', '127.0.0.1', 'nobody.example'])(
  'the host %s is nobody’s, which is no mistake',
  async (host) => {
    expect(await statusFor({ host })).toBe(404);
  },
);
