import type { Page } from '@playwright/test';
import { listAccountAgreements } from '@quayside/contract/agreements/agreements.ts';
import { makeAgreement } from '../apps/server/src/testing/factories/orders.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect, type Somebody } from './customers.ts';
import { isTakenOver } from './drawn.ts';
import { breakCall, returnToPage } from './faults.ts';

/** Tests the paged list of all screens, with the agreements as an example. */
const test = base.extend<{ signer: (agreements: number) => Promise<Somebody> }>({
  signer: async ({ somebody }, use) => {
    await use(async (agreements) => {
      const robin = await somebody();
      const { db, id: tenantId } = robin.marina.tenant;
      const owner = { tenantId, accountId: robin.account.id, siteId: robin.account.siteId };
      for (let made = 0; made < agreements; made += 1) await makeAgreement(db, owner);
      return robin;
    });
  },
});

async function openAgreements(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/secure/agreements${search}`);
  // The server has drawn the list. It works once the browser has taken it over.
  await isTakenOver(page);
}
const rows = (page: Page) => page.getByRole('table', { name: 'Agreements' }).locator('tbody').getByRole('row');
const cards = (page: Page) => page.getByRole('list', { name: 'Agreements' }).getByRole('listitem');
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const scrollToEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

/** Collects the requested parts of the list: page and rows. */
function partsAsked(page: Page): string[] {
  const parts: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.includes('/account-agreements/'))
      parts.push(`${searchParams.get('page')}×${searchParams.get('rows')}`);
  });
  return parts;
}

test('[SHELL-14] [SHELL-15] on desktop ten rows and a pager; each page has an address, and back goes back', async ({
  page,
  signer,
}) => {
  const { url } = await signer(37);
  await openAgreements(page, url);
  await expect(rows(page)).toHaveCount(10);
  // The first part comes inside the document.
  const parts = partsAsked(page);
  await expect(page.getByRole('status')).toHaveText('1 to 10 of 37');
  await expect(pager(page).getByRole('link')).toHaveText(['1', '2', '3', '4']);
  await expect(pager(page).getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);

  const second = pager(page).getByRole('link', { name: 'Page 2' });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('11 to 20 of 37');
  await expect(second).toBeFocused();
  await expect(second).toHaveAttribute('aria-current', 'page');
  await expect(pager(page).locator('[aria-current]')).toHaveCount(1);
  await pager(page).getByRole('link', { name: 'Page 4' }).click();
  await expect(rows(page)).toHaveCount(7);
  await expect(page).toHaveURL(/\?page=4$/);
  expect(parts).toEqual(['2×10', '4×10']);

  await page.goBack();
  await expect(page.getByRole('status')).toHaveText('11 to 20 of 37');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('11 to 20 of 37');
  await openAgreements(page, url, '?page=nonsense');
  await expect(page.getByRole('status')).toHaveText('1 to 10 of 37');
  await openAgreements(page, url, '?page=99');
  await expect(page).toHaveURL(/\?page=4$/);
  await expect(rows(page)).toHaveCount(7);
});

test('[SHELL-6] the menu’s badge is red, stops at 99+, and tells screen readers the number', async ({
  page,
  signer,
}) => {
  const { url } = await signer(100);
  await openAgreements(page, url);
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Agreements' });
  await expect(entry).toHaveText('Agreements99+100 to sign');
  const colour = await entry.getByText('99+').evaluate((count) => {
    const badge = count.parentElement ?? count;
    return getComputedStyle(badge).backgroundColor.match(/\d+/g)?.map(Number);
  });
  const [red = 0, green = 255, blue = 255] = colour ?? [];
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
});

test('[SHELL-14] on a phone four cards, and four more each time the end is near', async ({ page, signer }) => {
  await page.setViewportSize({ width: 360, height: 300 });
  const { url } = await signer(13);
  await openAgreements(page, url);
  await expect(cards(page)).toHaveCount(4);
  const parts = partsAsked(page);
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(pager(page)).toHaveCount(0);
  await expect(page.getByRole('status')).toHaveText('4 of 13');
  await expectAccessible(page);

  await scrollToEnd(page);
  await expect(cards(page)).toHaveCount(8);
  await expect(page.getByRole('status')).toHaveText('8 of 13');
  await scrollToEnd(page);
  await expect(cards(page)).toHaveCount(12);
  await expect(page).toHaveURL(/\?shown=12$/);
  await scrollToEnd(page);
  await expect(cards(page)).toHaveCount(13);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  expect(parts).toEqual(['2×4', '3×4', '4×4']);
  await expectAccessible(page);

  await page.reload();
  await expect(cards(page)).toHaveCount(13);
});

test('[SHELL-140] an address with more rows than the list has shows all of them, and asks for no others', async ({
  page,
  signer,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { url } = await signer(26);
  const parts = partsAsked(page);
  await openAgreements(page, url, '?shown=4000');
  await expect(page.getByRole('status').filter({ hasText: 'of 26' })).toHaveText('26 of 26');
  await expect(cards(page)).toHaveCount(26);
  await page.waitForLoadState('networkidle');
  // The first five parts come inside the document.
  expect(parts.toSorted()).toEqual(['6×4', '7×4']);
});

test('[SHELL-160] the button loads more rows by keyboard, and nothing moves a focus behind the list away', async ({
  page,
  signer,
}) => {
  await page.setViewportSize({ width: 360, height: 300 });
  const { url } = await signer(12);
  await page.clock.install();
  await openAgreements(page, url);
  await expect(cards(page)).toHaveCount(4);
  const more = page.getByRole('button', { name: 'Show more' });
  const office = page.getByRole('contentinfo').getByRole('link').first();
  const scrolled = page.evaluate(() => new Promise((seen) => addEventListener('scroll', seen, { once: true })));
  await office.focus();
  await scrolled;
  // A list looks after 50 ms, and asks 100 ms later.
  for (let step = 0; step < 5; step += 1) await page.clock.runFor(100);
  await page.waitForLoadState('networkidle');
  await expect(cards(page)).toHaveCount(4);
  await expect(office).toBeInViewport();

  await more.focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(8);
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(12);
  await expect(page.locator(':focus')).not.toHaveCount(0);
});

test('[SHELL-14] one predicate: below 992 px, or a finger as the pointer', async ({ page, signer, browser }) => {
  const { url } = await signer(12);
  await page.setViewportSize({ width: 992, height: 700 });
  await openAgreements(page, url);
  await expect(rows(page)).toHaveCount(10);
  await page.setViewportSize({ width: 991, height: 700 });
  await expect(cards(page).first()).toBeVisible();
  await expect(rows(page)).toHaveCount(0);

  const tablet = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 1366, height: 300 },
    isMobile: true,
    hasTouch: true,
  });
  const touched = await tablet.newPage();
  await openAgreements(touched, url);
  await expect(cards(touched).first()).toBeVisible();
  await expect(rows(touched)).toHaveCount(0);
  await tablet.close();
});

test('[SHELL-14] a page of the list that can’t be loaded says so, and loads on the next try', async ({
  page,
  signer,
}) => {
  const { url } = await signer(12);
  const list = await breakCall(page, listAccountAgreements, 'fails');
  await openAgreements(page, url);
  await expect(page.getByRole('alert')).toContainText('Your agreements could not be loaded');
  await expectAccessible(page);
  await list.mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('[SHELL-14] [SHELL-20] a list stays if it can’t be read again', async ({ page, signer }) => {
  const { url } = await signer(12);
  await page.clock.install();
  await openAgreements(page, url);
  await expect(rows(page)).toHaveCount(10);
  await breakCall(page, listAccountAgreements, 'fails');
  await returnToPage(page, listAccountAgreements);
  await pager(page).getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('alert')).toContainText('Your agreements could not be loaded');
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);
});

/** Lets the page finish its immediate work while its timers stand still. */
const letSettle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 20; turn += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
  });

const passTime = async (page: Page, ms: number) => {
  await letSettle(page);
  await page.clock.runFor(ms);
  await letSettle(page);
};

test('[SHELL-14] quick paging requests only the last page, after 100 ms', async ({ page, signer }) => {
  const { url } = await signer(37);
  await page.clock.install();
  await openAgreements(page, url);
  await expect(rows(page)).toHaveCount(10);
  await page.clock.pauseAt(Date.now() + 60_000);
  const parts = partsAsked(page);
  for (const number of [2, 3]) {
    const link = pager(page).getByRole('link', { name: `Page ${number}` });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await passTime(page, 99);
  }
  await expect(page.getByRole('status')).toHaveText('1 to 10 of 37');
  await passTime(page, 1);
  await expect(page.getByRole('status')).toHaveText('21 to 30 of 37');
  expect(parts).toEqual(['3×10']);
});

test('[SHELL-14] the list gets a new layout after the window has kept its new size for 100 ms', async ({
  page,
  signer,
}) => {
  const { url } = await signer(12);
  await page.clock.install();
  await page.setViewportSize({ width: 992, height: 700 });
  await openAgreements(page, url);
  await expect(rows(page)).toHaveCount(10);
  await page.clock.pauseAt(Date.now() + 60_000);
  // The window has its new size one frame before the page hears of it.
  await page.evaluate(() => {
    const heard = new Promise((resolve) => window.addEventListener('resize', resolve, { once: true }));
    Reflect.set(window, 'heard', heard);
  });
  await page.setViewportSize({ width: 991, height: 700 });
  await page.evaluate(() => Reflect.get(window, 'heard').then(() => undefined));
  await passTime(page, 99);
  await expect(rows(page)).toHaveCount(10);
  await expect(cards(page)).toHaveCount(0);
  await passTime(page, 1);
  await expect(rows(page)).toHaveCount(0);
  // The content of the cards must load first.
  await page.clock.resume();
  await expect(cards(page).first()).toBeVisible();
});

test('[SHELL-14] scrolling is looked at every 50 ms, and what it asks for is fetched 100 ms after', async ({
  page,
  signer,
}) => {
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 300 });
  const { url } = await signer(13);
  await openAgreements(page, url);
  await expect(cards(page)).toHaveCount(4);
  await page.clock.pauseAt(Date.now() + 60_000);
  const parts = partsAsked(page);
  // A page hears that it was scrolled one frame later.
  await page.evaluate(async () => {
    const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    scrollTo(0, document.documentElement.scrollHeight);
    await heard;
  });
  await passTime(page, 49);
  await expect(page).not.toHaveURL(/shown/);
  await passTime(page, 1);
  await expect(page).toHaveURL(/\?shown=8$/);
  // The delay begins when the list has heard of its new address.
  await expect(page.locator('ul[aria-busy="true"]')).toBeVisible();
  await passTime(page, 99);
  await expect(cards(page)).toHaveCount(4);
  expect(parts).toEqual([]);
  await passTime(page, 1);
  await expect.poll(() => parts).toEqual(['2×4']);
  await page.clock.resume();
  await expect(cards(page)).toHaveCount(8);
});
