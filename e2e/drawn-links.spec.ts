import type { Browser, Page } from '@playwright/test';
import { makeReadableAgreement } from '../apps/server/src/testing/factories/agreements.ts';
import { consentKey, consentsOf, makeConsentGroup } from '../apps/server/src/testing/factories/consents.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { holdScripts, inEveryLanguage, languages, listen, openDrawn } from './drawn.ts';
import { type Debtor, expect, test } from './unpaid-orders.ts';

/** The links of one customer: an order to pay, an agreement to sign, and the marina's news. */
async function linksOf({ url, owner, marina: { tenant }, account }: Debtor, name: string) {
  const line = { name: `Berth of ${name}`, quantity: '1234.5', grossUnitMinor: 1_234_567, vatPercent: 20 };
  const dated = { ...line, startDate: '2026-09-01', departureDate: '2027-05-31' };
  const order = await makeOrder(tenant.db, owner, { lines: [dated], taxPointDate: '2026-02-09' });
  const html = `<p>The licence of ${name}.</p>`;
  const agreement = await makeReadableAgreement(tenant.db, owner, { type: `Licence of ${name}`, html });
  return {
    pay: `${url}/quick-pay/${order.guid}`,
    sign: `${url}/quick-sign/${agreement.guid}?guid=${account.guid}`,
    consents: `${url}/consent-management/${await consentKey(tenant, account)}`,
  };
}

const offered = { settings: inEveryLanguage, culture: inEveryLanguage.culture, signedOut: true };

/** Marks the heading of the server's HTML. A second drawing would have another heading. */
const markHeading = (page: Page) =>
  page.locator('h1').evaluate((heading) => heading.setAttribute('data-drawn-by-server', ''));

/** Waits until React has taken over the page and found out how wide it is. */
const isTakenOver = (page: Page) => expect(page.locator('#root [data-drawn]')).toHaveCount(0);

const inLanguage = (browser: Browser, locale: string, width: number, javaScriptEnabled = true) =>
  browser.newContext({ locale, javaScriptEnabled, viewport: { width, height: 800 } });

test('a bill, an agreement and the consents are readable by their links without scripts, on desk and phone', async ({
  browser,
  debtor,
}) => {
  const robin = await debtor([{}], offered);
  await makeConsentGroup(robin.marina.tenant, { 'en-GB': 'Storm warnings' });
  const links = await linksOf(robin, 'Robin');
  for (const width of [1280, 412]) {
    const context = await inLanguage(browser, 'en-GB', width, false);
    const page = await context.newPage();
    await openDrawn(page, links.pay);
    await expect(page.getByText('Berth of Robin').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByText('£15,240,729.62').filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByText('01 Sep 26 – 31 May 27').filter({ visible: true })).toHaveCount(1);
    await expect(page.getByText('for R. T.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Pay now|Checkout)$/ }).filter({ visible: true })).toHaveCount(0);
    await expect(page).toHaveTitle(/^Review · /);
    await openDrawn(page, links.sign);
    await expect(page.getByText('The licence of Robin.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Robin Test');
    await openDrawn(page, links.consents);
    await expect(page.getByRole('switch')).toHaveCount(1);
    await context.close();
  }
});

test('the browser takes over a link’s page in every language without a second drawing or a complaint', async ({
  browser,
  debtor,
}) => {
  test.slow();
  const robin = await debtor([{}], offered);
  await makeConsentGroup(robin.marina.tenant);
  const links = await linksOf(robin, 'Robin');
  const widths = [1280, 412];
  for (const [turn, language] of languages.entries()) {
    const context = await inLanguage(browser, language, 1280);
    const page = await context.newPage();
    const complaints = listen(page);
    for (const [place, url] of Object.values(links).entries()) {
      // The server's HTML is the same for every width, so it is taken over at one, and each page at each in turn.
      const turned = (turn + place) % 2 === 0 ? widths : widths.toReversed();
      await page.setViewportSize({ width: turned[0] ?? 0, height: 800 });
      const release = await holdScripts(page);
      await openDrawn(page, url);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await markHeading(page);
      release();
      await expect(page.locator('[data-drawn-by-server]')).toBeVisible();
      await isTakenOver(page);
      await page.waitForLoadState('networkidle');
      for (const width of turned) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.locator('[data-drawn-by-server]')).toBeVisible();
      }
      await page.unrouteAll({ behavior: 'wait' });
    }
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('the browser takes over a link’s page of a signed-in reader without a second drawing or a complaint', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  await makeConsentGroup(robin.marina.tenant);
  const complaints = listen(page);
  for (const [turn, url] of Object.values(await linksOf(robin, 'Robin')).entries()) {
    await page.setViewportSize({ width: turn % 2 === 0 ? 1280 : 412, height: 800 });
    const release = await holdScripts(page);
    await openDrawn(page, url);
    await markHeading(page);
    release();
    await expect(page.locator('[data-drawn-by-server]')).toBeVisible();
    await isTakenOver(page);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('[data-drawn-by-server]')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
  expect(complaints).toEqual([]);
});

test('the browser shows amounts and dates as the server wrote them, also with another version of ICU', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  const links = await linksOf(robin, 'Robin');
  const complaints = listen(page);
  // Another ICU: it abbreviates September with four letters, and separates thousands by a space.
  await page.addInitScript(() => {
    const { format } = Object.getOwnPropertyDescriptors(Intl.DateTimeFormat.prototype);
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      ...format,
      get() {
        const write = format?.get?.call(this) as (date: number) => string;
        return (date: number) => write(date).replace('Sep', 'Sept');
      },
    });
    const { formatToParts } = Object.getOwnPropertyDescriptors(Intl.NumberFormat.prototype);
    const split = formatToParts.value as (this: Intl.NumberFormat, amount: unknown) => Intl.NumberFormatPart[];
    Intl.NumberFormat.prototype.formatToParts = function parts(amount) {
      return split.call(this, amount).map((part) => (part.type === 'group' ? { ...part, value: ' ' } : part));
    };
  });
  await openDrawn(page, links.pay);
  await isTakenOver(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('£15,240,729.62').first()).toBeVisible();
  await expect(page.getByText('01 Sep 26 – 31 May 27')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[PROV-8] pages of several readers drawn at once by the server show nothing of each other, in any order', async ({
  debtor,
}) => {
  const robin = await debtor([{}], { signedOut: true });
  const wren = await debtor([{}], { signedOut: true });
  const names = ['Alpha', 'Bravo'];
  const links = await Promise.all([linksOf(robin, 'Alpha'), linksOf(wren, 'Bravo')]);
  const readers = names.flatMap((name, place) => Object.values(links[place] ?? {}).map((url) => ({ name, url })));
  const root = /<div id="root"[\s\S]*?<noscript>/;
  const drawn = { Alpha: 0, Bravo: 0 };
  for (let turn = 0; turn < 6; turn += 1) {
    const turned = [...readers.slice(turn), ...readers.slice(0, turn)];
    const pages = await Promise.all(
      turned.map(async ({ name, url }) => {
        const { host, port } = new URL(url);
        const answer = await fetch(url.replace(host, `127.0.0.1:${port}`), {
          headers: { tenantKey: host.split('.')[0] ?? '' },
        });
        return { name, answer, html: await answer.text() };
      }),
    );
    for (const { name, answer, html } of pages) {
      const other = names.find((each) => each !== name) ?? '';
      expect(html).not.toContain(other);
      // A busy server answers with the empty page, which holds nothing of anybody.
      if (html.includes(name)) expect(answer.headers.get('cache-control')).toBe('no-store');
      if (root.exec(html)?.[0].includes(`of ${name}`)) drawn[name as keyof typeof drawn] += 1;
    }
  }
  // Some pages are sent undrawn if the machine is busy.
  expect(drawn.Alpha).toBeGreaterThan(0);
  expect(drawn.Bravo).toBeGreaterThan(0);
});

test('[ACC-4] a switch that is turned before the scripts have come is saved as it shows', async ({ page, debtor }) => {
  const robin = await debtor([{}], { signedOut: true });
  const { tenant } = robin.marina;
  const group = await makeConsentGroup(tenant);
  const { consents } = await linksOf(robin, 'Robin');
  const release = await holdScripts(page);
  await openDrawn(page, consents);
  await page.getByRole('switch').check();
  release();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('switch')).toBeChecked();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  expect(await consentsOf(tenant, robin.account)).toMatchObject([{ consent_group_id: group, granted: true }]);
});
