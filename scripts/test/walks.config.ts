import { defineConfig } from 'vitest/config';

/**
 * The tests of `npm run test:failover` and its like. They need minutes and Debian's programs, so `npm test` leaves
 * them out.
 */
export default defineConfig({
  test: {
    include: ['apps/server/src/**/*.walk.test.ts'],
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['scripts/test/server-build.mjs', 'apps/server/src/testing/global-setup.ts'],
    reporters: ['default', 'json'],
  },
});
