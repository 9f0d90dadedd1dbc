import { getOwnKey } from '@quayside/contract/integration/key.ts';
import { getSite } from '@quayside/contract/integration/sites.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { auditOf } from '../../testing/audit.ts';
import { makeTenant, type TestTenant } from '../../testing/factories/factories.ts';
import { programWith } from '../../testing/factories/integration.ts';
import { codeOf } from '../../testing/http-client.ts';
import { typeCommand } from '../testing/type-command.ts';

let app: TestApp;
let marina: TestTenant;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  marina = await makeTenant(app);
});

const type = (...words: string[]) => typeCommand(app, ...words, '--tenant', marina.key);

const create = (...more: string[]) => type('key', 'create', '--name', 'Back office', '--scopes', 'sites:read', ...more);
const keyIn = (said: string) => /qs_(live|test)_\w+/.exec(said)?.[0] ?? '';
const ask = (key: string) => programWith(app, key).call(getSite, { params: { number: 1 } });

test('[KEY-1] an operator makes a key, which works with its scopes, and the audit trail says so', async () => {
  const said = await create('--last-day', '2026-05-31');
  expect(said).toContain('may sites:read');
  const key = keyIn(said);
  expect((await ask(key)).status).toBe(200);
  expect((await programWith(app, key).call(getOwnKey, {})).body).toMatchObject({
    mode: 'live',
    scopes: ['sites:read'],
    expiresAt: '2026-06-01T00:00:00.000Z',
  });
  const [entry] = await auditOf(marina);
  expect(entry).toMatchObject({
    event: 'key.created',
    actor: { kind: 'operator' },
    subject: { type: 'integration-key', id: '1' },
    details: { name: 'Back office', mode: 'live', scopes: ['sites:read'], expiresAt: '2026-06-01T00:00:00.000Z' },
  });
  expect(JSON.stringify(entry)).not.toContain(key);
});

test('[KEY-1] wrong scopes and a day that is over are refused, and nothing is made', async () => {
  await expect(type('key', 'create', '--name', 'X', '--scopes', 'sites:fly')).rejects.toThrow('sites:fly');
  await expect(create('--last-day', '2026-05-15')).rejects.toThrow('is over');
  expect(await type('key', 'list')).toContain('has no key');
});

test('[KEY-1] the list shows who made a key and when it was last used, but never the key', async () => {
  const key = keyIn(await create('--test'));
  expect(await type('key', 'list')).toMatch(/made 2026-05-16T09:00Z by \S+, last used never/);
  await ask(key);
  app.clock.advance({ minutes: 5 });
  await ask(key);
  const said = await type('key', 'list');
  expect(said).toContain(`qs_test_…${key.slice(-4)}  Back office`);
  expect(said).toContain('last used 2026-05-16T09:05Z');
  expect(said).toContain('works, without an end; may sites:read');
  expect(said).not.toContain(key.slice(8, 40));
});

test('[KEY-1] a revoked key opens nothing from then on', async () => {
  const key = keyIn(await create());
  expect((await ask(key)).status).toBe(200);
  await type('key', 'revoke', '1');
  expect(codeOf(await ask(key))).toBe('401 API_KEY_INVALID');
  expect(await type('key', 'list')).toContain('revoked 20');
  expect((await auditOf(marina)).map(({ event }) => event)).toEqual(['key.created', 'key.revoked']);
  await expect(type('key', 'revoke', '1')).rejects.toThrow('no key 1 that works');
});

test('[KEY-1] a rotated key works for the overlap beside the new one, then the new one alone', async () => {
  const old = keyIn(await create('--test'));
  const fresh = keyIn(await type('key', 'rotate', '1', '--overlap-hours', '2'));
  expect(fresh).toMatch(/^qs_test_/);
  for (const key of [old, fresh]) expect((await ask(key)).status).toBe(200);
  app.clock.advance({ hours: 2 });
  expect(codeOf(await ask(old))).toBe('401 API_KEY_INVALID');
  expect((await ask(fresh)).status).toBe(200);
  expect((await auditOf(marina)).at(-1)).toMatchObject({ event: 'key.rotated', details: { replacedBy: 2 } });
});
