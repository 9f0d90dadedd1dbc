import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../command/project.mjs';

const names = /paysafe|paypal|clear[- ]?accept/i;
/** Paths, text keys and the channel have the names that the specification gives them (decision record 0054). */
const specified = /path: '[^']*'|'[\w:$/.-]*[/.][\w:$/.-]*'|expressChannel = 'PayPal'/g;

/** Each part's sources, and its places that may name a provider. */
test.each([
  { folder: 'apps/portal/src', places: /^features\/payments\/drivers\// },
  { folder: 'apps/server/src', places: /^(providers\/payments|demo|db\/migrations)\/|(^|\/)testing\// },
  { folder: 'packages/contract/src', places: /^$/ },
])('only adapters, drivers and the demo name a payment provider in $folder', ({ folder, places }) => {
  const files = globSync('**/*.{ts,tsx}', { cwd: inProject(folder) }).filter((file) => !/\.test\.tsx?$/.test(file));
  const naming = files
    .filter((file) => !places.test(file))
    .filter((file) => names.test(readFileSync(inProject(folder, file), 'utf8').replace(specified, '')));
  expect(files.length).toBeGreaterThan(50);
  expect(naming).toEqual([]);
});
