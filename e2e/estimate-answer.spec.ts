import { answerEstimate } from '@quayside/contract/orders/estimates.ts';
import { makeEstimate } from '../apps/server/src/testing/factories/estimates.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { draw, signButton } from './agreements.ts';
import { breakCall } from './faults.ts';
import { expect, test } from './unpaid-orders.ts';

test('[EST-6] [EST-7] if the marina allows it, a customer signs to accept an estimate, and returns to it', async ({
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
  await expect(main).toContainText('The marina office turns it into an order. You have nothing else to do now.');
  await expect(main.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await expectAccessibleOnDeskAndPhone(page);
  await main.getByRole('link', { name: 'View the signed answer' }).click();
  await expect(page).toHaveURL(/agreements\/signed\//);
});

test('[SHELL-222] an answer to an estimate leads nobody away who has gone to another page meanwhile', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([], { settings: { features: { 'accept-estimates': true } } });
  const id = await makeEstimate(robin.marina.tenant.db, robin.owner);
  await page.goto(`${robin.url}/secure/estimates/${id}`);
  const call = await breakCall(page, answerEstimate, 'stalls');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Is there a berth for a friend?');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await call.mend();
  await answered;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Is there a berth for a friend?');
  await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  await page.goto(`${robin.url}/secure/agreements`);
  await expect(page.getByRole('link', { name: `Sign Accept estimate ${id}` })).toBeVisible();
});

test('[EST-6] [EST-7] a customer declines an estimate by a signature, and its page says so afterwards', async ({
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
  await expect(main).toContainText('If you change your mind, contact the marina office.');
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/secure\/contact-us$/);
});

test('[EST-6] [EST-7] without the flag an estimate has no buttons to answer, and its page leads to the office', async ({
  page,
  debtor,
}) => {
  const robin = await debtor([]);
  const { db } = robin.marina.tenant;
  const open = await makeEstimate(db, robin.owner);
  const expired = await makeEstimate(db, robin.owner, { expiresAt: new Date('2026-05-29T16:00:00Z') });
  const main = page.getByRole('main');
  for (const [id, next] of [
    [open, 'To accept or decline this estimate, contact the marina office.'],
    [expired, 'This estimate has expired. To get a new one, contact the marina office.'],
  ] as const) {
    await page.goto(`${robin.url}/secure/estimates/${id}`);
    await expect(main.getByRole('status').filter({ hasText: next })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/secure/contact-us');
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  }
  await expect(main).toContainText('29 May 2026 17:00');
  await expect(main).not.toContainText('17:00:00');
  await expectAccessibleOnDeskAndPhone(page);
});
