import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { isPublicAddress } from '../../providers/webhooks/public-addresses.ts';
import { refuseUrl, sendWebhook } from '../../providers/webhooks/send-webhook.ts';
import { nextAttempt } from './pauses.rules.ts';
import { makeSecret, signedHeaders } from './signature.rules.ts';

const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  now: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('[HOOK-2] the example that Standard Webhooks publish has its signature', () => {
  const { secret, signature, ...message } = published;
  expect(signedHeaders({ current: secret, previous: null }, message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  });
});

test('[HOOK-2] both secrets sign until the old one ends, and a new secret has 32 random bytes', () => {
  const { secret, signature, ...message } = published;
  const secrets = { current: makeSecret(), previous: { secret, endsAt: '2021-02-25T15:02:11.000Z' } };
  const [first, second] = signedHeaders(secrets, message)['webhook-signature']?.split(' ') ?? [];
  expect([first === signature, second]).toEqual([false, signature]);
  const later = { ...message, now: new Date('2021-02-25T15:02:11.000Z') };
  expect(signedHeaders(secrets, later)['webhook-signature']).not.toContain(' ');
  expect(Buffer.from(secrets.current.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect(makeSecret()).not.toBe(makeSecret());
});

test('[HOOK-2] the library of Standard Webhooks takes our signatures, and none of a changed message', () => {
  const [old, current] = [makeSecret(), makeSecret()];
  const now = new Date(); // the library has no other clock
  const endsAt = new Date(now.getTime() + 3_600_000).toISOString();
  const message = { id: 'msg_1', now, body: '{"type":"order.paid","data":{"reference":"O-1 é"}}' };
  const headers = signedHeaders({ current, previous: { secret: old, endsAt } }, message);
  for (const secret of [old, current])
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  const reader = new Webhook(current);
  for (const [body, changed] of [
    [message.body.replace('O-1', 'O-2'), {}],
    [message.body, { 'webhook-id': 'msg_2' }],
    [message.body, { 'webhook-timestamp': String(Math.floor(now.getTime() / 1000) - 1) }],
  ] as const)
    expect(() => reader.verify(body, { ...headers, ...changed })).toThrow('No matching signature found');
  expect(() => new Webhook(makeSecret()).verify(message.body, headers)).toThrow('No matching signature found');
});

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'no address',
])('[HOOK-2] %s is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4009::200e'])('[HOOK-2] %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['https://erp.example.com/hooks', null],
  ['http://erp.example.com/hooks', 'notHttps'],
  ['ftp://erp.example.com', 'notUrl'],
  ['https://user:secret@erp.example.com', 'notUrl'],
  ['erp.example.com', 'notUrl'],
  ['https://localhost/hooks', 'private'],
  ['https://localhost./hooks', 'private'],
  ['https://0x7f000001/hooks', 'private'],
  ['https://[::ffff:10.0.0.1]/hooks', 'private'],
  ['http://erp.internal:8080/hooks', null],
])('[HOOK-2] %s is refused as %s', (url, refusal) => {
  expect(refuseUrl(url, new Set(['erp.internal']))).toBe(refusal);
});

test('[HOOK-2] a name is looked up for each request; nothing connects if one of its addresses is private', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answers = [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], []];
  const requests: string[] = [];
  const request = { url: `https://erp.example.com:${port}/`, headers: {}, body: '', timeoutMs: 60_000 };
  for (const addresses of answers) {
    const answer = await sendWebhook({ ...request, privateHosts: new Set() }, (hostname, _options, done) => {
      requests.push(hostname);
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    });
    expect(answer).toEqual({ problem: 'the name leads to an address that is not public' });
  }
  expect([requests, connections]).toEqual([answers.map(() => 'erp.example.com'), 0]);
});

test('[HOOK-2] a name that leads elsewhere by the time of the next connection is refused then', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  let lookups = 0;
  const send = () =>
    sendWebhook(
      { url: `https://erp.example.com:${port}/`, headers: {}, body: '', timeoutMs: 1_000, privateHosts: new Set() },
      // A public address at the first look-up, this machine at all later ones.
      (_hostname, _options, done) => {
        lookups += 1;
        done(null, [{ address: lookups === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]);
      },
    );
  const first = await send();
  // The socket asks once: a second look-up could not be checked.
  expect([lookups, connections, 'problem' in first]).toEqual([1, 0, true]);
  expect(await send()).toEqual({ problem: 'the name leads to an address that is not public' });
  expect([lookups, connections]).toEqual([2, 0]);
});

test('[HOOK-2] a redirect is an answer, and nobody follows it', async () => {
  const requests: string[] = [];
  const server = createHttpServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end('moved');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const privateHosts = new Set(['127.0.0.1']);
  const answer = await sendWebhook({ url, headers: {}, body: '{}', timeoutMs: 60_000, privateHosts });
  expect([answer, requests]).toEqual([{ status: 307, answer: 'moved' }, ['/hooks']]);
});

test('[HOOK-3] an endpoint that answers with another protocol has answered, so its sender goes on', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  const privateHosts = new Set(['127.0.0.1']);
  const answer = await sendWebhook({ url, headers: {}, body: '{}', timeoutMs: 60_000, privateHosts });
  expect(answer).toEqual({ status: 101, answer: '' });
});

test('[HOOK-3] the pauses grow, differ by chance, and end after three days', () => {
  const begunAt = new Date('2026-05-16T09:00:00Z');
  const times = (chance: number) => {
    const found = [begunAt.getTime()];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextAttempt({ attempts, begunAt }, new Date(found.at(-1) ?? 0), chance);
      if (next === null) return found;
      found.push(next.getTime());
    }
  };
  const pauses = times(0.5).flatMap((time, index, all) => (index === 0 ? [] : time - (all[index - 1] ?? 0)));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses[0]).toBe(5_000);
  const hours = ((times(0.5).at(-1) ?? 0) - begunAt.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(60);
  expect(hours).toBeLessThanOrEqual(72);
  expect(times(0)[1]).toBe(begunAt.getTime() + 4_000);
  expect(times(1)[1]).toBe(begunAt.getTime() + 6_000);
});
