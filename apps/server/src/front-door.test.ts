import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { openFrontDoor } from './front-door.ts';

/** Starts an application behind a front door. `/late` sends its whole body, and ends the answer when told to. */
async function start() {
  const door = await openFrontDoor({ host: '127.0.0.1', port: 0 });
  const app = fastify({ serverFactory: door.serverFactory });
  const end = Promise.withResolvers<void>();
  app.get('/late', async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '2' });
    reply.raw.write('ok');
    await end.promise;
    reply.raw.end();
  });
  await app.listen();
  const { port } = app.server.address() as AddressInfo;
  const taken = once(app.server, 'connection');
  const client = connect(port, '127.0.0.1');
  await taken;
  return { app, client, end: end.resolve };
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
