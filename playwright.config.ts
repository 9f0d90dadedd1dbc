import { defineConfig } from '@playwright/test';
import { type EngineName, engineNames } from './e2e/engines/driver.ts';
import { chromeArguments, findChrome } from './scripts/tools/chrome.mjs';

const executablePath = findChrome();
/** Every state of every screen takes too long for each run: `npm run test:screens`. */
const tooLong = process.env.EVERY_STATE === 'on' ? [] : ['**/every-state.spec.ts'];

export default defineConfig<object, { engineName: EngineName }>({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Transcripts are texts: the same in every engine and on every system.
  snapshotPathTemplate: '{testDir}/transcripts/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  // One more than CI has cores, because a test often waits for a timer or for its server.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1280, height: 800 },
    // Recording traces would make every test three times as slow. Record one where you need it, with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: { args: chromeArguments, ...(executablePath === undefined ? {} : { executablePath }) },
  },
  projects: [
    { name: 'browser', testIgnore: ['**/e2e/engines/**', ...tooLong] },
    // The main journeys again, each in three engines, and some in a browser as old as the portal supports.
    ...engineNames.map((engineName) => ({
      name: engineName,
      testDir: 'e2e/engines',
      ...(engineName === 'oldest' && { testMatch: ['journeys.spec.ts', 'dialogs.spec.ts'] }),
      testIgnore: tooLong,
      use: { engineName },
    })),
  ],
});
