import type { Page } from '@playwright/test';
import { getAccount, saveAccount } from '@quayside/contract/account/account.ts';
import { apiBase } from '@quayside/contract/shared/call.ts';
import { unsubscribe } from '@quayside/contract/account/consent.ts';
import { consentsOf, makeUnsubscribableMail } from '../apps/server/src/testing/factories/consents.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, type Somebody, test } from './customers.ts';
import { isTakenOver } from './drawn.ts';
import { breakCall, returnToPage } from './faults.ts';
import { messages, noteMessages } from './toasts.ts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const failureText = 'Could Not Save Details, if this continues, please contact your Marina Office';

test('[ACC-2] saving says so and leads to the dashboard, which shows it', async ({ page, somebody }) => {
  const robin = await somebody({ consents: ['Storm warnings'] });
  const said = await noteMessages(page);
  await page.goto(`${robin.url}/secure/dashboard`);
  const summary = page.getByRole('region', { name: 'Your account' });
  await expect(summary).toContainText('Mrs Robin Test4 Ferry LaneEmsworthHampshirePO10 7AAUnited Kingdom');
  await summary.getByRole('link', { name: 'Edit your details' }).click();
  await expect(field(page, 'Town or city')).toHaveValue('Emsworth');
  await expectAccessibleOnDeskAndPhone(page);
  await field(page, 'Town or city').fill('Cowes');
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  await expect.poll(said).toContain('Your account details have been updated');
  await expect(summary).toContainText('Cowes');
  expect(await robin.stored()).toMatchObject({ town: 'Cowes', version: 2 });
});

test('[ACC-1] [ACC-2] an empty form marks every required field and sends nothing', async ({ page, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent += 1;
  });
  await field(page, 'Title').selectOption('');
  await field(page, 'Country').selectOption('');
  const texts = ['First name', 'Last name', 'E-mail address', 'Mobile', 'Address line 1', 'Town or city', 'Postcode'];
  for (const name of texts) await field(page, name).fill('');
  await save(page);
  for (const text of [
    'Select your title',
    'Enter your first name',
    'Enter your last name',
    'Enter your e-mail address',
    'Enter your mobile number',
    'Enter the first line of your address',
    'Enter your town or city',
    'Enter your postcode',
    'Select your country',
  ]) {
    await expect(page.getByRole('main').getByText(text)).toHaveCount(2);
  }
  await expectAccessible(page);
  expect(sent).toBe(0);
});

/** Counts the changes in live regions of the page's own part from here on, which a screen reader reads out. */
async function countAnnouncements(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const live = '[role=alert], [role=status], [aria-live]';
    const told = { count: 0 };
    Object.assign(window, { told });
    const isLive = ({ target }: MutationRecord) =>
      (target instanceof Element ? target : target.parentElement)?.closest(live) !== null;
    new MutationObserver((changes) => {
      told.count += changes.filter(isLive).length;
    }).observe(document.querySelector('main') ?? document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: { count: number } }).told.count);
}

test('[SHELL-170] the summary of a form’s errors is announced as it appears, and not as its entries vanish', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  const names = ['First name', 'Last name', 'Postcode'];
  for (const name of names) await field(page, name).fill('');
  await save(page);
  const summary = page.getByRole('main').locator('[tabindex="-1"]').filter({ hasText: 'There are 3 problems' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('alert').getByRole('link')).toHaveCount(3);
  const announced = await countAnnouncements(page);
  for (const [mended, name] of names.entries()) {
    await field(page, name).fill('Harbour');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByText(/^Enter your (first|last) name$|^Enter your postcode$/)).toHaveCount(
      2 * (2 - mended),
    );
  }
  // An error that a field shows as it is left is announced by nobody else either: its text stands at the field.
  await field(page, 'E-mail address').fill('harbour');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: /e-mail address/ })).toBeVisible();
  expect(await announced()).toBe(0);
  await save(page);
  await expect(page.getByRole('main').getByRole('alert').getByRole('link')).toHaveCount(1);
});

test('[ACC-1] a country with states offers them, another takes a county as it is typed', async ({ page, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  await field(page, 'Country').selectOption({ label: 'United States' });
  await field(page, 'State (optional)').selectOption({ label: 'Florida' });
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ country_code: 'US', county_code: 'FL', county: 'Florida' });
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText('FloridaPO10 7AAUnited States');

  await page.goto(`${robin.url}/secure/account/edit`);
  await expect(field(page, 'State (optional)')).toHaveValue('FL');
  await field(page, 'Country').selectOption({ label: 'Hong Kong SAR China' });
  await expect(field(page, 'County or region (optional)')).toHaveValue('');
  await field(page, 'County or region (optional)').fill('Kowloon');
  await field(page, 'Postcode (optional)').fill('');
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ country_code: 'HK', county_code: '', county: 'Kowloon', postcode: '' });
});

test('[ACC-1] [LOGIN-13] without allowAccountEdit name and address are locked, and the page tells it', async ({
  page,
  somebody,
}) => {
  // A locked field needs nothing in it.
  const robin = await somebody({ permissions: { allowAccountEdit: false }, account: { title: '', postcode: '' } });
  await page.goto(`${robin.url}/secure/account/edit`);
  await expect(page.getByText('Only the marina office can change your name and address')).toBeVisible();
  const names = ['Title', 'First name', 'Last name'];
  const address = ['Country', 'Address line 1', 'Address line 2 (optional)', 'Town or city'];
  for (const name of [...names, ...address, 'County or region (optional)', 'Postcode'])
    await expect(field(page, name), name).toBeDisabled();
  for (const name of ['E-mail address', 'Mobile', 'Phone (optional)'])
    await expect(field(page, name), name).toBeEnabled();
  await field(page, 'Mobile').fill('07700 900418');
  await expectAccessible(page);
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ mobile: '+447700900418', town: 'Emsworth' });
});

test('[ACC-1] [LOGIN-13] a single locked field says so itself and needs nothing in it', async ({ page, somebody }) => {
  const robin = await somebody({ permissions: { uneditableAccountProperties: ['mobile'] }, account: { mobile: '' } });
  await page.goto(`${robin.url}/secure/account/edit`);
  await expect(field(page, 'Mobile')).toBeDisabled();
  await expect(field(page, 'Mobile')).toHaveAccessibleDescription('Only the marina office can change this.');
  await expect(page.getByText('Only the marina office can change your name and address')).toHaveCount(0);
  await field(page, 'Town or city').fill('Cowes');
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
});

test('[ACC-1] a locked telephone number says so itself where name and address are locked too', async ({
  page,
  somebody,
}) => {
  const permissions = { allowAccountEdit: false, uneditableAccountProperties: ['mobile'] };
  const robin = await somebody({ permissions });
  await page.goto(`${robin.url}/secure/account/edit`);
  await expect(page.getByText('Only the marina office can change your name and address')).toBeVisible();
  await expect(field(page, 'Mobile')).toBeDisabled();
  await expect(field(page, 'Mobile')).toHaveAccessibleDescription('Only the marina office can change this.');
  await expect(field(page, 'Last name')).toHaveAccessibleDescription('');
});

test('[ACC-2] a failed save says so in the given words, and what was typed stays', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  await field(page, 'Town or city').fill('Cowes');
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await save(page);
  await expect(page.getByRole('alert').filter({ hasText: failureText })).toBeVisible();
  await expect(field(page, 'Town or city')).toHaveValue('Cowes');
  await expectAccessible(page);
});

test('the second of two windows shows what the first changed, keeps its own text, and then saves', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  await field(page, 'Phone (optional)').fill('01632 960213');
  await field(page, 'Last name').fill('Tester');
  const other = await context.newPage();
  await other.goto(`${robin.url}/secure/account/edit`);
  await field(other, 'Town or city').fill('Cowes');
  await field(other, 'Last name').fill('Testament');
  await save(other);
  await expect(other).toHaveURL(`${robin.url}/secure/dashboard`);

  await save(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Your details were changed elsewhere' });
  await expect(alert).toContainText('Town or city: now “Cowes”. It is updated below.');
  await expect(alert).toContainText('Last name: now “Testament”. You changed it too; your entry is kept below.');
  await expect(field(page, 'Town or city')).toHaveValue('Cowes');
  await expect(field(page, 'Last name')).toHaveValue('Tester');
  expect(await robin.stored()).toMatchObject({ town: 'Cowes', lastname: 'Testament', phone: '' });
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('data-locked');
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ town: 'Cowes', lastname: 'Tester', phone: '+441632960213' });
});

test('leaving with something unsaved asks first', async ({ page, somebody }) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  await field(page, 'Town or city').fill('Cowes');
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' });
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'Town or city')).toHaveValue('Cowes');
  await link.click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ town: 'Emsworth' });
});

test('[SHELL-222] a save that ends after its reader has left says so, and leads them nowhere', async ({
  page,
  somebody,
}) => {
  const robin = await somebody();
  await page.goto(`${robin.url}/secure/account/edit`);
  await field(page, 'Town or city').fill('Cowes');
  const call = await breakCall(page, saveAccount, 'stalls');
  await save(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Contact us' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  await call.mend();
  await expect(messages(page)).toContainText('Your account details have been updated');
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(`${robin.url}/secure/contact-us`);
  expect(await robin.stored()).toMatchObject({ town: 'Cowes' });
});

test('[ACC-3] a toggle saves at once and highlights its line for 1500 ms, by keyboard too', async ({
  page,
  somebody,
}) => {
  await page.clock.install();
  const robin = await somebody({ consents: ['Storm warnings', 'News'] });
  await page.goto(`${robin.url}/secure/account/edit`);
  const news = page.getByRole('switch', { name: 'News' });
  const line = page.locator('label').filter({ hasText: 'News' });
  await expect(news).not.toBeChecked();
  await news.focus();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.keyboard.press('Space');
  await expect(news).toBeChecked();
  await expect(line).toHaveAttribute('data-highlighted');
  await page.clock.fastForward(1499);
  await expect(line).toHaveAttribute('data-highlighted');
  await page.clock.fastForward(10);
  await expect(line).not.toHaveAttribute('data-highlighted');
  await page.clock.resume();
  await expect
    .poll(() => consentsOf(robin.marina.tenant, robin.account))
    .toMatchObject([{ consent_group_id: robin.consentIds[1], granted: true, source: 'portal' }]);
  await page.goto(`${robin.url}/secure/dashboard`);
  const widget = page.getByRole('region', { name: 'Notification preferences' });
  await expect(widget.getByRole('listitem')).toHaveText(['Storm warningsOff', 'NewsOn']);
});

test('[SHELL-271] [ACC-3] going back to the page grants no consent that was withdrawn meanwhile', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody({ consents: ['News'] });
  const granted = async () => (await consentsOf(robin.marina.tenant, robin.account)).map((each) => each.granted);
  const news = (tab: Page) => tab.getByRole('switch', { name: 'News' });
  await page.goto(`${robin.url}/secure/account/edit`);
  await news(page).click();
  await expect.poll(granted).toEqual([true]);
  await page.goto(`${robin.url}/secure/contact-us`);
  const other = await context.newPage();
  await other.goto(`${robin.url}/secure/account/edit`);
  await news(other).click();
  await expect.poll(granted).toEqual([true, false]);
  await page.goBack();
  await isTakenOver(page);
  await expect(news(page)).not.toBeChecked();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await granted()).toEqual([true, false]);
});

test('[ACC-3] a toggle that can’t be saved flips back and says so', async ({ page, context, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  await page.goto(`${robin.url}/secure/account/edit`);
  const news = page.getByRole('switch', { name: 'News' });
  await expect(news).not.toBeChecked();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await news.click();
  await expect(messages(page).getByRole('alert')).toContainText('We could not reach the marina');
  await expect(news).not.toBeChecked();
});

test('[DASH-1] [LOGIN-13] without showNotificationPreferences there are no toggles and no widget', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ consents: ['News'], permissions: { showNotificationPreferences: false } });
  await page.goto(`${robin.url}/secure/dashboard`);
  await expect(page.getByRole('region', { name: 'Your account' })).toContainText('Mrs Robin Test');
  await expect(page.getByRole('region', { name: 'Notification preferences' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit your details' }).click();
  await expect(field(page, 'Town or city')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
});

test('[ACC-2] [ACC-3] Save grants no consent that was withdrawn elsewhere, and the switch shows it off', async ({
  page,
  somebody,
}) => {
  await page.clock.install();
  const robin = await somebody({ consents: ['News'] });
  const { tenant } = robin.marina;
  const consents = async () =>
    (await consentsOf(tenant, robin.account)).map(({ granted, source }) => [granted, source]);
  const news = page.getByRole('switch', { name: 'News' });
  await page.goto(`${robin.url}/secure/account/edit`);
  await news.click();
  await expect.poll(consents).toEqual([[true, 'portal']]);
  await withdrawByMail(page, robin);
  // Saves before the page has read anything again: this is what the first tab of two knows.
  await field(page, 'Town or city').fill('Havant');
  await save(page);
  await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
  expect(await robin.stored()).toMatchObject({ town: 'Havant' });
  const withdrawn = [
    [true, 'portal'],
    [false, 'mail'],
  ];
  expect(await consents()).toEqual(withdrawn);

  await page.goto(`${robin.url}/secure/account/edit`);
  await news.click();
  await expect.poll(consents).toEqual([...withdrawn, [true, 'portal']]);
  await withdrawByMail(page, robin);
  await returnToPage(page, getAccount);
  await expect(news).not.toBeChecked();
});

/** Withdraws the first consent by a mail's one-click link, as a mail program does. */
async function withdrawByMail(page: Page, { marina, account, consentIds: [group = 0] }: Somebody): Promise<void> {
  const token = await makeUnsubscribableMail(marina.tenant, account, group);
  const url = apiBase + unsubscribe.path.replace(':token', token);
  const status = await page.evaluate(async (path) => (await fetch(path, { method: 'POST' })).status, url);
  expect(status).toBe(200);
}
