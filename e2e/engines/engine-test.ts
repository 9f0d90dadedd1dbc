import { writeFileSync } from 'node:fs';
import { mergeTests } from '@playwright/test';
import { test as withPeople } from '../customers.ts';
import { openSession } from '../marina.ts';
import { test as withDebts } from '../unpaid-orders.ts';
import type { Driver, Engine, EngineName } from './driver.ts';
import { startWithPuppeteer } from './puppeteer-engine.ts';
import { Tab } from './tab.ts';
import { startWebKit } from './webkit-engine.ts';

export { expect } from '@playwright/test';
export { cards } from '../../apps/server/src/testing/payments/card-payments.ts';

interface Fixtures {
  driver: Driver;
  tab: Tab;
  /** Signs in without the login page. */
  signedIn: (url: string, login: { email: string; password: string }) => Promise<void>;
}

interface WorkerFixtures {
  /** Set by the project. */
  engineName: EngineName;
  engine: Engine;
}

/** The tests' marinas and customers, in the engine that the project names. Nothing here uses Playwright's page. */
export const test = mergeTests(withPeople, withDebts).extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const engine = await (engineName === 'webkit' ? startWebKit() : startWithPuppeteer(engineName));
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  driver: async ({ engine }, use, testInfo) => {
    const driver = await engine.begin();
    await driver.resize(1280, 800);
    await use(driver);
    if (testInfo.status !== testInfo.expectedStatus) {
      // A page that is gone must not hide the reason of the failed test.
      const picture = await driver.photograph().catch(() => undefined);
      const path = testInfo.outputPath('page.png');
      if (picture) writeFileSync(path, picture);
      if (picture) await testInfo.attach('page', { path, contentType: 'image/png' });
    }
    await driver.close();
  },
  tab: async ({ driver }, use) => use(new Tab(driver)),
  signedIn: async ({ driver }, use) => use(async (url, login) => driver.addCookie(url, await openSession(url, login))),
});
