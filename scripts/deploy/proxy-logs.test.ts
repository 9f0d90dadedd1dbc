import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { proxyNames, startProxy } from './proxies.ts';

/** The addresses of mails and pages that open something for their holder. */
const secret = 'k7Qm2ZtoKenThatOpens';
const paths = [`/passwordResetForm/${secret}`, `/register/renewal-token?renewal-token=${secret}`];

test.each(proxyNames)('[SAFE-5] %s writes no address to its logs, also while no copy answers', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copies = [await findFreePorts(1), await findFreePorts(1)] as const;
  const { child, ask, plainPort } = await startProxy(name, { copies, folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = text(child.stderr ?? expect.fail('no output'));
  const away = { status: name === 'nginx' ? 502 : 503, hsts: false };
  await expect.poll(() => ask(), { timeout: 10_000 }).toEqual(away);
  for (const path of paths) {
    expect(await ask(path)).toEqual(away);
    if (name === 'nginx') await fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: 'manual' });
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const files = readdirSync(folder).filter((file) => file.endsWith('.log'));
  const logs = [await output, ...files.map((file) => readFileSync(join(folder, file), 'utf8'))];
  expect(logs.join('')).not.toContain(secret);
});
