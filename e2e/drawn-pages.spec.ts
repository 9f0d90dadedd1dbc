import { type PagePath, portalPages } from '@quayside/contract/portal/portal-routes.ts';
import type { Page } from '@playwright/test';
import { another, holdScripts, isTakenOver, languages, listen, markHeading, openDrawn, withoutFont } from './drawn.ts';
import type { Paths } from './full-marina.ts';
import { test } from './full-marina-fixtures.ts';
import { expect } from './unpaid-orders.ts';

/** The addresses of the pages whose path has a part that varies. */
const addresses: { [Path in PagePath]?: keyof Paths } = {
  '/secure/account/order/:orderId': 'order',
  '/secure/account/payment/:paymentId': 'paid',
  '/secure/agreements/signed/:agreementGuid': 'signed',
  '/secure/agreements/unsigned/:agreementGuid': 'toSign',
  '/secure/estimates/:estimateId': 'estimate',
};

const pages = (Object.keys(portalPages) as PagePath[]).filter((path) =>
  portalPages[path].document?.includes('drawnForOne'),
);

/** The most pages that one test opens in time. */
const pagesOfTest = 7;
const parts = Array.from({ length: Math.ceil(pages.length / pagesOfTest) }, (_, part) =>
  pages.slice(part * pagesOfTest, (part + 1) * pagesOfTest),
);

function addressOf(path: PagePath, paths: Paths): string {
  if (!path.includes(':')) return path;
  const name = addresses[path];
  if (!name) throw new Error(`add the address of ${path} to \`addresses\` in e2e/drawn-pages.spec.ts`);
  return paths[name];
}

/** A desk, a tablet and a phone, in pixels. */
const widths = [1280, 800, 412];
const half = Math.ceil(languages.length / 2);

for (const [index, part] of parts.entries())
  for (const spoken of [languages.slice(0, half), languages.slice(half)])
    test(`drawn pages, part ${index + 1}, are taken over with no redraw or move, in ${spoken.join(', ')}`, async ({
      browser,
      context,
      marinaInBrowser,
    }) => {
      test.slow();
      const { robin, paths } = await marinaInBrowser();
      for (const locale of spoken) {
        const reader = await another(browser, context, { locale });
        const page = await reader.newPage();
        const complaints = listen(page);
        await withoutFont(reader);
        for (const [place, path] of part.map((each) => addressOf(each, paths)).entries()) {
          // The server's HTML is the same for every width, so it is taken over at one, and each page at each in turn.
          const turn = (place + languages.indexOf(locale)) % widths.length;
          const turned = [...widths.slice(turn), ...widths.slice(0, turn)];
          const release = await holdScripts(page);
          await openDrawn(page, robin.url + path);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await expect(page.locator('main [data-loading]'), path).toHaveCount(0);
          await markHeading(page);
          const drawn = new Map<number, string[]>();
          for (const width of turned.toReversed()) {
            await page.setViewportSize({ width, height: 800 });
            drawn.set(width, await placesOf(page));
          }
          release();
          await isTakenOver(page);
          await page.waitForLoadState('networkidle');
          for (const width of turned) {
            await page.setViewportSize({ width, height: 800 });
            await expect.poll(() => placesOf(page), `${path} at ${width} px`).toEqual(drawn.get(width));
          }
          await expect(page.locator('[data-drawn-by-server]')).toHaveCount(1);
          await page.unrouteAll({ behavior: 'wait' });
        }
        expect(complaints).toEqual([]);
        await reader.close();
      }
    });

/** The places of the headings in sight, and of the first row of a list, in pixels. */
const placesOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const inSight = (selector: string) =>
      [...main.querySelectorAll(selector)].filter(
        (each) => !each.closest('dialog') && each.getClientRects().length > 0,
      );
    return [...inSight('h1, h2'), ...inSight('tbody tr, li').slice(0, 1)]
      .map((each) => [each.tagName, Math.round(each.getBoundingClientRect().y)].join(' at '))
      .toSorted();
  });
