export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Values that travel between test and page. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Point {
  x: number;
  y: number;
}

/** Something on the page. Its handle is valid until the page draws it anew. */
export interface Found {
  /** Scrolls to its middle and presses there, as a person does. */
  click: () => Promise<void>;
  /** Types into it, in place of what is selected there. */
  type: (text: string) => Promise<void>;
  /** Chooses a file of this machine. */
  choose: (path: string) => Promise<void>;
}

/** The page, or one of the frames in it. */
export interface Part {
  /** Runs a function that uses nothing beyond its argument. */
  run: <Given extends Json, Answer>(work: (given: Given) => Answer, given: Given) => Promise<Awaited<Answer>>;
  /** Finds what such a function answers; undefined where it answers null. */
  find: <Given extends Json>(seek: (given: Given) => Element | null, given: Given) => Promise<Found | undefined>;
}

export interface Cookie {
  name: string;
  value: string;
}

/** What the journeys need of a browser: one page, which is forgotten after the journey. */
export interface Driver {
  /** False where the engine's protocol has no touch: then a stroke is made by a pointer. */
  hasTouch: boolean;
  open: (url: string) => Promise<void>;
  address: () => Promise<string>;
  addCookie: (url: string, cookie: Cookie) => Promise<void>;
  /** Gives the page this many CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** @param frames CSS selectors, outermost first. Undefined while one of them hasn't come. */
  part: (frames: readonly string[]) => Promise<Part | undefined>;
  /** Presses at the first point, moves over the others, lets go. In CSS pixels of the page's window. */
  stroke: (points: readonly Point[]) => Promise<void>;
  pressEscape: () => Promise<void>;
  /** @returns a PNG of what the window shows */
  photograph: () => Promise<Buffer>;
  close: () => Promise<void>;
}

/** A browser that runs, for all journeys of a worker. */
export interface Engine {
  begin: () => Promise<Driver>;
  stop: () => Promise<void>;
}
