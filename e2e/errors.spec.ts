import { getAccount } from '@quayside/contract/account.ts';
import { getSummary } from '@quayside/contract/dashboard.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './customers.ts';
import { breakCall } from './faults.ts';
import { messages, stopTime } from './toasts.ts';

test('[SHELL-20] a call that fails on the server says so with a reference in its place, and works when tried again', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  const summary = await breakCall(page, getSummary, 'fails');
  const refused = page.waitForResponse((response) => response.status() === 500);
  await page.goto(`${url}/secure/dashboard`);
  const { responseStatus, traceId } = await (await refused).json();
  const orders = page.getByRole('region', { name: 'Unpaid orders' });
  await expect(orders.getByRole('alert')).toContainText(responseStatus.message);
  await expect(orders.getByRole('alert')).toContainText(`Reference: ${traceId}`);
  await expectAccessible(page);
  await summary.mend();
  await orders.getByRole('button', { name: 'Try again' }).click();
  await expect(orders).toContainText('You have no outstanding orders.');
});

test('[SHELL-11] a call that fails on the server is told in a toast with its reference', async ({ page, somebody }) => {
  const { url } = await somebody();
  await breakCall(page, getAccount, 'fails');
  const refused = page.waitForResponse((response) => response.status() === 500);
  await stopTime(page);
  await page.goto(`${url}/secure/dashboard`);
  const { responseStatus, traceId } = await (await refused).json();
  await expect(messages(page).getByRole('alert')).toContainText(responseStatus.message);
  await expect(messages(page).getByRole('alert')).toContainText(`Reference: ${traceId}`);
});

test('[SHELL-20] while a call waits for its answer the page shows its layout, and then the answer', async ({
  page,
  somebody,
}) => {
  const { url } = await somebody();
  const summary = await breakCall(page, getSummary, 'waits');
  const asked = page.waitForRequest((request) => request.url().endsWith('/summary'));
  await page.goto(`${url}/secure/dashboard`);
  await asked;
  const orders = page.getByRole('region', { name: 'Unpaid orders' });
  await expect(orders).toBeVisible();
  await expect(orders).not.toContainText('You have no outstanding orders.');
  await summary.mend();
  await expect(orders).toContainText('You have no outstanding orders.');
});
