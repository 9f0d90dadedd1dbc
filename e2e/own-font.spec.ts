import type { Page } from '@playwright/test';
import { shifted, watchShifts } from './layout-shifts.ts';
import { expect, test } from './marina.ts';
import { giveFont, loadedFonts } from './own-font.ts';

/** Returns the fonts that the browser draws an element's letters with. */
async function drawnWith(page: Page, selector: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ postScriptName }) => postScriptName);
}

test('[RUN-11] a marina’s own font is on its pages, and ours is not loaded', async ({ browser, openMarina }) => {
  const marina = await openMarina();
  await giveFont(marina);
  // If a busy machine gives the marina's font late, the browser asks for ours, and also on later pages, because it has
  // stored ours. So each try has a store of its own.
  await expect(async () => {
    await using context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const requests: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && requests.push(request.url()));
    await page.goto(`${marina.url}/login`);
    // The next page has the font from the browser's store.
    await page.reload();
    expect(await page.evaluate(loadedFonts)).toEqual(['Quayside own 1 549', 'Quayside own 550 1000']);
    expect([...new Set(requests)].filter((url) => !/\/look\/[0-9a-f]{32}\.ttf$/.test(url))).toEqual([]);
    expect(await drawnWith(page, 'h1')).toEqual(['Quaytip-SemiBold']);
    expect(await drawnWith(page, 'form label')).toEqual([expect.stringMatching(/^Quaytip/)]);
    expect(complaints).toEqual([]);
  }).toPass();
});

test('[RUN-11] nothing moves when a marina’s own font comes late', async ({ page, openMarina }) => {
  const marina = await openMarina();
  await giveFont(marina);
  const { promise: isSeen, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/look/*.ttf', (route) => isSeen.then(() => route.continue()));
  await watchShifts(page);
  await page.goto(`${marina.url}/login`, { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  // A browser hides the text and waits 100 ms for an optional font. Only after that it is late.
  await page.waitForTimeout(500);
  const before = await heading.boundingBox();
  const comes = page.waitForResponse('**/look/*.ttf');
  release();
  await comes;
  await page.evaluate(() => document.fonts.ready);
  expect(await heading.boundingBox()).toEqual(before);
  expect(await shifted(page)).toEqual([]);
});
