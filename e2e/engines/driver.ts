/** `oldest` is Chromium without all that the oldest supported browsers lack. */
export const engineNames = ['chromium', 'oldest', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Values that can be sent between test and page. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Point {
  x: number;
  y: number;
}

/** An element of the page. Its handle is valid until the page renders it again. */
export interface Found {
  /** Scrolls to its middle and clicks there, like a person. */
  click: () => Promise<void>;
  /** Types into it and replaces the selected text. */
  type: (text: string) => Promise<void>;
  /** Chooses a file of this machine. */
  choose: (path: string) => Promise<void>;
}

/** The page, or one of the frames in it. */
export interface Part {
  /** Runs a function in the page. It must use nothing except its argument. */
  run: <Given extends Json, Answer>(work: (given: Given) => Answer, given: Given) => Promise<Awaited<Answer>>;
  /** Runs a whole script in the page. The page's own rules for scripts don't forbid it. */
  load: (script: string) => Promise<void>;
  /** Returns the element that such a function finds. Undefined if it returns null. */
  find: <Given extends Json>(seek: (given: Given) => Element | null, given: Given) => Promise<Found | undefined>;
}

export interface Cookie {
  name: string;
  value: string;
}

/** The functions of a browser that the tests need: one page or two, which are discarded after the test. */
export interface Driver {
  /** False if the engine's protocol has no touch. Then a mouse pointer makes the strokes. */
  hasTouch: boolean;
  open: (url: string) => Promise<void>;
  /** Goes to the reader's other tab, which is new and empty at first. All functions are about the tab in front. */
  switchTab: () => Promise<void>;
  address: () => Promise<string>;
  addCookie: (url: string, cookie: Cookie) => Promise<void>;
  /** Sets the page's size in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /**
   * Returns a frame, or the page. @param frames CSS selectors, outermost first. Undefined while one of them hasn't
   * loaded
   */
  part: (frames: readonly string[]) => Promise<Part | undefined>;
  /** Presses at the first point, moves over the others, and releases. In CSS pixels of the page's window. */
  stroke: (points: readonly Point[]) => Promise<void>;
  pressEscape: () => Promise<void>;
  /** @returns a PNG of the visible page */
  photograph: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** A running browser, for all tests of a worker. */
export interface Engine {
  begin: () => Promise<Driver>;
  stop: () => Promise<void>;
}
