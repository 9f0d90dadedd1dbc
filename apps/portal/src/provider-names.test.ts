import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const drivers = /^features\/payments\/drivers\//;
const tests = /\.test\.tsx?$/;
/** Paths and text keys have the names that the specification gives them (decision record 0054). */
const specified = /path: '[^']*'|'[\w:$/.-]*[/.][\w:$/.-]*'/g;
const names = /paysafe|paypal|clear[- ]?accept/i;

test('only drivers name a payment provider: everything else chooses by the kind', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname });
  const naming = files
    .filter((file) => !drivers.test(file) && !tests.test(file))
    .filter((file) => names.test(readFileSync(join(import.meta.dirname, file), 'utf8').replace(specified, '')));
  expect(files.length).toBeGreaterThan(300);
  expect(naming).toEqual([]);
});
