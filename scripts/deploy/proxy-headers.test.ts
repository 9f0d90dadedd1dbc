import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proxyNames, startProxy } from './proxies.ts';

/** A browser must not choose its address, the scheme and host of the page, or which requests are traced. */
const forged = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'portal.attacker.example',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'attacker=1',
};

test.each(proxyNames)('[RUN-195] %s replaces the headers that a browser must not choose', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const arrived: IncomingHttpHeaders[] = [];
  // Stands where a copy is: the test looks at what the proxy sends.
  const listener = createServer((request, reply) => {
    if (request.method === 'POST') arrived.push(request.headers);
    request.resume();
    reply.end('{}');
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  const { child, ask } = await startProxy(name, { copies: [port, port], folder });
  child.stderr?.resume();
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => ask()).toMatchObject({ status: 200 });
  expect(await ask('/', { headers: forged, body: '{}' })).toMatchObject({ status: 200 });
  expect(arrived).toHaveLength(1);
  const { host, traceparent, tracestate } = arrived[0] ?? {};
  expect({
    host,
    address: arrived[0]?.['x-forwarded-for'],
    scheme: arrived[0]?.['x-forwarded-proto'],
    forwardedHost: arrived[0]?.['x-forwarded-host'],
    traceparent,
    tracestate,
  }).toEqual({ host: 'gullhaven.localhost', address: '127.0.0.1', scheme: 'https' });
});
