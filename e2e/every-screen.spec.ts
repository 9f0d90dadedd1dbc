import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { textsOfTenant } from '../apps/server/src/testing/texts-of-tenant.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import {
  expect,
  type Harbour,
  keepACard,
  payingScreens,
  provoke,
  publicScreens,
  screens,
  secureScreens,
  test,
} from './every-screen.ts';
import { expectNothingCovered } from './nothing-covered.ts';
import { rawKeys, untranslated, visibleTexts } from './texts-of-page.ts';
import { sections } from './words.ts';

/** 1280 × 1024 pixels at 400 %, which is 320 CSS pixels wide (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

const parts = [
  { part: 'before signing in', list: publicScreens, enter: ({ leave }: Harbour) => leave() },
  { part: 'of a customer', list: secureScreens, enter: async () => {} },
  { part: 'of paying', list: payingScreens, enter: (harbour: Harbour, page: Page) => keepACard(page, harbour) },
] as const;

/** Opens every screen of a part in a language, and looks at it, also after its form was sent with nothing in it. */
async function walk(
  page: Page,
  harbour: Harbour,
  { list, enter }: (typeof parts)[number],
  language: string,
  look: (name: string) => Promise<void>,
): Promise<void> {
  await enter(harbour, page);
  await harbour.speak(language);
  for (const screen of list) {
    await page.setViewportSize(desk);
    await screen.open(harbour, page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await look(screen.name);
    if (!screen.provokes) continue;
    await page.setViewportSize(desk);
    await provoke(page);
    await look(`${screen.name}, sent empty`);
  }
}

test('every path of the portal is among the screens that these tests walk', () => {
  const chunks = new URL('../apps/portal/src/routes/chunks.json', import.meta.url);
  const paths = Object.keys(JSON.parse(readFileSync(chunks, 'utf8')));
  const walked = screens.flatMap(({ routes }) => routes);
  expect(paths.filter((path) => !walked.includes(path))).toEqual([]);
});

for (const part of parts) {
  test(`[LANG-5] no text ${part.part} was forgotten when it was translated, and longer ones fit`, async ({
    page,
    harbour,
  }) => {
    test.slow();
    const marina = await harbour();
    await walk(page, marina, part, 'en-XA', async (name) => {
      const data = await textsOfTenant(marina.robin.marina.tenant);
      const texts = await visibleTexts(page);
      expect([name, untranslated(texts, data)]).toEqual([name, []]);
      expect([name, rawKeys(texts, sections)]).toEqual([name, []]);
      for (const size of [phone, zoomed]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
      await expectNothingCovered(page);
    });
  });

  test(`[LANG-5] screens ${part.part} from right to left`, async ({ page, harbour }) => {
    test.slow();
    await walk(page, await harbour(), part, 'ar', async (name) => {
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect([name, rawKeys(await visibleTexts(page), sections)]).toEqual([name, []]);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(phone);
      await expectAccessible(page);
    });
  });

  // The language with the longest words.
  test(`[LANG-5] screens ${part.part} at 400 % in German: no raw key, no sideways scroll`, async ({
    page,
    harbour,
  }) => {
    test.slow();
    await walk(page, await harbour(), part, 'de-DE', async (name) => {
      await page.setViewportSize(zoomed);
      expect([name, rawKeys(await visibleTexts(page), sections)]).toEqual([name, []]);
      await expectNoSidewaysScroll(page);
    });
  });
}
