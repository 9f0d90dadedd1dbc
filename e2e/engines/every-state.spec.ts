import { mergeTests } from '@playwright/test';
import { publicScreens, secureScreens } from '../every-screen.ts';
import { pathOf, type Screen } from '../screen.ts';
import { type FullMarina, test as withEverything } from '../full-marina-fixtures.ts';
import { test as inEngine } from './engine-test.ts';
import { css } from './find-element.ts';
import type { Tab } from './tab.ts';

// `npm run test:screens -- firefox webkit` runs these tests. The dialogs are looked at in `dialogs.spec.ts`. Chromium
// alone looks at the dark and at screens that only clicks open: colours are the same in every engine.

const test = mergeTests(inEngine, withEverything);

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Sets the language of the following pages. The cookie of a driver could not be changed by the portal. */
async function speak(tab: Tab, url: string, language: string): Promise<void> {
  await tab.open(`${url}/robots.txt`);
  await tab.look((value) => void (document.cookie = `ha.selectedLanguage=${value}; path=/`), language);
}

/** Opens every screen that has an address, in English and Arabic, on a desk and on a phone. */
async function walk(tab: Tab, { robin, paths }: FullMarina, list: readonly Screen[]): Promise<void> {
  for (const language of ['en-GB', 'ar']) {
    await speak(tab, robin.url, language);
    for (const screen of list) {
      const path = pathOf(screen, paths);
      if (path === undefined) continue;
      const name = `${screen.name}, ${language}`;
      await test.step(name, async () => {
        await tab.open(robin.url + path);
        await tab.see(css('h1'));
        await tab.miss(css('[class*="_skeleton_"]'));
        for (const { width, height } of sizes) {
          await tab.resize(width, height);
          await tab.expectAccessible(`${name}, ${width}`);
        }
      });
    }
  }
}

test('[LANG-5] axe finds nothing on the screens of a visitor', async ({ tab, fullMarina }) => {
  test.setTimeout(1_200_000);
  await walk(tab, await fullMarina(), publicScreens);
});

test('[LANG-5] axe finds nothing on the screens of a customer', async ({ tab, signedIn, fullMarina }) => {
  test.setTimeout(1_200_000);
  const marina = await fullMarina();
  await signedIn(marina.robin.url, marina.robin);
  await walk(tab, marina, secureScreens);
});
