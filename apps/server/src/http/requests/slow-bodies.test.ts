import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { verifyAgreement } from '@quayside/contract/agreements/agreement-papers.ts';
import { reportClientError } from '@quayside/contract/portal/client-errors.ts';
import { unsubscribe } from '@quayside/contract/account/consent.ts';
import { uploadFile } from '@quayside/contract/documents/documents.ts';
import { createImport } from '@quayside/contract/integration/imports.ts';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { receiveSignOn } from '@quayside/contract/identity/sign-on.ts';
import { takeBankAnswer } from '@quayside/contract/cards/three-d-secure-1.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, signedInCustomer, type TestTenant } from '../../testing/factories/factories.ts';
import { makeIntegrationKey } from '../../testing/factories/integration.ts';

let app: TestApp;
let marina: TestTenant;
beforeAll(async () => {
  app = await startTestApp({ slowestBodyMs: 500, restOfBody: { ms: 500 } });
  marina = await makeTenant(app, {});
});
afterAll(() => app.close());

/** Sends a head and then single bytes of a body. Returns the answer, and whether the server closed the connection. */
async function trickle(head: string[], body: string, bytes = 100): Promise<{ answer: string; isClosed: boolean }> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let at = 0; !socket.destroyed && at < bytes; at++) {
    socket.write(body[at % body.length] ?? ' ');
    await pause(25);
  }
  const seen = { answer, isClosed: socket.destroyed };
  // A server that still waits for the rest notices the end.
  socket.end();
  await closed;
  return seen;
}

const headOf = (...more: string[]) => [
  `POST ${apiBase}${signIn.path} HTTP/1.1`,
  'host: 127.0.0.1',
  `tenantkey: ${marina.key}`,
  'content-type: application/json',
  ...more,
];

test('[SAFE-2] a body that trickles in is answered 408 and its connection closed, at any stated length', async () => {
  const { answer, isClosed } = await trickle(headOf('content-length: 100000'), '{"userName": "');
  expect(isClosed).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toContain('"errorCode":"REQUEST_TIMEOUT"');
});

test('[SAFE-2] a body that trickles in and never says how long it is is answered 408 too', async () => {
  const { answer } = await trickle(headOf('transfer-encoding: chunked'), '1\r\nx\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

/** The head of a form, and its beginning. */
const formOf = (path: string) => ({
  head: [
    `POST ${apiBase}${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `tenantkey: ${marina.key}`,
    'content-type: multipart/form-data; boundary=edge',
    'content-length: 100000',
  ],
  body: `--edge\r\ncontent-disposition: form-data; name="text"\r\n\r\n${'x'.repeat(300)}`,
});

test.each([
  ['one click of a mail program', unsubscribe.path.replace(':token', 'some-token')],
  ['the answer of a sign-on provider', receiveSignOn.path.replace(':providerKey', 'some-provider')],
  ["the answer of a card's bank", takeBankAnswer.path],
])('[SAFE-2] so is a multipart form that holds no file: %s', async (_, path) => {
  const { head, body } = formOf(path);
  const { answer, isClosed } = await trickle(head, body);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(isClosed).toBe(true);
});

test.each([
  ['of a type that the call does not take', 415, reportClientError.path],
  ['from a page that is not ours', 303, signIn.path],
])('[SAFE-2] so is the rest of a body that was refused unread: %s', async (_, status, path) => {
  const { head, body } = formOf(path);
  const { answer, isClosed } = await trickle(head, body);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(isClosed).toBe(true);
});

test('[SAFE-2] a refusal of a long body reaches its sender, and the connection serves the next request', async () => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => {});
  const long = 'x'.repeat(200_000);
  const head = headOf(`content-length: ${long.length}`).map((line) => line.replace('application/json', 'text/xml'));
  const next = ['GET /harbour/api/portal/config HTTP/1.1', 'host: 127.0.0.1', `tenantkey: ${marina.key}`];
  socket.write(`${head.join('\r\n')}\r\n\r\n${long}`);
  socket.write(`${next.join('\r\n')}\r\n\r\n`);
  await expect
    .poll(() => answer.match(/HTTP\/1\.1 (\d+)/g), { timeout: 20_000 })
    .toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
  socket.destroy();
});

test('[API-5] the body of an import may take longer', async () => {
  const { text } = await makeIntegrationKey(app, marina);
  const head = [
    `POST ${apiBase}${createImport.path}?kind=accounts HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${text}`,
    'content-type: text/csv',
    'content-length: 100000',
  ];
  const { answer, isClosed } = await trickle(head, 'reference,site,last_name\n', 40);
  expect([answer, isClosed]).toEqual(['', false]);
});

const uploadOf = (accountGuid: string) => uploadFile.path.replace(':accountGuid', accountGuid);

test('[SAFE-2] a form with a file has longer: an upload, and a paper to verify', async () => {
  const { account, client } = await signedInCustomer(app, marina);
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  for (const path of [uploadOf(account.guid), verifyAgreement.path]) {
    const { head, body } = formOf(path);
    const { answer, isClosed } = await trickle([...head, `cookie: ${cookie}`], body, 40);
    expect([answer, isClosed]).toEqual(['', false]);
  }
});

test('[SAFE-62] a visitor who has verified too many papers sends no more, because memory holds each one', async () => {
  const { key } = await makeTenant(app, {});
  for (let time = 0; time < 20; time += 1) {
    const body = new FormData();
    body.append('file', new Blob(['no paper']), 'paper.pdf');
    expect((await app.client(key).call(verifyAgreement, { body: body as never })).status).toBe(400);
  }
  const { head, body } = formOf(verifyAgreement.path);
  const { answer, isClosed } = await trickle(
    head.map((line) => line.replace(/(?<=tenantkey: ).*/, key)),
    body,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(isClosed).toBe(true);
});

test('[SAFE-2] an upload without a session is refused at once, and its body is cut off soon after', async () => {
  const { head, body } = formOf(uploadOf('e8b5a7c2-4f6d-4c7e-9d3e-2f1a0b9c8d7e'));
  const { answer, isClosed } = await trickle(head, body);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(isClosed).toBe(true);
});

test('[SAFE-2] the rest of a refused upload ends at a size too, however fast it comes', async () => {
  const patient = await startTestApp({ restOfBody: { bytes: 300_000 } });
  onTestFinished(() => patient.close());
  const { key } = await makeTenant(patient, {});
  const { hostname, port } = new URL(patient.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.on('error', () => {});
  const { head } = formOf(uploadOf('e8b5a7c2-4f6d-4c7e-9d3e-2f1a0b9c8d7e'));
  const endless = head.map((line) =>
    line.replace(/(?<=tenantkey: ).*/, key).replace(/(?<=length: ).*/, '100000000000'),
  );
  socket.write(`${endless.join('\r\n')}\r\n\r\n`);
  const piece = 'x'.repeat(100_000);
  // Twice what every buffer on the way holds, and a small part of what half a minute takes.
  const gone = once(socket, 'close');
  while (!socket.destroyed && socket.bytesWritten < 200_000_000)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), gone]).catch(() => {});
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(socket.bytesWritten).toBeLessThan(200_000_000);
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

test("[SAFE-2] the server's limit for a whole request is 15 minutes", () => {
  expect(app.app.server.requestTimeout).toBe(15 * 60_000);
});
