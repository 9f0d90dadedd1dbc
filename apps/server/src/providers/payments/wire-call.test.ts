import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '../../testing/s3/certificate.ts';
import { callWire } from './wire-call.ts';

const answers: Record<string, string> = {
  '/json': '{"id":"42"}',
  '/form': 'id=42&secret=hunter2',
  '/empty': '',
};
let provider: Server;
let address = '';

beforeAll(async () => {
  provider = createServer(({ url = '' }, response) => {
    response.writeHead(url === '/form' ? 201 : 200).end(answers[url]);
  });
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => provider.close());

const call = (path: string, readBody?: (text: string) => unknown) =>
  callWire(address + path, { method: 'GET', headers: {}, deadlineMs: 5_000, ...(readBody && { readBody }) });

const readForm = (text: string) => Object.fromEntries(new URLSearchParams(text));

test('an answer is read as JSON, or by the reader of the adapter', async () => {
  expect(await call('/json')).toEqual({ kind: 'answered', status: 200, body: { id: '42' } });
  expect(await call('/form', readForm)).toEqual({
    kind: 'answered',
    status: 201,
    body: {
      id: '42',
      secret: 'hunter2',
    },
  });
});

test('an empty answer needs no reader', async () => {
  const refuse = () => {
    throw new Error('nothing to read');
  };
  for (const reader of [undefined, refuse])
    expect(await call('/empty', reader)).toEqual({ kind: 'answered', status: 200, body: {} });
});

test('an answer that the reader refuses is lost, and its text is told to nobody', async () => {
  const refuse = (text: string) => {
    throw new Error(`not readable: ${text}`);
  };
  for (const answer of [await call('/form'), await call('/form', refuse)])
    expect(answer).toEqual({ kind: 'lost', reason: "HTTP 201 with an answer that can't be read" });
});

/** Makes a call of a server that speaks TLS, or nothing at all, on a port of its own. */
async function chargeAt(server: SocketServer) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}/charge`;
  try {
    return await callWire(url, { method: 'POST', headers: {}, body: '{}', deadlineMs: 15_000 });
  } finally {
    server.close();
  }
}

test.each([
  ['of an unknown authority', { name: 'IP:127.0.0.1' }, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['that has expired', { name: 'IP:127.0.0.1', endsOn: '200201' }, true, 'CERT_HAS_EXPIRED'],
  ['of another name', { name: 'DNS:api.example' }, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('[MONEY-63] a provider with a certificate %s gets nothing', async (_what, named, isTrusted, reason) => {
  const { key, cert, remove } = makeCertificate(named);
  const trusted = getCACertificates('default');
  if (isTrusted) setDefaultCACertificates([...trusted, cert]);
  let requests = 0;
  const server = createSecureServer({ key, cert }, (_request, response) => {
    requests += 1;
    response.end('{}');
  });
  try {
    expect(await chargeAt(server)).toEqual({ kind: 'unsent', reason });
    expect(requests).toBe(0);
  } finally {
    setDefaultCACertificates(trusted);
    remove();
  }
});

test('[MONEY-63] a provider that does not answer the handshake gets nothing', { timeout: 20_000 }, async () => {
  const sockets = new Set<{ destroy: () => unknown }>();
  const server = createSocketServer((socket) => sockets.add(socket));
  expect(await chargeAt(server)).toEqual({ kind: 'unsent', reason: 'UND_ERR_CONNECT_TIMEOUT' });
  for (const socket of sockets) socket.destroy();
});
