import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Axe finds nothing, and nothing makes the page scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])).toEqual([]);
  await expectNoSidewaysScroll(page);
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
