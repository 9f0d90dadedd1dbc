import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
