import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The smallest target of WCAG 2.5.8, and the height of a main action, in pixels. */
const smallest = 24;
const mainAction = 44;

/**
 * Checks that everything that can be pressed is at least 24 × 24 px, and every main action 44 px high. A link inside a
 * sentence is as high as its line (WCAG 2.5.8). Frames belong to the card's provider and bank.
 */
export async function expectTargetSizes(page: Page, name: string): Promise<void> {
  const tooSmall = () =>
    page.evaluate(
      ([least, tall]) => {
        const box = (element: Element) => {
          const labels = [...((element as HTMLInputElement).labels ?? [])];
          // A press on the label counts too, if it is one target with the control.
          const parts = [element, ...labels.filter((label) => label.contains(element))];
          const boxes = parts.map((part) => part.getBoundingClientRect());
          return {
            width: Math.max(...boxes.map(({ width }) => width)),
            height: Math.max(...boxes.map(({ height }) => height)),
          };
        };
        const isInSentence = (element: Element) =>
          getComputedStyle(element).display === 'inline' &&
          [...(element.parentElement?.childNodes ?? [])].some(
            (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
          );
        return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden=true]'))
          .flatMap((element) => {
            const { width, height } = box(element);
            // A link that only the keyboard sees is clipped until it has the focus.
            if (width <= 1 || height <= 1) return [];
            const isMain = element.matches('[data-variant=filled], [type=submit]');
            const fits = width >= least && height >= (isMain ? tall : least);
            const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
            return fits ? [] : [`${element.localName} “${text}”: ${width} × ${height}`];
          });
      },
      [smallest, mainAction] as const,
    );
  // A page that was just resized may not be laid out yet.
  await expect.poll(async () => [name, await tooSmall()]).toEqual([name, []]);
}
