import { defineConfig } from 'vitest/config';

// Guards against hanging only: on a busy machine one start of the server takes seconds.
const slowMachine = { testTimeout: 120_000, hookTimeout: 120_000 };
// The product has nothing global, so files share their modules: loading the application costs more than most tests.
const shared = { isolate: false };

export default defineConfig({
  test: {
    // One more than CI has cores: tests of killed processes mostly wait for others.
    maxWorkers: 3,
    reporters: ['default', 'json'],
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
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
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
          // Alone, after all others: its servers refuse what they can't serve in time, and beside a busy suite that is a lot.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
