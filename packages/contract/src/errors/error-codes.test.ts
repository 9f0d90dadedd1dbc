import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callErrors, errorStatus } from './error-codes.ts';
import type { FileErrors } from '../shared/shared-errors.ts';

interface ContractFile {
  errors?: FileErrors;
  [name: string]: unknown;
}

const contract = join(import.meta.dirname, '..');
const files = await Promise.all(
  readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map(async (file) => ({ file, module: (await import(join(contract, file))) as ContractFile })),
);
const declared = files.flatMap(({ file, module: { errors } }) => (errors ? [{ file, errors }] : []));

test('each file’s errors are joined, and no code has two places', () => {
  expect(declared.length).toBeGreaterThan(20);
  const codes = declared.flatMap(({ errors }) => Object.entries(errors.codes ?? {}));
  expect(new Set(codes.map(([code]) => code)).size).toBe(codes.length);
  expect(errorStatus).toMatchObject(Object.fromEntries(codes));
  const calls = declared.flatMap(({ errors }) => Object.entries(errors.calls));
  expect(callErrors).toEqual(Object.fromEntries(calls));
});

test('a file declares the errors of its own calls alone', () => {
  for (const { file, errors } of declared) {
    const { module } = files.find((each) => each.file === file) ?? {};
    const own = Object.values(module ?? {}).flatMap((value) => (value as { name?: string } | undefined)?.name ?? []);
    for (const name of Object.keys(errors.calls)) expect([file, ...own]).toContain(name);
  }
});
