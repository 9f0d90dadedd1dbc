import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { textsOfTenant } from '../apps/server/src/testing/texts-of-tenant.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect } from './components.ts';
import {
  keepACard,
  payingScreens,
  provoke,
  publicScreens,
  type Screen,
  screens,
  secureScreens,
} from './every-screen.ts';
import { type Harbour, test } from './harbour.ts';
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
] as const;

/** Opens every screen of a part in a language, and looks at it, also after its form was sent with nothing in it. */
async function walk(
  page: Page,
  harbour: Harbour,
  list: readonly Screen[],
  language: string,
  look: (name: string) => Promise<void>,
): Promise<void> {
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

type Look = (page: Page, harbour: Harbour, name: string) => Promise<void>;

const looks: readonly { says: string; language: string; look: Look }[] = [
  {
    says: 'no text was forgotten when it was translated, and longer ones fit',
    language: 'en-XA',
    look: async (page, { robin }, name) => {
      const data = await textsOfTenant(robin.marina.tenant);
      const texts = await visibleTexts(page);
      expect([name, untranslated(texts, data)]).toEqual([name, []]);
      expect([name, rawKeys(texts, sections)]).toEqual([name, []]);
      for (const size of [phone, zoomed]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page);
      }
      await expectNothingCovered(page);
    },
  },
  {
    says: 'from right to left',
    language: 'ar',
    look: async (page, _harbour, name) => {
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect([name, rawKeys(await visibleTexts(page), sections)]).toEqual([name, []]);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize(phone);
      await expectAccessible(page);
    },
  },
  {
    // The language with the longest words.
    says: 'at 400 % in German: no raw key, no sideways scroll',
    language: 'de-DE',
    look: async (page, _harbour, name) => {
      await page.setViewportSize(zoomed);
      expect([name, rawKeys(await visibleTexts(page), sections)]).toEqual([name, []]);
      await expectNoSidewaysScroll(page);
    },
  },
];

for (const part of parts)
  for (const { says, language, look } of looks)
    test(`[LANG-5] screens ${part.part}: ${says}`, async ({ page, harbour }) => {
      test.slow();
      const marina = await harbour();
      await part.enter(marina);
      await walk(page, marina, part.list, language, (name) => look(page, marina, name));
    });

test('[LANG-5] screens of paying, in each of these languages', async ({ page, harbour }) => {
  test.slow();
  const marina = await harbour();
  await keepACard(page, marina);
  for (const { language, look } of looks)
    await walk(page, marina, payingScreens, language, (name) => look(page, marina, `${name}, ${language}`));
});
