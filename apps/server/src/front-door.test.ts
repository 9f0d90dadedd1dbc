import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { openFrontDoor } from './front-door.ts';

/**
 * Starts an application behind a front door. `/late` sends its whole body, and ends the answer when told to. `begun`
 * counts its requests. `/large` sends more than a connection holds.
 */
async function start({ longestUnreadMs }: { longestUnreadMs?: number } = {}) {
  const door = await openFrontDoor({ host: '127.0.0.1', port: 0 }, longestUnreadMs);
  const app = fastify({ serverFactory: door.serverFactory });
  const end = Promise.withResolvers<void>();
  let begun = 0;
  app.get('/late', async (_request, reply) => {
    begun += 1;
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '2' });
    reply.raw.write('ok');
    await end.promise;
    reply.raw.end();
  });
  app.get('/large', async () => Buffer.alloc(64 * 1024 * 1024));
  await app.listen();
  const { port } = app.server.address() as AddressInfo;
  const taken = once(app.server, 'connection');
  const client = connect(port, '127.0.0.1');
  await taken;
  return { app, client, end: end.resolve, begun: () => begun };
}

test('a connection whose answer ends after the closing began does not hold the server', async () => {
  const { app, client, end } = await start();
  const ended = once(client, 'close');
  client.write('GET /late HTTP/1.1\r\nhost: marina.localhost\r\n\r\n');
  const [answer] = await once(client, 'data');
  expect(String(answer)).toMatch(/ 200 OK[^]*ok$/);
  const closed = app.close();
  await new Promise(setImmediate);
  end();
  await closed;
  await ended;
});

const late = 'GET /late HTTP/1.1\r\nhost: marina.localhost\r\n\r\n';

test('[SAFE-100] a connection that sends many requests before it reads an answer is closed', async () => {
  const { app, client, begun } = await start();
  // The server does not read the rest.
  client.on('error', () => undefined).resume();
  client.write(late.repeat(3_000));
  await expect.poll(() => client.closed).toBe(true);
  expect(begun()).toBe(8);
  await app.close();
});

test('[SAFE-100] a connection’s next requests are answered, also before an answer has ended', async () => {
  const { app, client, end, begun } = await start();
  let answers = '';
  client.on('data', (data) => (answers += String(data)));
  client.write(late.repeat(8));
  await expect.poll(begun).toBe(8);
  end();
  await expect.poll(() => answers.split(' 200 OK').length - 1).toBe(8);
  for (let sent = 9; sent <= 20; sent += 1) {
    client.write(late);
    await expect.poll(() => answers.split(' 200 OK').length - 1).toBe(sent);
  }
  client.destroy();
  await app.close();
});

describe('a connection on which nothing moves', () => {
  test('[SAFE-104] is closed if its client does not read the answer', async () => {
    const { app, client } = await start({ longestUnreadMs: 200 });
    client.on('error', () => undefined).pause();
    client.write('GET /large HTTP/1.1\r\nhost: marina.localhost\r\n\r\n');
    await expect.poll(() => connectionsOf(app.server), { timeout: 5_000 }).toBe(0);
    client.destroy();
    await app.close();
  });

  test('[SAFE-104] stays if it reads now and then, and as long as its answer is being made', async () => {
    const { app, client, end, begun } = await start({ longestUnreadMs: 200 });
    client.write(late);
    await expect.poll(begun).toBe(1);
    await pause(700);
    expect(await connectionsOf(app.server)).toBe(1);
    end();
    await once(client, 'data');
    let size = 0;
    client.on('data', (data) => (size += data.length));
    client.write('GET /large HTTP/1.1\r\nhost: marina.localhost\r\n\r\n');
    for (let turn = 0; turn < 10; turn += 1) {
      client.pause();
      await pause(100);
      client.resume();
      await pause(5);
    }
    await expect.poll(() => size).toBeGreaterThan(64 * 1024 * 1024);
    client.destroy();
    await app.close();
  });
});

const connectionsOf = (server: Server) => promisify(server.getConnections.bind(server))();
