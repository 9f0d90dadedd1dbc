import { createCardPayment } from '@quayside/contract/cards/cards.ts';
import type { Page } from '@playwright/test';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { breakCall } from './faults.ts';
import { expectNothingCovered } from './nothing-covered.ts';
import { keepCards } from './stored-cards.ts';
import {
  cards,
  expect,
  expectReceived,
  goOn,
  openCheckout,
  payWithNewCard,
  test,
  typeSecurityCode,
} from './unpaid-orders.ts';

/** A large dialog with a form and buttons: the receipt's question for an address. */
const dialog = (page: Page) => page.getByRole('dialog', { name: 'E-mail the receipt' });
const opener = (page: Page) => page.getByRole('button', { name: 'E-mail receipt' });

async function expectWidth(page: Page, name: string, width: number): Promise<void> {
  const open = page.getByRole('dialog', { name });
  // It grows while it opens.
  await expect.poll(async () => Math.round((await open.boundingBox())?.width ?? 0), { message: name }).toBe(width);
}

test('[SHELL-252] a closed dialog gives the focus back also if a click focuses no button, as in Safari', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}]);
  await page.addInitScript(() => {
    const leaveFocus = (event: Event) => {
      if ((event.target as Element).closest('button')) event.preventDefault();
    };
    addEventListener('mousedown', leaveFocus, { capture: true });
  });
  await page.goto(`${url}/secure/manage-payment-methods`);
  const add = page.getByRole('button', { name: 'Add address' });
  const open = page.getByRole('dialog', { name: 'Add address' });
  await add.click();
  await expect(open.getByRole('textbox').first()).toBeFocused();
  await open.getByRole('button', { name: 'Close' }).click();
  await expect(add).toBeFocused();
});

test('[SHELL-18] cards and addresses open in extra large dialogs, a question is 1000 px wide', async ({
  page,
  debtor,
}) => {
  await page.setViewportSize({ width: 1400, height: 900 });
  const { url } = await debtor([{}], { account: { email: '', mobile: '', phone: '' } });
  await page.goto(`${url}/secure/manage-payment-methods`);
  for (const name of ['Add card', 'Add address']) {
    await page.getByRole('button', { name }).click();
    await expectWidth(page, name, 1140);
    // The provider's field may have the focus by now. Its document gets the keys then.
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto(`${url}/secure/account/edit`);
  await page.getByLabel('First name').fill('Robina');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expectWidth(page, 'Leave without saving?', 1000);
});

test('[SHELL-18] a form’s dialog has its width, keeps and returns the focus, closes by Escape, fills a phone', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([{}], { account: { email: '', mobile: '+44 7700 900123' } });
  await payWithNewCard(page, url, cards.frictionless);
  await expectReceived(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expectWidth(page, 'E-mail the receipt', 800);

  const isInside = () => dialog(page).evaluate((element) => element.contains(document.activeElement));
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab');
    // Between the last and the first element, the browser's own bar takes the focus. Then nothing of the page has
    // it.
    expect((await isInside()) || (await page.evaluate(() => document.activeElement === document.body))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  await expect(opener(page)).toBeEnabled();

  await page.setViewportSize({ width: 360, height: 240 });
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 240 });
  const send = dialog(page).getByRole('button', { name: 'Send receipt' });
  await expect(send).toBeInViewport();
  const scrolls = await dialog(page).evaluate((element) =>
    [...element.querySelectorAll('*')].some((part) => part.scrollHeight > part.clientHeight + 1),
  );
  expect(scrolls).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('[SHELL-45] a dialog begins with its first field, or with the button of its question that destroys least', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([{}]);
  const { db, id } = robin.marina.tenant;
  await makeDocumentType(db, id, { name: 'Insurance', isExpiryRequired: false });
  const begins = (title: string) => page.getByRole('dialog', { name: title });
  await page.goto(`${robin.url}/secure/documents`);
  await page.getByRole('button', { name: 'Upload Insurance' }).click();
  await expect(begins('Upload: Insurance').getByLabel('File', { exact: true })).toBeFocused();
  const address = { nickName: 'Home', address1: '1 Sea Road', town: 'Antibes', postcode: '06600', country: 'FR' };
  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless, address }]);
  await page.goto(`${robin.url}/secure/manage-payment-methods`);
  await page.getByRole('button', { name: 'Add address' }).click();
  await expect(begins('Add address').getByLabel('Name for this address')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Visa ending 1000' }).click();
  await expect(begins('Delete this card?').getByRole('button', { name: 'No, keep' })).toBeFocused();
  await page.goto(`${robin.url}/secure/account/edit`);
  await page.getByLabel('First name').fill('Robina');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(begins('Leave without saving?').getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await openCheckout(page, robin.url);
  await goOn(page).click();
  await typeSecurityCode(page, '123');
  await goOn(page).click();
  await expect(begins('Confirm payment').getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test('[SHELL-45] a dialog whose first field is a frame of the card’s provider begins with it', async ({
  page,
  debtor,
}) => {
  const { url } = await debtor([]);
  await page.goto(`${url}/secure/manage-payment-methods`);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.locator('#hosted-cardNumber iframe')).toBeFocused();
  // The provider's script can't set the cursor. Tab leads into the frame.
  await page.keyboard.press('Tab');
  await page.keyboard.type(cards.frictionless);
  const number = page.frameLocator('#hosted-cardNumber iframe').getByRole('textbox');
  await expect(number).toHaveValue('4000 0000 0000 1000');
});

test('[SHELL-46] a button that destroys has a colour of its own, readable at a marina of any colour', async ({
  page,
  debtor,
  sandboxUrl,
}) => {
  const robin = await debtor([], { settings: { backgroundColour: '#ffcc00' } });
  await page.goto(`${robin.url}/secure/contact-us`);
  await keepCards(page, robin, sandboxUrl, [{ number: cards.frictionless }]);
  await page.goto(`${robin.url}/secure/manage-payment-methods`);
  await page.getByRole('button', { name: 'Delete Visa ending 1000' }).click();
  const remove = page.getByRole('button', { name: 'Yes, delete' });
  await expectAccessibleOnDeskAndPhone(page);
  await expect(remove).toHaveCSS('background-color', 'rgb(162, 36, 26)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(remove).toHaveCSS('background-color', 'rgb(255, 177, 168)');
  await page.keyboard.press('Escape');
  await page.goto(`${robin.url}/secure/account/edit`);
  await page.getByLabel('First name').fill('Robina');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Leave' })).toHaveCSS('background-color', 'rgb(255, 177, 168)');
});

test('[SHELL-47] the buttons of a long form stay in sight, over no field that has the focus', async ({
  page,
  debtor,
}) => {
  const { url, marina } = await debtor([]);
  await makeDocumentType(marina.tenant.db, marina.tenant.id, { name: 'Insurance', isExpiryRequired: true });
  // A small phone, and the room that its keyboard leaves.
  for (const height of [568, 315]) {
    await page.setViewportSize({ width: 320, height });
    await page.goto(`${url}/secure/documents`);
    await page.getByRole('button', { name: 'Upload Insurance' }).click();
    const open = page.getByRole('dialog', { name: 'Upload: Insurance' });
    const buttons = ['Save', 'Cancel'].map((name) => open.getByRole('button', { name, exact: true }));
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
    await expectNothingCovered(page);
    // Nothing of the form shows below them.
    const below = await page.evaluate(
      () => document.elementFromPoint(160, innerHeight - 2)?.closest('form > div')?.textContent,
    );
    expect(below).toBe('SaveCancel');
    await open.getByLabel('Notes').focus();
    await expect(open.getByLabel('Notes')).toBeInViewport();
    for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  }
});

test('[SHELL-44] an open menu, sheet or dialog tells that the connection is lost, and when it is back', async ({
  page,
  context,
  debtor,
}) => {
  const { url, marina } = await debtor([{}]);
  await makeDocumentType(marina.tenant.db, marina.tenant.id, { name: 'Insurance', isExpiryRequired: false });
  await page.setViewportSize({ width: 360, height: 740 });
  const openers = {
    'contact-us': 'Open the menu',
    'orders/outstanding': 'Pay now',
    documents: 'Upload Insurance',
  };
  for (const [path, name] of Object.entries(openers)) {
    await page.goto(`${url}/secure/${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name, exact: true }).click();
    const open = page.getByRole('dialog');
    const notice = open.getByText('You are offline.');
    await expect(open).toBeVisible();
    await expect(notice).toHaveCount(0);
    await context.setOffline(true);
    await expect(notice).toBeInViewport({ ratio: 1 });
    const { x, y, width, height } = (await notice.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const isOnTop = ([left, top]: [number, number]) =>
      document.elementFromPoint(left, top)?.textContent.includes('You are offline.');
    expect(await page.evaluate(isOnTop, [x + width / 2, y + height / 2] as [number, number])).toBe(true);
    expect(await notice.evaluate((element) => element.closest('[aria-live=polite]') !== null)).toBe(true);
    await expect(page.getByText('You are offline.').filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(notice).toHaveCount(0);
  }
});

test('[SHELL-131] the dialog of a running payment stays, however often Escape is pressed', async ({ page, debtor }) => {
  const { url } = await debtor([{}]);
  const started = await breakCall(page, createCardPayment, 'waits');
  await payWithNewCard(page, url, cards.frictionless);
  const paying = page.getByRole('dialog', { name: 'Confirm payment' });
  await expect(paying.getByRole('status')).not.toBeEmpty();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Escape');
    await expect(paying).toBeVisible();
    expect(await paying.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await paying.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await started.mend();
  await expectReceived(page);
});
