import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Checks that every focused element is visible: fixed parts of the page leave room for it (WCAG 2.4.11). */
export async function expectNothingCovered(page: Page): Promise<void> {
  // A page that was just resized needs a moment for its new layout.
  await expect.poll(() => coveredElements(page)).toEqual([]);
}

function coveredElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(`main :is(${focusable})`)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus();
      if (document.activeElement !== element) continue; // under a dialog
      const box = element.getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
      const top = document.elementFromPoint(x, y);
      if (!top || element.contains(top) || top.contains(element) || element.closest('label')?.contains(top)) continue;
      found.push(`${element.outerHTML.slice(0, 120)} is under ${top.outerHTML.slice(0, 120)}`);
    }
    return found;
  });
}
