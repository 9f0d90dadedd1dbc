import { defineConfig } from 'vitest/config';
import { ErrorsOutsideTests } from './scripts/test/errors-outside-tests.mjs';
import { SlowTestsFirst } from './scripts/test/slow-tests-first.mjs';

// Only guards against hanging. On a busy machine, one start of the server takes seconds.
const slowMachine = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
// The product has no global state, so files share their modules. Loading the application costs more than most
// tests.
const shared = { isolate: false };

export default defineConfig({
  test: {
    // Two more than CI has cores, because the tests of killed processes mostly wait.
    maxWorkers: 4,
    sequence: { sequencer: SlowTestsFirst },
    reporters: ['default', 'json', new ErrorsOutsideTests()],
    outputFile: { json: '.reports/vitest.json' },
    projects: [
      {
        test: {
          ...slowMachine,
          ...shared,
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'apps/portal/**/*.test.{ts,tsx}', 'apps/sandbox/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...slowMachine,
          ...shared,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          // These need minutes and Debian's programs: `npm run test:failover` and its like.
          exclude: ['**/node_modules/**', 'apps/server/src/**/*.walk.test.ts'],
          globalSetup: ['scripts/test/server-build.mjs', 'apps/server/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...slowMachine,
          ...shared,
          name: 'process',
          include: ['scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...slowMachine,
          ...shared,
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          globalSetup: ['scripts/test/server-build.mjs'],
          // Runs alone after all others. Its servers refuse requests that they can't serve in time, which happens
          // often beside a busy suite.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
