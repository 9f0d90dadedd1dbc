import { readdirSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';

/** All languages of the portal. */
export const languages = readdirSync('languages/Portal').map((file) => file.replace('.json', ''));

/** The settings of a marina that offers all of them. */
export const inEveryLanguage = { culture: { ...sampleSettings().culture, availableLanguages: languages } };

/** Opens a page. The server draws it for the next visitor if it took too long, so the page is opened again then. */
export async function openDrawn(page: Page, url: string): Promise<void> {
  await expect(async () => {
    await page.goto(url, { waitUntil: 'commit' });
    await expect(page.locator('#root[data-drawn]')).toBeAttached({ timeout: 2_000 });
  }).toPass();
}

/** Holds the portal's scripts back, or some of them, until the returned function is called. */
export async function holdScripts(page: Page, which = /\/assets\/.*\.js$/): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(which, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Requests whose failure is meant: the document of the page that is not there has the status 404. */
const meantToFail = /(\/404|\.woff2)$/;

/**
 * Lets the reader's browser have no font. On a busy machine a font is in time for one drawing of a page and late for
 * the next, and the fallback font wraps some lines elsewhere.
 */
export const withoutFont = (reader: BrowserContext) => reader.route('**/*.woff2', (route) => route.abort());

/** Collects everything that the browser complains about. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isMeant = meantToFail.test(message.location().url);
    if (['error', 'warning'].includes(message.type()) && !isMeant) complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Opens a browser of the same reader, with another screen, language or without scripts. */
export const another = async (browser: Browser, context: BrowserContext, use: Parameters<Browser['newContext']>[0]) =>
  browser.newContext({ ...use, storageState: await context.storageState() });

/** Marks the heading of the server's HTML. A second drawing would have another one. An agreement has more below. */
export const markHeading = (page: Page) =>
  page
    .locator('h1')
    .first()
    .evaluate((heading) => heading.setAttribute('data-drawn-by-server', ''));

/** Waits until React has taken over the page and found out how wide it is. */
export const isTakenOver = (page: Page) =>
  page.waitForFunction(() => document.querySelectorAll('header select').length === 1);
