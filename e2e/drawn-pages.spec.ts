import type { Page } from '@playwright/test';
import { another, holdScripts, isTakenOver, languages, listen, markHeading, openDrawn, withoutFont } from './drawn.ts';
import type { Paths } from './full-marina.ts';
import { test } from './full-marina-fixtures.ts';
import { expect } from './unpaid-orders.ts';

/** The pages that the server draws for a signed-in customer, in parts that one test can open. */
const parts: Record<string, (paths: Paths) => string[]> = {
  'the pages of a visit': ({ order }) => [
    '/secure/dashboard',
    '/secure/boats',
    '/secure/documents',
    '/secure/waiting-lists',
    '/secure/orders/outstanding',
    '/secure/contact-us',
    order,
  ],
  lists: () => [
    '/secure/account/order-history',
    '/secure/account/payment-history',
    '/secure/account/my-stays',
    '/secure/estimates',
    '/secure/agreements',
  ],
  'the account, single papers and cards': ({ paid, estimate, signed, toSign }) => [
    '/secure/account/edit',
    paid,
    estimate,
    signed,
    toSign,
    '/secure/manage-payment-methods',
    '/secure/clear-accept-pay-cards',
  ],
};

/** A desk, a tablet and a phone, in pixels. */
const widths = [1280, 800, 412];
const half = Math.ceil(languages.length / 2);

for (const [name, pathsOf] of Object.entries(parts))
  for (const spoken of [languages.slice(0, half), languages.slice(half)])
    test(`${name} are drawn whole and taken over with no redraw, move or complaint, in ${spoken.join(', ')}`, async ({
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
        for (const [place, path] of pathsOf(paths).entries()) {
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
