import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/call.ts';
import { signIn } from '@quayside/contract/identity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeTenant, type TestTenant } from '../testing/factories.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp({ slowestBodyMs: 500 });
  marina = await makeTenant(app, {});
});
afterAll(() => app.close());

/** Sends a head and then single bytes of the body, and returns everything that came until the connection was closed. */
async function trickle(head: string[], body: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let at = 0; !socket.destroyed && at < 400; at++) {
    socket.write(body[at % body.length] ?? ' ');
    await pause(25);
  }
  await closed;
  return answer;
}

const headOf = (...more: string[]) => [
  `POST ${apiBase}${signIn.path} HTTP/1.1`,
  'host: 127.0.0.1',
  `tenantkey: ${marina.key}`,
  'content-type: application/json',
  ...more,
];

test('[SAFE-2] a body that trickles in is answered 408 and its connection closed, however long it says it is', async () => {
  const answer = await trickle(headOf('content-length: 100000'), '{"userName": "');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('"errorCode":"REQUEST_TIMEOUT"');
});

test('[SAFE-2] so is one that never says how long it is', async () => {
  const answer = await trickle(headOf('transfer-encoding: chunked'), '1\r\nx\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('[SAFE-2] a body that is refused unread does not end the server when its time is over', async () => {
  const answer = fetch(`${app.url}${apiBase}${signIn.path}`, {
    method: 'POST',
    headers: { tenantkey: marina.key, 'content-type': 'application/xml' },
    body: '<a/>',
  });
  expect((await answer).status).toBe(415);
  // An unhandled error would fail this run.
  await pause(800);
  const config = await fetch(`${app.url}${apiBase}portal/config`, { headers: { tenantkey: marina.key } });
  expect(config.status).toBe(200);
});

test('[SAFE-2] no request takes longer than a quarter of an hour to arrive, one with a file included', () => {
  expect(app.app.server.requestTimeout).toBe(15 * 60_000);
});
