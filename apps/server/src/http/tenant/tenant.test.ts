import { getSession, signIn } from '@quayside/contract/identity/identity.ts';
import { getConfig } from '@quayside/contract/tenant/tenant.ts';
import { request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import {
  makeAccount,
  makeLogin,
  makeTenant,
  samplePassword,
  sampleSettings,
  type TestTenant,
} from '../../testing/factories/factories.ts';
import { networkOf } from '../limits/rate-limit.ts';

let app: TestApp;
let heron: TestTenant;
let soleil: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
  heron = await makeTenant(app, { key: 'heron', name: 'Heron', hosts: ['heron.example.com', 'old.heron.example.com'] });
  soleil = await makeTenant(app, { key: 'soleil', name: 'Soleil', hosts: ['soleil.example.com'] });
});
afterAll(() => app.close());

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Returns the bytes of what is still in use. */
function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Sends a Host header of our own, which Node's fetch can't. */
async function configAt(host: string, headers: Record<string, string> = {}, search = ''): Promise<unknown> {
  const { port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, path: `/harbour/api/portal/config${search}`, headers: { ...headers, host } },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        response.on('end', () => {
          const body = JSON.parse(text);
          resolve(body.key ?? body.responseStatus.errorCode);
        });
      },
    );
    sent.on('error', reject).end();
  });
}

describe('the marina of a host', () => {
  test('[SHELL-1] a host of no marina, and no word of one, is refused', async () => {
    expect(await configAt('nobody.example.com')).toBe('TENANT_UNKNOWN');
    expect(await configAt('nobody.example.com', { tenantkey: 'nobody' })).toBe('TENANT_UNKNOWN');
  });

  test('[SHELL-1] a header that disagrees with the host is refused', async () => {
    expect(await configAt('heron.example.com', { tenantkey: 'soleil' })).toBe('TENANT_MISMATCH');
  });

  test('[SHELL-1] the host decides, with any port and case, and the address can’t override it', async () => {
    expect(await configAt('Heron.Example.COM:8443')).toBe('heron');
    expect(await configAt('old.heron.example.com', { tenantkey: 'heron' })).toBe('heron');
    expect(await configAt('soleil.example.com', {}, '?tenant=heron')).toBe('soleil');
  });

  test('[SHELL-1] on a host of none: the header, then ?tenant=', async () => {
    expect(await configAt('localhost', { tenantkey: 'soleil' }, '?tenant=heron')).toBe('soleil');
    expect(await configAt('localhost', {}, '?tenant=heron')).toBe('heron');
  });

  test('[SAFE-58] names as long as a request’s head do not stay in memory', async () => {
    const before = heapUsed();
    for (let sent = 0; sent < 1_000; sent += 20) {
      const pad = (n: number) => `${sent + n}-`.padEnd(13_000, 'x');
      const names = Array.from({ length: 20 }, (_, n) => pad(n));
      const known = await Promise.all([
        ...names.map((tenantkey) => configAt('nobody.example.com', { tenantkey })),
        ...names.map((tenant) => configAt('nobody.example.com', {}, `?tenant=${tenant}`)),
        ...names.map((host) => configAt(host)),
        ...names.map((more, n) => configAt('nobody.example.com', {}, `?tenant=a-marina-of-nobody-${sent + n}&${more}`)),
      ]);
      expect(new Set(known)).toEqual(new Set(['TENANT_UNKNOWN']));
    }
    expect(heapUsed() - before).toBeLessThan(8_000_000);
  });

  test('[SHELL-1] sixty requests at once of two marinas each get their own', async () => {
    const keys = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? 'heron' : 'soleil'));
    const answers = await Promise.all(keys.map((key) => app.client(key).call(getConfig, {})));
    expect(answers.map(({ body }) => body.key)).toEqual(keys);
  });
});

test('[SHELL-1] a marina saved again has its new name, and a released host has no marina', async () => {
  const draft = { key: 'lagoon', name: 'Lagoon', hosts: ['lagoon.example.com', 'released.example.com'] };
  const { id } = await makeTenant(app, draft);
  const again = await makeTenant(app, { ...draft, name: 'Lagoon & Sons', hosts: ['lagoon.example.com'] });
  expect(again.id).toBe(id);
  expect(await configAt('released.example.com')).toBe('TENANT_UNKNOWN');
  expect((await app.client('lagoon').call(getConfig, {})).body.name).toBe('Lagoon & Sons');
});

test('a marina takes no host of another, and no settings that are wrong', async () => {
  await expect(makeTenant(app, { hosts: ['soleil.example.com'] })).rejects.toThrow('belongs to another tenant');
  const culture = { ...sampleSettings().culture, minorCurrencyUnit: 100, currencyDecimalPlaces: 3 };
  await expect(makeTenant(app, { settings: sampleSettings({ culture }) })).rejects.toThrow('minorCurrencyUnit');
});

test('[SAFE-4] a login of the same address at two marinas is two logins', async () => {
  const email = 'both@example.com';
  await makeLogin(heron, await makeAccount(heron), { email });
  const there = await makeAccount(soleil);
  await makeLogin(soleil, there, { email, password: 'Soleil#2026' });
  const client = app.client('soleil');
  const body = { userName: email, rememberMe: true };
  expect((await client.call(signIn, { body: { ...body, password: samplePassword } })).status).toBe(401);
  await client.call(signIn, { body: { ...body, password: 'Soleil#2026' } });
  expect((await client.call(getSession, {})).body.userSession.accountGuid).toBe(there.guid);
});

test('the requests of one line count together: an IPv4 address, an IPv6 /64', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:0:12::1')).toBe(networkOf('2001:0db8:0000:0012:ffff:1:2:3'));
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'));
  expect(networkOf('::1')).toBe('0:0:0:0');
});
