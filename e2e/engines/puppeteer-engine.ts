import puppeteer, { type Browser, type ElementHandle, type Frame, type JSHandle, type Page } from 'puppeteer-core';
import { chromeArguments, findChrome } from '../../scripts/tools/chrome.mjs';
import { findOnPath } from '../../scripts/tools/debian-tools.mjs';
import type { Driver, Engine, Part, Point } from './driver.ts';
import { seek } from './find-element.ts';
import { scriptOfOldestBrowser } from './oldest-browser.ts';

/** Starts Chromium with its own protocol, or Firefox with WebDriver BiDi, both without windows. */
export async function startWithPuppeteer(name: 'chromium' | 'oldest' | 'firefox'): Promise<Engine> {
  const browser = await (name === 'firefox' ? startFirefox() : startChromium());
  const script = name === 'oldest' ? scriptOfOldestBrowser() : undefined;
  return { begin: () => begin(browser, script), stop: () => browser.close() };
}

const startChromium = () =>
  puppeteer.launch({ browser: 'chrome', executablePath: findChrome() ?? 'chromium', args: chromeArguments });

const startFirefox = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findOnPath('firefox-esr', 'firefox') ?? 'firefox-esr',
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB', 'ui.prefersReducedMotion': 1 },
  });

/** @param firstScript runs in each document before its own scripts */
async function begin(browser: Browser, firstScript: string | undefined): Promise<Driver> {
  const context = await browser.createBrowserContext();
  const newPage = async () => {
    const page = await context.newPage();
    if (firstScript !== undefined) await page.evaluateOnNewDocument(firstScript);
    return page;
  };
  let page = await newPage();
  let other: Page | undefined;
  const resize = (width: number, height: number) => page.setViewport({ width, height, hasTouch: true });
  return {
    hasTouch: true,
    // Doesn't wait for late loads of the page. The tests wait for what they need.
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    switchTab: async () => {
      const size = page.viewport();
      [page, other] = [other ?? (await newPage()), page];
      await page.setViewport(size);
      await page.bringToFront();
    },
    address: () => page.evaluate(() => location.href),
    addCookie: (url, cookie) =>
      context.setCookie({ ...cookie, domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Lax' }),
    resize,
    part: (frames) => findPart(page, frames),
    stroke: (points) => stroke(page, points),
    pressEscape: () => page.keyboard.press('Escape'),
    photograph: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  };
}

async function findPart(page: Page, frames: readonly string[]): Promise<Part | undefined> {
  let frame: Frame = page.mainFrame();
  for (const selector of frames) {
    const element: JSHandle = await frame.evaluateHandle(seek, { role: selector });
    const inner = await (element.asElement() as ElementHandle<HTMLIFrameElement> | null)?.contentFrame();
    if (!inner) return undefined;
    frame = inner;
  }
  return partOf(frame);
}

const partOf = (frame: Frame): Part => ({
  run: (work, given) => frame.evaluate(work as never, given as never),
  load: async (script) => void (await frame.evaluate(script)),
  find: async (seek, given) => {
    const handle: JSHandle = await frame.evaluateHandle(seek as never, given as never);
    const element = handle.asElement() as ElementHandle<HTMLInputElement> | null;
    if (!element) return undefined;
    return {
      click: () => element.click(),
      type: (text) => element.type(text),
      choose: (path) => element.uploadFile(path),
    };
  },
});

async function stroke(page: Page, [first = { x: 0, y: 0 }, ...others]: readonly Point[]): Promise<void> {
  const finger = await page.touchscreen.touchStart(first.x, first.y);
  for (const { x, y } of others) await finger.move(x, y);
  await finger.end();
}
