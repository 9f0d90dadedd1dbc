import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { portOf, serviceNames } from './ports.ts';
import { freePorts, runSandbox, type SandboxProcess, startSandbox } from './testing/sandbox-process.ts';
import { basic, createMerchant, request } from './testing/test-merchant.ts';

let sandbox: SandboxProcess;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterAll(async () => {
  await sandbox.dispose();
  await rm(folder, { recursive: true });
});

test('answers survive a kill -9: charges, cards, tokens, faults, authentications', async () => {
  const merchant = await createMerchant(sandbox);
  const profile = await merchant.server('POST', '/customervault/v1/profiles', {
    merchantCustomerId: 'jo',
    locale: 'en_GB',
    card: { cardNum: '4111111111111111', cardExpiry: { month: 12, year: 2040 } },
  });
  const paymentToken = await merchant.token('4000000000001091');
  await merchant.authorise({ merchantRefNum: 'kept' });
  await merchant.fault({ operation: 'auths.create', kind: 'status', status: 503 });
  const before = await merchant.books();

  await sandbox.stop('SIGKILL');
  sandbox = await sandbox.restart();

  expect(await merchant.books()).toEqual(before);
  const read = await merchant.server('GET', `/customervault/v1/profiles/${profile.body.id}?fields=cards,addresses`);
  expect(read.body).toEqual(profile.body);
  const card = { card: { paymentToken } };
  expect((await merchant.authorise(card)).status).toBe(503);
  expect((await merchant.authorise(card)).body.status).toBe('COMPLETED');
  expect((await merchant.authorise({ merchantRefNum: 'kept' })).status).toBe(409);
});

test('no card number is ever written to disk', async () => {
  const merchant = await createMerchant(sandbox);
  await merchant.authorise({
    card: { cardNum: '5200400000000009', cardExpiry: { month: 12, year: 2040 }, cvv: '987' },
  });
  await merchant.token('5200400000000009');
  const state = join(sandbox.folder, 'sandbox');
  const files = await readdir(state);
  expect(files).toContain('books.sqlite');
  for (const file of files) expect((await readFile(join(state, file))).includes('5200400000000009')).toBe(false);
});

test('the merchants of the demo are there from the start', async () => {
  for (const [tenant, account] of [
    ['saltmarsh', '1001000010'],
    ['port-azur', '1001000020'],
  ]) {
    const answer = await request(`${sandbox.provider}/cardpayments/v1/accounts/${account}/auths`, 'GET', undefined, {
      Authorization: basic(`${tenant}-server`, 'sandbox-server-secret'),
    });
    expect(answer.status).toBe(200);
  }
});

test('every server of ports.json has a port of its own in one row, and answers there', async () => {
  expect(serviceNames.map((name) => portOf(0, name))).toEqual([...serviceNames.keys()]);
  const titles = await Promise.all(
    serviceNames.map(async (name) => {
      const origin = sandbox[name];
      // Apple's gateway has a certificate that nobody issued.
      if (origin.startsWith('https:')) return name;
      return (await request(`${origin}/health`, 'GET')).body.service as string;
    }),
  );
  const repeated = titles.filter((title, place) => titles.indexOf(title) !== place);
  expect(repeated, 'two servers have the same title').toEqual([]);
});

test('the sandbox never runs in production', async () => {
  const { code, output } = await runSandbox({ NODE_ENV: 'production', DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([expect.stringContaining('NODE_ENV=production')]);
});

test('a port in use, and books in use, are each said in one line', async () => {
  const port = await runSandbox({ SANDBOX_PORT: String(sandbox.port), DATA_DIR: folder });
  expect(port).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${sandbox.port} `) });
  expect(port.output.trim().split('\n')).toHaveLength(1);
  const books = await runSandbox({ SANDBOX_PORT: String(await freePorts()), DATA_DIR: sandbox.folder });
  expect(books).toMatchObject({ code: 1, output: expect.stringContaining('another sandbox') });
  expect(books.output.trim().split('\n')).toHaveLength(1);
});

test('a port that is none is refused', async () => {
  const { code, output } = await runSandbox({ SANDBOX_PORT: '65535', DATA_DIR: folder });
  expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
  expect(output).toContain('SANDBOX_PORT');
});

test.each<[string, (child: ChildProcess) => void]>([
  ['its parent is gone', (child) => child.disconnect()],
  ['it gets SIGTERM', (child) => child.kill('SIGTERM')],
  ['it gets SIGINT', (child) => child.kill('SIGINT')],
])('it ends cleanly when %s', async (_when, end) => {
  const ending = await startSandbox();
  onTestFinished(() => ending.dispose());
  const { promise, resolve } = Promise.withResolvers<number | null>();
  ending.child.once('exit', resolve);
  end(ending.child);
  expect(await promise).toBe(0);
});
