import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Notes what moves in each document from its start on. A font that comes right after the first paint changes the width
 * of a word by some pixels, which counts less than a thousandth.
 */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const textOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const { startTime, value, sources } of list.getEntries() as Shift[])
        if (value >= 0.001)
          for (const { node, previousRect, currentRect } of sources)
            shifts.push(
              `${Math.round(startTime)} ms: ${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ` +
                `${textOf(previousRect)} to ${textOf(currentRect)}`,
            );
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Returns what has moved, with its place before and after. */
export const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** The parts that wait for those above them become visible after some seconds. On a busy machine that is too early. */
export const waitForever = (page: Page) =>
  page.addInitScript(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('* { animation-play-state: paused !important }');
    document.adoptedStyleSheets.push(styles);
  });
