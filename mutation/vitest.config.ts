import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chosenGroup } from './groups.ts';

const { tests, needsServers } = chosenGroup();
const root = fileURLToPath(new URL('..', import.meta.url));

export default defineConfig({
  root,
  resolve: {
    // The mutated copy shares node_modules, whose link to the contract leads to the original files.
    alias: { '@quayside/contract': `${root}packages/contract/src` },
  },
  test: {
    include: tests,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: needsServers ? ['apps/server/src/testing/global-setup.ts'] : [],
  },
});
