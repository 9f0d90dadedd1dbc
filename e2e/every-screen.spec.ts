import { portalPages } from '@quayside/contract/portal/portal-routes.ts';
import type { Page } from '@playwright/test';
import { textsOfTenant } from '../apps/server/src/testing/texts-of-tenant.ts';
import { expectAccessible, expectNoSidewaysScroll } from './accessible.ts';
import { expect } from './components.ts';
import { keepACard, payingScreens, publicScreens, screens, secureScreens, staffScreens } from './every-screen.ts';
import { openScreen, provoke, type Screen } from './screen.ts';
import { type MarinaInBrowser, test } from './full-marina-fixtures.ts';
import { expectNothingCovered } from './nothing-covered.ts';
import { rawKeys, untranslated, visibleTexts } from './texts-of-page.ts';
import { expectTargetSizes } from './target-sizes.ts';
import { sections } from './portal-texts.ts';

/** 1280 × 1024 pixels at 400 % zoom are 320 CSS pixels wide (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };
const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 800 };

/**
 * Opens every screen in the pseudo-language and submits its empty form. Then it switches the page to the other
 * languages.
 */
async function walk(page: Page, marina: MarinaInBrowser, list: readonly Screen[]): Promise<void> {
  for (const screen of list) {
    await page.setViewportSize(desk);
    await marina.speak(pseudoLanguage);
    await openScreen(screen, marina, page, pseudoLanguage);
    await lookAt(page, marina, screen.name, looks[pseudoLanguage]);
    if (screen.provokes) {
      await page.setViewportSize(desk);
      await provoke(page);
      await lookAt(page, marina, `${screen.name}, sent empty`, looks[pseudoLanguage]);
    }
    for (const language of ['de-DE', 'ar'] as const) {
      await page.setViewportSize(desk);
      if (screen.hasNoSelector) await marina.speak(language).then(() => openScreen(screen, marina, page, language));
      else await marina.turnTo(language);
      await lookAt(page, marina, `${screen.name}, ${language}`, looks[language]);
    }
  }
}

test('every path of the portal is among the screens that these tests walk', () => {
  const walked: string[] = screens.flatMap(({ routes }) => routes);
  expect(Object.keys(portalPages).filter((path) => !walked.includes(path))).toEqual([]);
});

type Look = (page: Page, marina: MarinaInBrowser, name: string) => Promise<void>;

const pseudoLanguage = 'en-XA';

const looks = {
  /** Checks that no text is untranslated, that longer texts fit, and that a finger hits each link and button. */
  'en-XA': async (page, { robin }, name) => {
    const data = await textsOfTenant(robin.marina.tenant);
    expect([name, untranslated(await visibleTexts(page), data)]).toEqual([name, []]);
    await expectTargetSizes(page, `${name}, desk`);
    for (const size of [phone, zoomed]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectTargetSizes(page, `${name}, ${size.width} px`);
    }
    await expectNothingCovered(page);
  },
  /** The language with the longest words, at 400 % zoom. */
  'de-DE': async (page) => {
    await page.setViewportSize(zoomed);
    await expectNoSidewaysScroll(page);
  },
  /** The right-to-left language, in the dark. Other tests look at their screens light and dark in English. */
  ar: async (page, _, name) => {
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    // The pseudo-language's long texts break into lines, which are higher targets.
    await expectTargetSizes(page, `${name}, desk`);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: null });
  },
} satisfies Record<string, Look>;

/** Checks that no raw key is visible, in any language. */
async function lookAt(page: Page, marina: MarinaInBrowser, name: string, look: Look): Promise<void> {
  expect([name, rawKeys(await visibleTexts(page), sections)]).toEqual([name, []]);
  await look(page, marina, name);
}

const middle = Math.ceil(secureScreens.length / 2);

for (const [whose, list] of [
  ['a visitor', publicScreens],
  ['staff', staffScreens],
  ['a customer', secureScreens.slice(0, middle)],
  ['a customer, the rest', secureScreens.slice(middle)],
] as const)
  test(`[LANG-5] screens of ${whose}, in the pseudo-language, German and Arabic`, async ({ page, marinaInBrowser }) => {
    test.slow();
    const marina = await marinaInBrowser();
    if (!list.every((screen) => secureScreens.includes(screen))) await marina.leave();
    await walk(page, marina, list);
  });

test('[LANG-5] screens of paying, in the pseudo-language, German and Arabic', async ({ page, marinaInBrowser }) => {
  test.slow();
  const marina = await marinaInBrowser();
  await keepACard(page, marina);
  await walk(page, marina, payingScreens);
});
