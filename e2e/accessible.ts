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

/** The text of axe, which a test loads into its page. */
export const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks that axe finds no violation and that the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own content renders after its layout.
  await expect(page.locator('h1').first()).toBeAttached();
  // A page that has just got another language or size may load a part again. Only what stays is a violation.
  // The limit leaves time for several looks, also on a busy machine.
  await expect(async () => expect(await violations(page)).toEqual([])).toPass({ timeout: 45_000 });
  await expectNoSidewaysScroll(page);
}

/**
 * Checks the open page at a light desktop size, then at a dark phone size. A separate test for each would cost ten
 * times as much. The page has its earlier size afterwards.
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

async function violations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeScript);
  return page.evaluate(findViolations);
}

type Violation = [rule: string, elements: string[]];

/**
 * Returns axe's violations in the page itself. Frames belong to the card's provider and bank, and are not checked. It
 * runs inside the page, so it uses nothing from outside.
 */
export async function findViolations(): Promise<Violation[]> {
  // A colour in the middle of a transition is neither the old nor the new one.
  const ends = (animation: Animation) =>
    animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity;
  const ending = () => document.getAnimations().filter(ends);
  while (ending().length > 0) await Promise.allSettled(ending().map(({ finished }) => finished));
  const found = await window.axe?.run(document, { iframes: false, resultTypes: ['violations'] });
  if (!found) throw new Error('axe is not loaded');
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))]);
}

/** Waits until nothing sticks out of the page: after its window changed, the page follows with its next drawing. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(findSideways)).toEqual([]);
  }).toPass({ timeout: 10_000 });
}

/**
 * Returns how far the page scrolls sideways, with the last elements that stick out. Empty if it doesn't. It runs inside
 * the page, so it uses nothing from outside.
 */
export function findSideways(): string[] {
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow <= 0) return [];
  const sticksOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return right > innerWidth + 0.5 || left < -0.5;
  };
  const widest = [...document.querySelectorAll('body *')].filter((element) => sticksOut(element)).slice(-3);
  return [`${overflow} px`, ...widest.map((element) => element.outerHTML.slice(0, 100))];
}
