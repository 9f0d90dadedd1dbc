import { makeAgreement } from '../apps/server/src/testing/factories/orders.ts';
import { makeDocumentType } from '../apps/server/src/testing/factories/papers.ts';
import { sampleFiles } from '../apps/server/src/testing/sample-files.ts';
import { expectAccessible } from './accessible.ts';
import { draw, makeLicence, readToEnd, signButton } from './agreements.ts';
import { closeLoginAlerts } from './login-alerts.ts';
import { expect, openOrders, openPaid, orderBox, test } from './unpaid-orders.ts';

test('[AGR-7] after signing, one button leads on: to the next paper, to the insurance, then to paying', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 2_550 }]);
  const { tenant } = robin.marina;
  const licence = await makeLicence(robin);
  await makeLicence(robin);
  await makeDocumentType(tenant.db, tenant.id, { isExpiryRequired: false });
  const blocked = await robin.addOrder({ grossMinor: 104_988, agreementId: licence.id });
  await openOrders(page, robin.url);
  await expect(orderBox(page, blocked)).toBeDisabled();

  await page.getByRole('link', { name: /^Sign the agreement/ }).click();
  const sign = async () => {
    await readToEnd(page);
    await draw(page);
    await signButton(page).click();
    await expect(page.getByText('Thank you')).toBeVisible();
  };
  await sign();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Next: sign “Berthing licence”' }).click();
  await sign();
  await page.getByRole('link', { name: 'Next: upload “Proof of insurance”' }).click();

  await page.getByRole('button', { name: /^Upload Proof of insurance/ }).click();
  const dialog = page.getByRole('dialog');
  const policy = { name: 'Policy.pdf', mimeType: 'application/pdf', buffer: sampleFiles.pdf };
  await dialog.getByLabel('File', { exact: true }).setInputFiles(policy);
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Both orders are due. Neither waits for anything now.
  await page.getByRole('link', { name: 'Next: pay £1,075.38' }).click();
  await expect(orderBox(page, blocked)).toBeChecked();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('2 of 2 orders · £1,075.38');
});

test('[DASH-7] the dashboard’s list leads straight to paying the one order that can be paid', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 2_550 }, { grossMinor: 104_988, unsigned: true }]);
  await page.goto(`${robin.url}/secure/dashboard`);
  await closeLoginAlerts(page);
  const task = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Pay £25.50' });
  await expect(task).toContainText('£1,049.88 after you sign');
  await task.getByRole('link', { name: 'Pay £25.50' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/orders/outstanding?order=${robin.orderIds[0]}`);
  await expect(orderBox(page, robin.orderIds[0])).toBeChecked();
});

test('[AGR-7] if nothing else is left to do, the button pays the order of the signed agreement alone', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 2_550 }]);
  const licence = await makeLicence(robin);
  const blocked = await robin.addOrder({ grossMinor: 104_988, agreementId: licence.id });
  await page.goto(`${robin.url}/secure/agreements/unsigned/${licence.guid}`);
  await readToEnd(page);
  await draw(page);
  await signButton(page).click();
  await expect(page.getByRole('link', { name: 'Next: pay £1,049.88' })).toBeVisible();
  // A change of language loads the agreement again. The thanks and the next step stay.
  const again = page.waitForResponse((response) => response.url().includes(`/unsigned/${licence.guid}`));
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  await again;
  await expect(page.getByText('Merci', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en-GB');
  await page.getByRole('link', { name: 'Next: pay £1,049.88' }).click();
  await expect(orderBox(page, blocked)).toBeChecked();
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('1 of 2 orders · £1,049.88');
});

test('[ORD-4] [ORD-5] an order’s page and the history offer to pay it once its agreement is signed', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  const licence = await makeLicence(robin);
  const blocked = await robin.addOrder({ grossMinor: 104_988, agreementId: licence.id });
  const main = page.getByRole('main');
  await page.goto(`${robin.url}/secure/account/order-history`);
  await main.getByRole('link', { name: `View order ${blocked}` }).click();
  await main.getByRole('link', { name: 'Sign the agreement “Berthing licence” to pay' }).click();
  await readToEnd(page);
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await main.getByRole('link', { name: `Order ${blocked}`, exact: true }).click();
  await expect(main.getByRole('link', { name: 'Pay £1,049.88' })).toBeVisible();
  await main.getByRole('link', { name: 'Back to order history' }).click();
  await expect(main.getByRole('link', { name: `Pay order ${blocked}` })).toBeVisible();
});

test('[ORD-9] the page after a payment names and opens the order, and leads to paying the rest', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 10_000 }, { grossMinor: 2_550 }, { grossMinor: 104_988, unsigned: true }]);
  await openPaid(page, robin);
  await expect(page.getByText('Still due: £1,075.38')).toBeVisible();
  const next = page.getByRole('link', { name: /^Next:/ });
  await expect(next).toHaveText('Next: pay £25.50');
  await expect(next).toHaveAttribute('href', `/secure/orders/outstanding?order=${robin.orderIds[1]}`);
  const details = page.getByRole('region', { name: 'Payment details' });
  await expect(details).toContainText('Visitor berth');
  await expectAccessible(page);
  await details.getByRole('link', { name: `Order ${robin.orderIds[0]}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${robin.orderIds[0]}` })).toBeVisible();
});

test('[ORD-9] if the rest can’t be paid yet, the button after paying leads to the agreement that starts first', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([{ grossMinor: 10_000 }]);
  const { db } = robin.marina.tenant;
  const storage = await makeAgreement(db, robin.owner, { type: 'Winter storage licence', startDate: '2026-11-01' });
  await makeAgreement(db, robin.owner, { type: 'Gate pass terms', startDate: '2026-11-25' });
  await robin.addOrder({ grossMinor: 104_988, agreementId: storage.id });
  await openPaid(page, robin);
  await expect(page.getByText('Still due: £1,049.88')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Next:/ })).toHaveText('Next: sign “Winter storage licence”');
});

test('[ORD-9] the page after paying everything says that nothing else is due', async ({ page, debtor }) => {
  await openPaid(page, await debtor([{}]));
  await expect(page.getByText('Nothing else is due.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Next:/ })).toHaveCount(0);
});
