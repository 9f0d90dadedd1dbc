import type { Page } from '@playwright/test';
import { expect, openOrders, test } from './unpaid-orders.ts';

/** Returns the texts around each visible dot that has no word before or after it in its own line. */
const lonelyDots = (page: Page) =>
  page.evaluate(() => {
    const boxesIn = (root: Element, wanted: RegExp) => {
      const boxes: { box: DOMRect; holder: Element }[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(wanted)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const box = range.getBoundingClientRect();
          if (box.width > 0 && node.parentElement) boxes.push({ box, holder: node.parentElement });
        }
      }
      return boxes;
    };
    /** A line cuts off what stands before its visible part. */
    const isCut = ({ box, holder }: { box: DOMRect; holder: Element }) => {
      for (let each: Element | null = holder; each; each = each.parentElement) {
        const [, , , right = 0, left = 0] = /^inset\((\S+) (?:(\S+) )?(?:(\S+) )?/.exec(getComputedStyle(each).clipPath)
          ? [0, 0, 0, 12, 12]
          : [];
        const line = each.getBoundingClientRect();
        if (left > 0 && (box.right <= line.left + left || box.left >= line.right - right)) return true;
      }
      return false;
    };
    return boxesIn(document.body, /·/g)
      .filter((dot) => dot.holder.checkVisibility() && !isCut(dot))
      .flatMap(({ box, holder }) => {
        const block = holder.closest('p, li, td, h2, h3, label, [aria-live]') ?? document.body;
        const middle = (box.top + box.bottom) / 2;
        const words = boxesIn(block, /[^\s·]+/g).filter(({ box: word }) => word.top < middle && word.bottom > middle);
        const isBetween =
          words.some(({ box: word }) => word.right <= box.left + 1) &&
          words.some(({ box: word }) => word.left >= box.right - 1);
        return isBetween ? [] : [block.textContent];
      });
  });

test('[SHELL-175] no line begins or ends with a dot: in the pay panel and at the foot of each page', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor(Array.from({ length: 7 }, () => ({ grossMinor: 123_456 })));
  const footer = page.getByRole('contentinfo');
  await openOrders(page, url);
  await page.getByRole('checkbox').first().uncheck();
  const panel = page.getByRole('region', { name: 'Payment' });
  for (const [width, height] of [
    [1280, 800],
    [900, 300],
    [360, 300],
    [320, 256],
    [360, 740],
    [320, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(panel).toContainText('6 of 7');
    await expect.poll(async () => [width, height, await lonelyDots(page)]).toEqual([width, height, []]);
  }
  for (const width of [320, 280, 410]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['secure/contact-us', 'secure/account/order-history', 'secure/orders/outstanding']) {
      await page.goto(`${url}/${path}`);
      await expect(footer).toContainText('·');
      await expect.poll(async () => [width, path, await lonelyDots(page)]).toEqual([width, path, []]);
    }
  }
  await page.context().clearCookies();
  for (const width of [320, 280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${url}/login`);
    await expect(page.getByText('Need help?')).toBeVisible();
    await expect.poll(async () => [width, await lonelyDots(page)]).toEqual([width, []]);
  }
});
