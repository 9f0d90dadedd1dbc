import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { dialogScreens, keepACard, payingScreens, publicScreens, secureScreens, staffScreens } from './every-screen.ts';
import { openScreen, provoke, type Screen } from './screen.ts';
import { type MarinaInBrowser, test } from './full-marina-fixtures.ts';

// `npm run test:screens` runs these tests. `npm test` walks the same screens in one state each (every-screen.spec.ts).

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/** Opens every screen in English and Arabic, and checks it light and dark, on a desk and on a phone. */
async function walk(page: Page, marina: MarinaInBrowser, list: readonly Screen[]): Promise<void> {
  for (const screen of list)
    for (const language of ['en-GB', 'ar'])
      await test.step(`${screen.name}, ${language}`, async () => {
        await page.setViewportSize({ width: 1280, height: 800 });
        // A link that works once can't be opened again, and a dialog can't be kept open.
        const isOpened = language === 'en-GB' || screen.hasNoSelector === true || dialogScreens.includes(screen);
        if (isOpened) await marina.speak(language).then(() => openScreen(screen, marina, page, language));
        else await marina.turnTo(language);
        if (isOpened && screen.provokes) await provoke(page);
        for (const colorScheme of ['light', 'dark'] as const)
          for (const size of sizes) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
            await page.setViewportSize(size);
            await expectAccessible(page);
          }
      });
}

for (const [whose, list] of [
  ['a visitor', publicScreens],
  ['staff', staffScreens],
  ['a customer', secureScreens],
] as const)
  test(`[LANG-5] axe finds nothing on the screens of ${whose}, in any state`, async ({ page, marinaInBrowser }) => {
    test.setTimeout(1_200_000);
    const marina = await marinaInBrowser();
    if (list !== secureScreens) await marina.leave();
    await walk(page, marina, list);
  });

test('[LANG-5] axe finds nothing on the screens of paying and in dialogs, in any state', async ({
  page,
  marinaInBrowser,
}) => {
  test.setTimeout(1_200_000);
  const marina = await marinaInBrowser();
  await keepACard(page, marina);
  await walk(page, marina, [...payingScreens, ...dialogScreens]);
});
