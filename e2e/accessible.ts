import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect } from './fixtures.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe finds nothing, and nothing makes the page scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own part comes after its frame.
  await expect(page.locator('h1').first()).toBeAttached();
  expect(await violations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/**
 * The same on a light desk and on a dark phone, one after the other in the page that is open: a journey of its own for
 * each would cost ten times as much. The page has its size again afterwards.
 */
export async function expectAccessibleOnDeskAndPhone(page: Page): Promise<void> {
  const found = page.viewportSize();
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: null });
  if (found) await page.setViewportSize(found);
}

/** What axe finds in the page itself: frames are of the card's provider and bank, who answer for their own. */
async function violations(page: Page): Promise<[rule: string, elements: string[]][]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(script);
  return page.evaluate(async () => {
    // A colour on its way to another is neither.
    const ends = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity;
    const ending = () => document.getAnimations().filter(ends);
    while (ending().length > 0) await Promise.allSettled(ending().map(({ finished }) => finished));
    const found = await window.axe?.run(document, { iframes: false, resultTypes: ['violations'] });
    if (!found) throw new Error('axe is not there');
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]);
  });
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { overflow, widest } = await page.evaluate(() => {
    const sticksOut = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return right > innerWidth + 0.5 || left < -0.5;
    };
    const found = [...document.querySelectorAll('body *')].filter((element) => sticksOut(element)).slice(-3);
    return {
      overflow: document.documentElement.scrollWidth - innerWidth,
      widest: found.map((element) => element.outerHTML.slice(0, 100)),
    };
  });
  expect(overflow, widest.join('\n')).toBeLessThanOrEqual(0);
}
