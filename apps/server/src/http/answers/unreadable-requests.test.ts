import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { ErrorAnswer } from '@quayside/contract/shared/common.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/factories/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await makeTenant(app, { hosts: ['portal.example.com'] });
});
afterAll(() => app.close());

/** Sends lines as they are, because Node's client merges or refuses some. */
async function send(...lines: string[]): Promise<{ status: number; body: unknown }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const answer = await text(socket);
  return { status: Number(answer.split(' ')[1]), body: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) };
}

const path = `${apiBase}portal/config`;
const ours = 'Host: portal.example.com';
const other = 'Host: other.example.com';

test('[SAFE-95] a request that names two hosts is refused, because a proxy may have read the other one', async () => {
  const statusOf = async (...lines: string[]) => (await send(...lines)).status;
  expect(await statusOf(`GET ${path} HTTP/1.1`, ours)).toBe(200);
  for (const hosts of [
    [ours, other],
    [other, ours],
    [ours, ours],
  ])
    expect(await statusOf(`GET ${path} HTTP/1.1`, ...hosts)).toBe(400);
  expect(await statusOf(`GET http://portal.example.com:80${path} HTTP/1.1`, ours)).toBe(200);
  expect(await statusOf(`GET http://other.example.com${path} HTTP/1.1`, ours)).toBe(400);
});

test.each([
  ['endless headers', 431, 'PAYLOAD_TOO_LARGE', [`GET ${path} HTTP/1.1`, ours, `Cookie: ${'a'.repeat(20_000)}`]],
  ['an endless address', 431, 'PAYLOAD_TOO_LARGE', [`GET ${path}?page=${'1'.repeat(20_000)} HTTP/1.1`, ours]],
  ['two lengths', 400, 'INVALID_REQUEST', [`POST ${path} HTTP/1.1`, ours, 'Content-Length: 4', 'Content-Length: 5']],
  ['no method', 400, 'INVALID_REQUEST', [`SAIL ${path} HTTP/1.1`, ours]],
])('[SAFE-2] a request with %s gets an error of the one shape', async (_what, status, errorCode, lines) => {
  const answer = await send(...lines);
  expect([answer.status, ErrorAnswer.parse(answer.body).responseStatus]).toMatchObject([status, { errorCode }]);
  expect(JSON.stringify(answer.body)).not.toContain('{{');
});
