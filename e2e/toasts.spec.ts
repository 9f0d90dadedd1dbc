import { emailReceiptTo } from '@quayside/contract/payments/receipts.ts';
import type { Page } from '@playwright/test';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { expectAccessible } from './accessible.ts';
import { breakCall, runInPortal } from './faults.ts';
import { messages } from './toasts.ts';
import { expect, openPaid, test } from './unpaid-orders.ts';

/** Returns the texts of a role that screen readers get. What lies behind a modal dialog is not among them. */
async function read(page: Page, role: string): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  await devtools.detach();
  const textOf = (id: string): string => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(textOf).join(' ');
  };
  return nodes.filter((node) => !node.ignored && node.role?.value === role).map(({ nodeId }) => textOf(nodeId));
}

/** Lets a promise fail that nobody waits for. */
const fail = (page: Page) => runInPortal(page, `Promise.reject(new Error('nobody waits for this')); undefined;`);

test('[SHELL-88] a toast of a dialog is read out and can be closed; the focus goes back to where it was', async ({
  page,
  debtor,
}) => {
  await openPaid(page, await debtor([{}], { account: { email: '', mobile: '+44 7700 900123' } }));
  await breakCall(page, emailReceiptTo, 'fails');
  await page.getByRole('button', { name: 'E-mail receipt' }).click();
  const dialog = page.getByRole('dialog', { name: 'E-mail the receipt' });
  const email = dialog.getByLabel('E-mail address');
  await email.fill('robin@example.com');
  await page.clock.install();
  await email.press('Enter');
  await expect(messages(page).getByRole('alert')).toBeVisible();
  expect(await read(page, 'alert')).toEqual([expect.stringContaining('The receipt could not be e-mailed.')]);
  await expect(messages(page)).toHaveCount(1);
  await expectAccessible(page);
  await email.focus();
  await messages(page).getByRole('button').click();
  await expect(messages(page).getByRole('alert')).toHaveCount(0);
  await expect(email).toBeFocused();
  await expect(dialog).toBeVisible();
});

test('[SHELL-88] a toast above an open menu, sheet or form is read out; it stays when that closes', async ({
  page,
  debtor,
}) => {
  const { url, marina } = await debtor([{}]);
  await makeDocumentType(marina.tenant.db, marina.tenant.id, { name: 'Insurance', isExpiryRequired: false });
  await page.setViewportSize({ width: 360, height: 740 });
  const openers = { 'contact-us': 'Open the menu', 'orders/outstanding': 'Pay now', documents: 'Upload Insurance' };
  for (const [path, name] of Object.entries(openers)) {
    await page.goto(`${url}/secure/${path}`);
    await fail(page);
    const alerts = messages(page).getByRole('alert');
    // A toast waits while it is pointed at.
    await alerts.hover();
    // The toast of the page is also above what opens after it.
    await page.getByRole('button', { name, exact: true }).press('Enter');
    const open = page.getByRole('dialog');
    await expect(open).toBeVisible();
    await expect.poll(() => read(page, 'alert')).toEqual([expect.stringContaining('Something went wrong.')]);
    await expect(alerts).toHaveCount(1);
    await messages(page).getByRole('button').click();
    await expect(alerts).toHaveCount(0);
    await expect(open).toBeVisible();
    await fail(page);
    await alerts.hover();
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0);
    await expect.poll(() => read(page, 'alert')).toEqual([expect.stringContaining('Something went wrong.')]);
  }
});

test('[SHELL-88] the region of toasts is there before its first text', async ({ page }) => {
  await page.goto('/login');
  const regions = page.locator('[aria-live=polite]');
  const areRead = await regions.evaluateAll((all) => all.map((region) => region.checkVisibility()));
  // The other one is for a lost connection.
  expect(areRead).toEqual([true, true]);
});
