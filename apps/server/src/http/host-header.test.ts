import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiBase } from '@quayside/contract/call.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant } from '../testing/factories/factories.ts';

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

/** Sends lines as they are, because Node's client merges or refuses some, and returns the status. */
async function statusOfLines(...lines: string[]): Promise<number> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  return Number((await text(socket)).split(' ')[1]);
}

test('[SAFE-95] a request that names two hosts is refused, because a proxy may have read the other one', async () => {
  const path = `${apiBase}portal/config`;
  const ours = 'Host: portal.example.com';
  const other = 'Host: other.example.com';
  expect(await statusOfLines(`GET ${path} HTTP/1.1`, ours)).toBe(200);
  for (const hosts of [
    [ours, other],
    [other, ours],
    [ours, ours],
  ])
    expect(await statusOfLines(`GET ${path} HTTP/1.1`, ...hosts)).toBe(400);
  expect(await statusOfLines(`GET http://portal.example.com:80${path} HTTP/1.1`, ours)).toBe(200);
  expect(await statusOfLines(`GET http://other.example.com${path} HTTP/1.1`, ours)).toBe(400);
});
