import { expect } from '@playwright/test';
import { axeScript, findSideways, findViolations } from '../accessible.ts';
import type { Driver, Found, Json, Part, Point } from './driver.ts';
import { seek, type Wanted } from './find-element.ts';

/** Only guards against hanging. */
const patience = { timeout: 20_000, intervals: [50, 100, 100, 250] };

/** A page as a person uses it, the same in every engine. All functions wait until the element they need is there. */
export class Tab {
  readonly #driver: Driver;
  readonly #frames: readonly string[];

  constructor(driver: Driver, frames: readonly string[] = []) {
    this.#driver = driver;
    this.#frames = frames;
  }

  /** True if strokes are made by touch, and false if by a mouse. */
  get hasTouch(): boolean {
    return this.#driver.hasTouch;
  }

  /** Returns the same functions for a frame of the page. @param frames CSS selectors, outermost first */
  within(...frames: string[]): Tab {
    return new Tab(this.#driver, [...this.#frames, ...frames]);
  }

  open(url: string): Promise<void> {
    return this.#driver.open(url);
  }

  /** Goes to the reader's other tab, which is new and empty at first. */
  switchTab(): Promise<void> {
    return this.#driver.switchTab();
  }

  resize(width: number, height: number): Promise<void> {
    return this.#driver.resize(width, height);
  }

  pressEscape(): Promise<void> {
    return this.#driver.pressEscape();
  }

  stroke(points: readonly Point[]): Promise<void> {
    return this.#driver.stroke(points);
  }

  /** Presses the browser's Back (-1) or Forward (1) button, or reloads the page (0). */
  async go(steps: number): Promise<void> {
    // Later, because a page that is left gives no answer.
    await this.look((by) => void setTimeout(() => history.go(by), 100), steps);
  }

  async expectAddress(address: string | RegExp): Promise<void> {
    // A page that is just being left has none.
    const matcher = expect.poll(() => this.#driver.address().catch(() => ''), patience);
    await (typeof address === 'string' ? matcher.toBe(address) : matcher.toMatch(address));
  }

  /** Waits until the element is there. */
  async see(wanted: Wanted): Promise<void> {
    await this.#find(wanted);
  }

  /** Waits until the element is gone. */
  async miss(wanted: Wanted): Promise<void> {
    await expect
      .poll(async () => (await this.#seek(wanted)) === undefined, { ...patience, message: `${say(wanted)} is gone` })
      .toBe(true);
  }

  async click(wanted: Wanted): Promise<void> {
    await this.#expectFramesAtRest();
    for (let more = 3; ; more -= 1) {
      const found = await this.#find({ ...wanted, isReady: true });
      try {
        return await found.click();
      } catch (error) {
        // The page drew the element anew since it was found, so nothing was pressed.
        if (more === 0 || !/not clickable|stale element/i.test(String(error))) throw error;
      }
    }
  }

  /** Types into a field and replaces its text. */
  async fill(wanted: Wanted, value: string): Promise<void> {
    await this.click(wanted);
    await (await this.#find({ ...wanted, isSelected: true })).type(value);
  }

  /** Chooses an option of the page's own select, by its value. */
  async select(wanted: Wanted, value: string): Promise<void> {
    // A click would open a list of the operating system, which no protocol can control.
    await this.#find({ ...wanted, isReady: true, isSelected: true });
    await this.look((choice) => {
      const element = document.activeElement as HTMLSelectElement;
      element.value = choice;
      element.dispatchEvent(new Event('input', { bubbles: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
  }

  /** Chooses a file. @param path of a file of this machine */
  async choose(wanted: Wanted, path: string): Promise<void> {
    await (await this.#find(wanted)).choose(path);
  }

  /** Runs a function in the page. It must use nothing except its argument. */
  async look<Given extends Json, Answer>(work: (given: Given) => Answer, given: Given): Promise<Awaited<Answer>> {
    return (await this.#part()).run(work, given);
  }

  /**
   * Checks that axe finds no violation and that the page does not scroll sideways. A page that has just got another
   * size may load a part again, so only what stays counts.
   */
  async expectAccessible(name: string): Promise<void> {
    await expect(async () => {
      if (!(await this.look(() => window.axe !== undefined, null))) await (await this.#part()).load(axeScript);
      expect([name, await this.look(findViolations, null)]).toEqual([name, []]);
      expect([name, await this.look(findSideways, null)]).toEqual([name, []]);
    }).toPass(patience);
  }

  /** Waits until the frames don't move and are visible. Their content can't see that. */
  async #expectFramesAtRest(): Promise<void> {
    for (const [depth, frame] of this.#frames.entries())
      await new Tab(this.#driver, this.#frames.slice(0, depth)).#find({ role: frame, isReady: true });
  }

  async #part(): Promise<Part> {
    let part: Part | undefined;
    const find = async () => {
      part = await this.#driver.part(this.#frames).catch(() => undefined);
      return part !== undefined;
    };
    await expect.poll(find, { ...patience, message: `The frame ${this.#frames.join(' ')}` }).toBe(true);
    return part as Part;
  }

  async #find(wanted: Wanted): Promise<Found> {
    let found: Found | undefined;
    const find = async () => {
      found = await this.#seek(wanted);
      return found !== undefined;
    };
    await expect.poll(find, { ...patience, message: `${say(wanted)} is there` }).toBe(true);
    return found as Found;
  }

  /** Finds an element. A page that is just being left answers nothing, which counts as not there yet. */
  async #seek(wanted: Wanted): Promise<Found | undefined> {
    const part = await this.#driver.part(this.#frames).catch(() => undefined);
    return part?.find(seek, wanted).catch(() => undefined);
  }
}

const say = ({ role, name, part }: Wanted) => `${role} ${name ?? part ?? ''}`.trim();
