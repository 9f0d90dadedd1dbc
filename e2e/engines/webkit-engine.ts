import { Builder, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findMiniBrowser } from '../../scripts/tools/debian-tools.mjs';
import { startDisplay } from './display.ts';
import type { Driver, Engine, Json, Part, Point } from './driver.ts';
import { seek } from './find-element.ts';

/** Only guards against hanging, in ms. */
const patienceMs = 20_000;

/** Starts WebKitGTK's MiniBrowser with its WebDriver, on a virtual screen, because it has no mode without windows. */
export async function startWebKit(): Promise<Engine> {
  const display = await startDisplay();
  try {
    const browserOptions = { binary: findMiniBrowser(), args: ['--automation'] };
    const driver = await new Builder()
      .usingServer(display.webDriverUrl)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions }))
      .build();
    const stop = async () => {
      await driver.quit();
      await display.stop();
    };
    return { begin: () => begin(driver), stop };
  } catch (error) {
    await display.stop();
    throw error;
  }
}

/** Starts a test. Tests have their own hosts and so their own cookies. They share the browser's first window. */
async function begin(driver: WebDriver): Promise<Driver> {
  const first = await driver.getWindowHandle();
  let second: string | undefined;
  return {
    hasTouch: false,
    open: (url) => driver.get(url),
    switchTab: async () => {
      const inFront = await driver.getWindowHandle();
      if (second) return driver.switchTo().window(inFront === first ? second : first);
      // A tab of the same window is hidden, and a hidden page waits with its dialogs.
      await driver.switchTo().newWindow('window');
      second = await driver.getWindowHandle();
    },
    address: () => driver.executeScript('return location.href'),
    addCookie: async (url, { name, value }) => {
      // WebDriver can set cookies only for the open page.
      await driver.get(`${url}/robots.txt`);
      await driver.manage().addCookie({ name, value, path: '/', httpOnly: true, sameSite: 'Lax' });
    },
    resize: (width, height) => resize(driver, width, height),
    part: (frames) => findPart(driver, frames),
    stroke: (points) => stroke(driver, points),
    pressEscape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    photograph: async () => {
      await driver.switchTo().defaultContent();
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
    close: async () => {
      if (second) {
        await driver.switchTo().window(second);
        await driver.close();
        await driver.switchTo().window(first);
      }
      await driver.get('about:blank');
    },
  };
}

/**
 * Resizes the window until the page has the right size. The window has a bar, however thin, and needs time to change.
 * A page that has the right size is left alone: while it changes, its old height can't be told from the new one.
 */
async function resize(driver: WebDriver, width: number, height: number): Promise<void> {
  await driver.switchTo().defaultContent();
  const inner = () => driver.executeScript<number[]>('return [innerWidth, innerHeight]');
  const isRight = (size: number[]) => size.join() === `${width},${height}`;
  if (isRight(await inner())) return;
  const window = driver.manage().window();
  const become = async (wide: number, high: number, isDone: (size: number[]) => boolean) => {
    await window.setRect({ x: 0, y: 0, width: wide, height: high });
    await driver.wait(async () => isDone(await inner()), patienceMs, `a page of ${width} × ${height}`);
  };
  await become(width, height, ([wide]) => wide === width);
  const [, high = height] = await inner();
  await become(width, 2 * height - high, isRight);
}

async function findPart(driver: WebDriver, frames: readonly string[]): Promise<Part | undefined> {
  await driver.switchTo().defaultContent();
  for (const selector of frames) {
    const element = await find(driver, seek, { role: selector });
    if (!element) return undefined;
    await driver.switchTo().frame(element);
  }
  return partOf(driver);
}

const partOf = (driver: WebDriver): Part => ({
  run: (work, given) => driver.executeScript(`return (${String(work)})(arguments[0])`, given),
  load: (script) => driver.executeScript(script),
  find: async (look, given) => {
    const element = await find(driver, look, given);
    if (!element) return undefined;
    return {
      click: () => element.click(),
      type: (text) => element.sendKeys(text),
      choose: (path) => element.sendKeys(path),
    };
  },
});

const find = (driver: WebDriver, look: (given: never) => Element | null, given: Json): Promise<WebElement | null> =>
  driver.executeScript(`return (${String(look)})(arguments[0])`, given);

/** Draws with the mouse. WebKitWebDriver knows the pointer type `touch`, but the page sees a mouse. */
async function stroke(driver: WebDriver, [first = { x: 0, y: 0 }, ...others]: readonly Point[]): Promise<void> {
  const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), duration: 10 });
  const actions = driver
    .actions()
    .move({ ...at(first) })
    .press();
  for (const point of others) actions.move(at(point));
  await actions.release().perform();
}
