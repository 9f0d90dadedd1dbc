import { makeEstimate } from '../apps/server/src/testing/factories-estimates.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { draw, signButton } from './agreements.ts';
import { expect, test } from './unpaid-orders.ts';

test('[EST-6] with the marina’s flag a customer accepts an estimate by a signature, and returns to its page', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([], { settings: { features: { 'accept-estimates': true } } });
  const id = await makeEstimate(robin.marina.tenant.db, robin.owner);
  const main = page.getByRole('main');
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  await expect(main.getByRole('button', { name: 'Decline' })).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  await main.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Accept estimate ${id}` })).toBeVisible();
  await expect(main).toContainText(`I accept estimate ${id} of`);
  const text = page.getByRole('region', { name: `Accept estimate ${id}` });
  await expect(text.getByRole('cell', { name: '£100.00' }).first()).toBeVisible();
  await expectAccessible(page);
  await text.focus();
  await page.keyboard.press('End');
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await main.getByRole('link', { name: `Estimate ${id}` }).click();
  await expect(main).toContainText('You accepted this estimate on');
  await expect(main.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);
  await main.getByRole('link', { name: 'View the signed answer' }).click();
  await expect(page).toHaveURL(/agreements\/signed\//);
});

test('[EST-6] a customer declines an estimate by a signature, and its page says so afterwards', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([], { settings: { features: { 'accept-estimates': true } } });
  const id = await makeEstimate(robin.marina.tenant.db, robin.owner);
  const main = page.getByRole('main');
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  await main.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Decline estimate ${id}` })).toBeVisible();
  await expect(main).toContainText(`I decline estimate ${id} of`);
  await page.getByRole('region', { name: `Decline estimate ${id}` }).focus();
  await page.keyboard.press('End');
  await draw(page);
  await signButton(page).click();
  await expect(page.getByText('Thank you')).toBeVisible();
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  await expect(main).toContainText('You declined this estimate on');
  await expect(main.getByRole('button', { name: /Accept|Decline/ })).toHaveCount(0);
});

test('[EST-6] without the flag an estimate has no buttons to answer', async ({ page, debtor }) => {
  const robin = await debtor([]);
  const id = await makeEstimate(robin.marina.tenant.db, robin.owner);
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  await expect(
    page
      .getByRole('button', { name: 'Send by e-mail' })
      .or(page.getByRole('link', { name: 'Download' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
});
