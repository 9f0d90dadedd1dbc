import { createHook } from 'node:async_hooks';
import { readFile } from 'node:fs/promises';
import { signIn } from '@quayside/contract/identity/identity.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { makeAccount, makeLogin, makeTenant } from '../../testing/factories/factories.ts';
import { hashPassword, verifyPassword } from './password-hash.service.ts';

test('a hash names its cost, has a salt of its own, and fits one password', async () => {
  const [one, other] = await Promise.all([hashPassword('Harbour#2026'), hashPassword('Harbour#2026')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(other);
  expect(await verifyPassword('Harbour#2026', one, 'network')).toBe(true);
  expect(await verifyPassword('harbour#2026', one, 'network')).toBe(false);
});

test('the reference implementation’s hash fits, at a cost of its own', async () => {
  const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword('password', stored, 'network')).toBe(true);
  expect(await verifyPassword('passwort', stored, 'network')).toBe(false);
});

test('a letter is the same however a keyboard composes it', async () => {
  expect(await verifyPassword('Caf\u0065\u0301#1', await hashPassword('Caf\u00e9#1'), 'network')).toBe(true);
});

test('a stored value that is not a hash is a fault, not a wrong password', async () => {
  await expect(verifyPassword('x', 'plain', 'network')).rejects.toThrow('PHC');
});

test('[SAFE-101] a file is read while many passwords wait for their hashes', async () => {
  let made = 0;
  const hashes = Array.from({ length: 40 }, async () => {
    await hashPassword('Harbour#2026');
    made += 1;
  });
  await readFile(import.meta.filename);
  expect(made).toBeLessThan(10);
  await Promise.all(hashes);
  expect(made).toBe(40);
});

test('[SAFE-3] an unknown login costs the same one hash as a wrong password, on the thread pool', async () => {
  const app = await startTestApp();
  const tenant = await makeTenant(app);
  const { email } = await makeLogin(tenant, await makeAccount(tenant));
  const hashesFor = async (userName: string) => {
    let begun = 0;
    const hook = createHook({ init: (_, type) => void (begun += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
    await app.client(tenant.key).call(signIn, { body: { userName, password: 'Wrong#2026', rememberMe: true } });
    hook.disable();
    return begun;
  };
  expect(await hashesFor(email)).toBe(1);
  expect(await hashesFor('nobody@example.com')).toBe(1);
  await app.close();
});
