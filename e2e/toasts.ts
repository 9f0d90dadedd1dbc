import type { Page } from '@playwright/test';

/** The region in which the portal's toasts stand. */
export const messages = (page: Page) => page.getByLabel('Messages');

/**
 * Stops the page's timers, for pages opened from here on as well. A toast goes after 3 s: on a slow machine that is
 * before the page has loaded and the test looks, so a test that opens a page and expects a toast stops time first.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
