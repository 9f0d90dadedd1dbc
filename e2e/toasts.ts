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

/**
 * Notes every toast of the pages opened from here on, however short it stays, for tests that can't stop time.
 * @returns what the open page has said so far
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
