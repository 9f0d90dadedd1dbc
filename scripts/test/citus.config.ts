import { defineConfig } from 'vitest/config';

/** The tests of `scripts/test-citus.mjs`. Debian does not have Citus, so `npm test` leaves them out. */
export default defineConfig({
  test: {
    include: ['apps/server/src/**/citus.walk.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['apps/server/src/testing/global-setup.ts'],
  },
});
