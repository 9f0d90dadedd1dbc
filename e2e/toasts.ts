import type { Page } from '@playwright/test';

/** The region of the portal's toasts. */
export const messages = (page: Page) => page.getByLabel('Messages');

/**
 * Stops the page's timers, also for pages opened from here on. A toast disappears after 3 s. On a slow machine that
 * is before the page has loaded and the test looks. So a test that opens a page and expects a toast stops time
 * first.
 */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Records every toast of the pages opened from here on, however short it stays, for tests that can't stop time.
 * @returns a function that returns the texts of the open page so far
 */
export async function noteMessages(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const noted: string[] = [];
    Object.assign(window, { notedMessages: noted });
    const note = () => {
      const text = document.querySelector('[aria-label="Messages"]')?.textContent ?? '';
      if (text !== '' && text !== noted.at(-1)) noted.push(text);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { notedMessages: string[] }).notedMessages.join('\n'));
}
