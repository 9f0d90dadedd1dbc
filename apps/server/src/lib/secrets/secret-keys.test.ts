import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../settings/env.ts';
import { openSecretKeys } from './open-secret-keys.ts';
import { keyIdOf, newSecretKey, readSecretKey, SecretKeys } from './secret-keys.ts';

const place = { column: 'payment_providers.settings', tenantId: 1, row: [2, 'paysafe'] };
const secret = '{"serverSecret":"s3cret"}';

test('[RUN-13] a secret opens at its own place alone, with its own key alone', () => {
  const [first, second] = [newSecretKey(), newSecretKey()];
  const encrypted = new SecretKeys(first).encrypt(secret, place);
  expect(encrypted).not.toContain('s3cret');
  expect(new SecretKeys(second, [first]).decrypt(encrypted, place).toString()).toBe(secret);
  for (const other of [
    { ...place, tenantId: 2 },
    { ...place, row: [1, 'paysafe'] },
    { ...place, row: ['2', 'paysafe'] },
    { ...place, column: 'sign_on_providers.settings' },
  ])
    expect(() => new SecretKeys(first).decrypt(encrypted, other)).toThrow(/was changed, or belongs to another row/);
  expect(() => new SecretKeys(second).decrypt(encrypted, place)).toThrow(`needs the key ${keyIdOf(encrypted) ?? '?'}`);
});

test('[RUN-13] any changed letter of an encrypted secret is noticed, and the same secret never looks the same', () => {
  const keys = new SecretKeys(newSecretKey());
  const encrypted = keys.encrypt(secret, place);
  expect(keys.encrypt(secret, place)).not.toBe(encrypted);
  for (let at = 0; at < encrypted.length - 1; at += 1) {
    const changed = `${encrypted.slice(0, at)}${encrypted[at] === 'A' ? 'B' : 'A'}${encrypted.slice(at + 1)}`;
    expect(() => keys.decrypt(changed, place)).toThrow(
      /^The secret payment_providers\.settings of tenant 1 \(2, paysafe\)/,
    );
  }
});

test('nothing is encrypted without a key', () => {
  expect(() => new SecretKeys(null).encrypt(secret, place)).toThrow('no key is given');
});

test('a key is 32 bytes, in base64 or hexadecimal', () => {
  const key = newSecretKey();
  expect(readSecretKey(key.toString('base64'))).toEqual(key);
  expect(readSecretKey(` ${key.toString('hex')}\n`)).toEqual(key);
  for (const wrong of ['', 'a password', key.subarray(1).toString('base64'), `${key.toString('hex')}00`])
    expect(readSecretKey(wrong)).toBeNull();
});

test('[RUN-13] production refuses to start without SECRETS_KEY, and says how to make one', () => {
  expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(
    /^SECRETS_KEY is missing: .*"openssl rand -base64 32"/,
  );
  expect(() => readEnvironment({ SECRETS_KEY: 'short' })).toThrow(/^SECRETS_KEY is wrong: give 32 bytes in base64/);
  const key = newSecretKey();
  const { secretsKey } = readEnvironment({ NODE_ENV: 'production', SECRETS_KEY: key.toString('base64') });
  expect(secretsKey).toEqual(key);
});

test('outside of production the data folder has the key: made once, for its owner alone', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'quayside-test-key-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const open = () => openSecretKeys(readEnvironment({ DATA_DIR }));
  const { currentId } = open();
  expect(open().currentId).toBe(currentId);
  const file = join(DATA_DIR, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = readFileSync(file, 'utf8').trim();
  expect(openSecretKeys(readEnvironment({ DATA_DIR: tmpdir(), SECRETS_KEY: key })).currentId).toBe(currentId);
  writeFileSync(file, 'torn');
  expect(open).toThrow(/secrets\.key holds no key of 32 bytes/);
});
