import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { exportMarina } from '@quayside/contract/integration/export.ts';
import { expect, onTestFinished, test } from 'vitest';
import { proxyNames, startProxy } from './proxies.ts';

const megabyte = 1024 * 1024;
const sizeOfExport = 256 * megabyte;

test.each(proxyNames)('[SAFE-113] %s takes an export no faster than its reader', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let taken = 0;
  // Stands where a copy is: the test looks at how much of its answer the proxy takes.
  const copy = createServer(async ({ url }, reply) => {
    if (url !== apiBase + exportMarina.path) return void reply.end();
    while (taken < sizeOfExport && !reply.destroyed) {
      taken += megabyte;
      if (!reply.write(Buffer.alloc(megabyte))) await once(reply, 'drain').catch(() => undefined);
    }
    reply.end();
  }).listen(0, '127.0.0.1');
  await once(copy, 'listening');
  onTestFinished(() => {
    copy.closeAllConnections();
    copy.close();
  });
  const { port: copyPort } = copy.address() as AddressInfo;
  const { child, ask, port, host } = await startProxy(name, { copies: [copyPort, copyPort], folder });
  child.stderr?.resume();
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => ask()).toMatchObject({ status: 200 });
  const path = apiBase + exportMarina.path;
  const place = { host: '127.0.0.1', port, servername: host, headers: { host }, path, rejectUnauthorized: false };
  const asked = request(place).on('error', () => undefined);
  onTestFinished(() => void asked.destroy());
  asked.end();
  // Nobody reads the answer.
  await once(asked, 'response');
  let before = -1;
  while (before < taken) {
    before = taken;
    await setTimeout(700);
  }
  expect(taken / megabyte).toBeLessThan(64);
});
