import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../languages');
const folders = ['Portal', 'Common', 'SharedLibrary'];
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Only English is read here. language-files.test.ts checks that the other languages have the same keys. */
const english = new Set(
  folders
    .flatMap((folder) => Object.keys(JSON.parse(readFileSync(join(root, folder, 'en-GB.json'), 'utf8'))))
    .map((key) => key.replace(pluralEnding, '')),
);

test('[LANG-5] every key that the portal names has a text', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !/\.test\.tsx?$/.test(file));
  const named = files.flatMap((file) =>
    // In a call, or in the sidebar's list of entries.
    [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/\b(?:t\(\s*|text: |title: )'(\w+\.[\w.]+)'/g),
    ].map(([, key]) => key),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((key) => key !== undefined && !english.has(key))).toEqual([]);
});
