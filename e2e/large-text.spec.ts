import { mergeTests, type Page } from '@playwright/test';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import { expectNoSidewaysScroll } from './accessible.ts';
import { makeLicence } from './agreements.ts';
import { test as withPeople } from './customers.ts';
import { expect, expectReceived, test as withDebts } from './unpaid-orders.ts';

const test = mergeTests(withPeople, withDebts);

/** Makes the text of the page twice as large, as a reader's own style does (WCAG 1.4.4). Boxes stay as they are. */
async function doubleText(page: Page): Promise<void> {
  await page.evaluate(() => {
    if ('isDoubled' in window) return;
    Object.assign(window, { isDoubled: true });
    const all = [...document.querySelectorAll<HTMLElement>('body, body *')];
    const sizes = all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    all.forEach((element, place) =>
      element.style.setProperty('font-size', `${2 * (sizes[place] ?? 16)}px`, 'important'),
    );
  });
}

/** Returns the texts that stand over another one, or of which a part lies outside of their box or the window's edge. */
const unreadable = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const isHidden = (element: Element | null): boolean =>
      element !== null &&
      (element.getBoundingClientRect().width <= 1 || isHidden(element.parentElement?.closest('body *') ?? null));
    const texts = [...document.querySelectorAll(`${selector} *`)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .filter((node) => (node.textContent ?? '').trim() !== '' && !isHidden(node.parentElement))
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((box) => ({ node, box }));
      });
    const cut = texts.filter(({ node, box }) => {
      const frame = node.parentElement?.closest('dialog, header, aside, button, a, label, [data-frame]');
      if (!frame || getComputedStyle(frame).display === 'inline') return box.left < -1 || box.right > innerWidth + 1;
      const edge = frame.getBoundingClientRect();
      return box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 4;
    });
    const over = texts.filter(({ node, box }) =>
      texts.some(({ node: other, box: second }) => {
        const width = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        const height = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        return (node !== other || box.top !== second.top) && width > 2 && height > box.height / 3;
      }),
    );
    return [...new Set([...cut, ...over].map(({ node }) => node.textContent))];
  }, within);

test('[SHELL-176] text of twice the size is whole: signing, a dialog, the header, the menus, and a paid order', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}, {}]);
  const { guid } = await makeLicence(robin);
  const { db, id: tenantId } = robin.marina.tenant;
  await makePaidPayment(db, robin.owner, { orders: [{ id: robin.orderIds[0] ?? 0, minor: 2_500 }] });
  const payment = db.selectFrom('payments').select('merchant_ref_number').where('tenant_id', '=', tenantId);
  const { merchant_ref_number: reference } = await payment.executeTakeFirstOrThrow();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const expectReadable = async (name: string, within: string) => {
      await doubleText(page);
      await expect.poll(async () => [width, name, await unreadable(page, within)]).toEqual([width, name, []]);
      await expectNoSidewaysScroll(page);
    };
    await page.goto(`${robin.url}/secure/agreements/unsigned/${guid}`);
    await page.getByRole('button', { name: 'I have read the agreement' }).focus();
    await expect(page.getByRole('banner').getByText('£175.00').first()).toBeVisible();
    await expectReadable('header', 'header');
    await expectReadable('confirmation', 'main div:has(> button:focus)');
    await expectReadable('form', 'main form');
    await page.goto(`${robin.url}/secure/manage-payment-methods`);
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectReadable('dialog', 'dialog[open]');
    await page.goto(`${robin.url}/secure/account/edit`);
    if (width === 360) await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Unpaid orders' })).toBeVisible();
    await expectReadable('menu', 'nav');
    await page.goto(`${robin.url}/secure/payment/confirmation?reference=${reference}`);
    await expectReceived(page);
    await expectReadable('payment', 'main dl');
  }
});

/** Returns the words of an element that stand on more than one line. */
const brokenWords = (element: Element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of (texts.currentNode.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
};

test('[SHELL-188] on a phone with text of twice the size, no word of an order’s name is broken', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{}]);
  const line = {
    name: 'Maintenance, antifouling and electricity',
    quantity: '1',
    grossUnitMinor: 123_456,
    vatPercent: 20,
  };
  await robin.addOrder({ lines: [line] });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${robin.url}/secure/orders/outstanding`);
  const orders = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
  await expect(orders).toHaveCount(2);
  // At the usual size the amount is beside the name.
  const [name, amount] = [orders.first().getByRole('link'), orders.first().getByText(/^£/)];
  expect((await name.boundingBox())?.y).toBeCloseTo((await amount.boundingBox())?.y ?? 0, -1);
  await doubleText(page);
  for (const order of await orders.all()) expect(await order.evaluate(brokenWords)).toEqual([]);
  expect(await unreadable(page, 'main')).toEqual([]);
  await expectNoSidewaysScroll(page);
});
