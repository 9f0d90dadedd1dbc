import type { Page } from '@playwright/test';
import { makeLicence, readToEnd } from './agreements.ts';
import { expect, test as customers } from './customers.ts';
import { holdScripts, inEveryLanguage, isTakenOver, openDrawn } from './drawn.ts';
import { orderBox, test } from './unpaid-orders.ts';

customers('[ACC-2] a town that is typed before the scripts have come is saved', async ({ page, somebody }) => {
  const robin = await somebody();
  const release = await holdScripts(page);
  await openDrawn(page, `${robin.url}/secure/account/edit`);
  await page.getByLabel('Town or city', { exact: true }).fill('Cowes');
  release();
  await isTakenOver(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ town: 'Cowes', version: 2 });
});

for (const press of ['click', 'Enter'] as const) {
  customers(
    `[SHELL-246] a form that is sent by ${press} before the scripts have come is sent once, as soon as they have`,
    async ({ page, somebody }) => {
      const robin = await somebody();
      const release = await holdScripts(page);
      await openDrawn(page, `${robin.url}/secure/account/edit`);
      const town = page.getByLabel('Town or city', { exact: true });
      await town.fill('Cowes');
      if (press === 'Enter') await town.press('Enter');
      else await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
      release();
      await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
      expect(await robin.stored()).toMatchObject({ town: 'Cowes', version: 2 });
    },
  );
}

for (const page of ['login', 'link'] as const) {
  customers(
    `[SHELL-247] a language that is chosen before the scripts have come on a ${page} page is shown`,
    async ({ page: opened, somebody }) => {
      const robin = await somebody({ settings: inEveryLanguage });
      await opened.context().clearCookies();
      const { guid } = await makeLicence(robin);
      const release = await holdScripts(opened);
      const path = page === 'login' ? 'login' : `quick-sign/${guid}?guid=${robin.account.guid}`;
      await openDrawn(opened, `${robin.url}/${path}`);
      await opened.getByLabel('Language').selectOption('fr-FR');
      release();
      await expect(opened.locator('html')).toHaveAttribute('lang', 'fr-FR');
      await expect(opened.getByLabel('Langue', { exact: true })).toHaveValue('fr-FR');
    },
  );
}

customers(
  '[ACC-2] a link that is pressed before the scripts have come asks before typed text is lost',
  async ({ page, somebody }) => {
    const robin = await somebody();
    const release = await holdScripts(page);
    await openDrawn(page, `${robin.url}/secure/account/edit`);
    const town = page.getByLabel('Town or city', { exact: true });
    await town.fill('Cowes');
    await page.getByRole('link', { name: 'Contact us' }).first().click();
    release();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').first().click();
    await expect(town).toHaveValue('Cowes');
  },
);

customers(
  '[ACC-2] if the scripts don’t come, a link is followed even where text is typed',
  async ({ page, somebody }) => {
    const robin = await somebody();
    await holdScripts(page);
    await openDrawn(page, `${robin.url}/secure/account/edit`);
    await page.getByLabel('Town or city', { exact: true }).fill('Cowes');
    await page.getByRole('link', { name: 'Contact us' }).first().click();
    await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  },
);

customers(
  '[SHELL-225] if the page’s last files don’t come, a link that the portal holds is followed',
  async ({ page, somebody }) => {
    const robin = await somebody();
    await holdScripts(page, /\/account-edit-[^/]*\.js$/);
    await openDrawn(page, `${robin.url}/secure/account/edit`);
    // The portal's first files have come.
    await page.waitForFunction(() => Reflect.get(globalThis, 'earlyClicks') === undefined);
    await page.getByLabel('Town or city', { exact: true }).fill('Cowes');
    await page.getByRole('link', { name: 'Contact us' }).first().click();
    await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  },
);

test('[SHELL-271] two orders that are deselected before the scripts have come stay so', async ({ page, debtor }) => {
  const robin = await debtor([{}, {}, { grossMinor: 2_550 }]);
  const release = await holdScripts(page);
  await openDrawn(page, `${robin.url}/secure/orders/outstanding`);
  for (const id of robin.orderIds.slice(0, 2)) await orderBox(page, id).uncheck();
  release();
  await isTakenOver(page);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 3 orders · £25.50');
  for (const [index, id] of robin.orderIds.entries())
    await expect(orderBox(page, id)).toBeChecked({ checked: index === 2 });
});

test('words and a filter of a list that are given before the scripts have come narrow it', async ({ page, debtor }) => {
  const robin = await debtor([{}, {}]);
  const path = `${robin.url}/secure/account/order-history`;
  const [wanted = 0] = robin.orderIds;
  const release = await holdScripts(page);
  await openDrawn(page, path);
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Search' }).fill(String(wanted));
  await page.getByLabel('Sort by').selectOption('oldest');
  release();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(String(wanted));
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(String(wanted));
  await expect(page).toHaveURL(`${path}?search=${wanted}&sort=oldest`);
});

test('[SHELL-271] going back keeps the filter of a list and the language that was chosen last', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { settings: inEveryLanguage });
  const language = page.locator('header select');
  await openDrawn(page, `${url}/secure/estimates`);
  await isTakenOver(page);
  await page.getByLabel('Status').selectOption('Expired');
  await expect(page).toHaveURL(/\?status=Expired$/);
  await language.selectOption('fr-FR');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
  await page.goto(`${url}/secure/boats`);
  await isTakenOver(page);
  await language.selectOption('en-GB');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
  await page.goto(`${url}/secure/contact-us`);
  await page.goBack();
  await page.goBack();
  await isTakenOver(page);
  await expect(page.getByLabel('Status')).toHaveValue('Expired');
  await expect(page).toHaveURL(/\?status=Expired$/);
  await expect(language).toHaveValue('en-GB');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});

test('going back to another page of a drawn list shows that page', async ({ page, debtor }) => {
  const robin = await debtor(Array.from({ length: 14 }, () => ({})));
  const path = `${robin.url}/secure/account/order-history`;
  const rows = page.getByRole('table').locator('tbody tr');
  await openDrawn(page, path);
  await isTakenOver(page);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(rows).toHaveCount(4);
  await page.goto(`${robin.url}/secure/contact-us`);
  await page.goBack();
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(`${path}?page=2`);
});

const scrolled = (page: Page) => page.evaluate(() => scrollY);

customers(
  '[AGR-3] an agreement that is read before the scripts have come counts as read, and stays in its place',
  async ({ page, somebody }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const robin = await somebody();
    const { guid } = await makeLicence(robin);
    const release = await holdScripts(page);
    await openDrawn(page, `${robin.url}/secure/agreements/unsigned/${guid}`);
    await readToEnd(page);
    const place = await scrolled(page);
    expect(place).toBeGreaterThan(0);
    release();
    // The pad takes strokes once the text is read.
    await expect(page.locator('[data-active] > canvas')).toBeVisible();
    expect(await scrolled(page)).toBe(place);
  },
);

test('a page that is scrolled before the scripts have come stays there, also when it loads again', async ({
  page,
  debtor,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const robin = await debtor(Array.from({ length: 10 }, () => ({})));
  const release = await holdScripts(page);
  await openDrawn(page, `${robin.url}/secure/account/order-history`);
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => scrolled(page)).toBe(300);
  release();
  await isTakenOver(page);
  await page.waitForLoadState('networkidle');
  expect(await scrolled(page)).toBe(300);
  // The font may be there only the second time, and then the lines above break elsewhere. The rows in sight stay.
  const firstRow = page.locator('main li').first();
  const place = () => firstRow.evaluate((row) => Math.round(row.getBoundingClientRect().top));
  const before = await place();
  await page.reload();
  await isTakenOver(page);
  await expect.poll(place).toBe(before);
});

/** Stops React once it listens to the header. It takes over the rest of the page when `continueReact` is called. */
function stopReactAfterHeader(): void {
  const waiting: (() => void)[] = [];
  let isStopped = true;
  const isHeaderTakenOver = () =>
    [...document.querySelectorAll('header select')].some((list) =>
      Object.keys(list).some((key) => key.startsWith('__reactProps')),
    );
  // React's scheduler prefers this one to its own channel.
  const setImmediate = (task: () => void) => {
    if (isStopped && isHeaderTakenOver()) waiting.push(task);
    else setTimeout(task);
  };
  const continueReact = () => {
    isStopped = false;
    for (const task of waiting) task();
  };
  // With a clock that is ahead by more each time, React works in small steps.
  let ahead = 0;
  const now = performance.now.bind(performance);
  performance.now = () => {
    ahead += 1;
    return now() + ahead;
  };
  Object.assign(globalThis, { setImmediate, continueReact });
}

customers(
  '[LANG-1] a language that is chosen while React takes over the page is the whole page’s, without an error',
  async ({ page, somebody }) => {
    const robin = await somebody();
    await page.addInitScript(stopReactAfterHeader);
    await openDrawn(page, `${robin.url}/secure/waiting-lists`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(async () => {
      await page.locator('header select').first().selectOption('fr-FR');
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR', { timeout: 500 });
    }).toPass();
    await expect(heading).toHaveText('Waiting lists');
    await page.evaluate('continueReact()');
    await expect(heading).toHaveText('Listes d’attente');
    await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /\S/ })).toHaveCount(0);
  },
);

/** Clicks a button as soon as it is there, and notes if the end of the page had not arrived by then. */
function clickAtOnce(name: string): void {
  const watch = new MutationObserver(() => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!button) return;
    watch.disconnect();
    Object.assign(globalThis, { wasEarly: document.getElementById('scripts') === null });
    button.click();
  });
  watch.observe(document, { childList: true, subtree: true });
}

test('[SHELL-134] a button that is pressed before a slow page’s end has come acts once the scripts have come', async ({
  page,
  debtor,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const robin = await debtor(Array.from({ length: 8 }, () => ({})));
  const path = `${robin.url}/secure/orders/outstanding`;
  await openDrawn(page, path);
  await isTakenOver(page);
  const devTools = await page.context().newCDPSession(page);
  const throttle = (bytesPerSecond: number) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 100,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: -1,
    });
  await devTools.send('Network.enable');
  await throttle(8_000);
  await page.addInitScript(clickAtOnce, 'Pay now');
  await openDrawn(page, path);
  await expect.poll(() => page.evaluate('globalThis.wasEarly')).toBe(true);
  await throttle(-1);
  await expect(page.getByRole('dialog', { name: /^Pay / })).toBeVisible();
});
