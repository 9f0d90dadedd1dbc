import { randomUUID } from 'node:crypto';
import { consentKey, consentsOf, makeConsentGroup } from '../apps/server/src/testing/factories/consents.ts';
import { makeAccount } from '../apps/server/src/testing/factories/factories.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, test } from './customers.ts';
import { findInMail } from './mail.ts';

test('[ACC-4] the link of a mail shows the choices and saves them with one button', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody({ consents: ['Storm warnings', 'News'] });
  await context.clearCookies();
  await page.goto(
    `${robin.url}/consent-management/${await consentKey(robin.marina.tenant, robin.account)}?emailId=mail-7`,
  );
  await expect(page.getByText('r***@example.com')).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
  const chosen = () => consentsOf(robin.marina.tenant, robin.account);
  const news = page.getByRole('switch', { name: 'News' });
  await news.focus();
  await page.keyboard.press('Space');
  await expect(news).toBeChecked();
  expect(await chosen()).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeFocused();
  await expectAccessibleOnDeskAndPhone(page);
  expect(await chosen()).toMatchObject([
    { consent_group_id: robin.consentIds[1], granted: true, source: 'consent-page', email_message_id: 'mail-7' },
  ]);
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveAttribute('href', '/login');
});

test('[ACC-4] the older address leads there and keeps its query, and neither stays in the address', async ({
  page,
  somebody,
}) => {
  const robin = await somebody({ consents: ['News'] });
  await page.goto(
    `${robin.url}/consentManagement/4711/${await consentKey(robin.marina.tenant, robin.account)}?emailId=mail-7`,
  );
  const news = page.getByRole('switch', { name: 'News' });
  await expect(news).toBeVisible();
  // The key is not in the address, where others could read it, but it survives a reload.
  await expect(page).toHaveURL(`${robin.url}/consent-management`);
  await page.reload();
  await news.click();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  expect(await consentsOf(robin.marina.tenant, robin.account)).toMatchObject([{ email_message_id: 'mail-7' }]);
});

test('[ACC-4] if nobody can sign in to the portal, there is no link to it', async ({ page, openMarina }) => {
  const credentials = { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: false };
  const marina = await openMarina({ authProviders: [credentials] });
  await makeConsentGroup(marina.tenant);
  const account = await makeAccount(marina.tenant);
  await page.goto(`${marina.url}/consent-management/${await consentKey(marina.tenant, account)}`);
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveCount(0);
});

test('[ACC-4] an older link, an unknown one or none at all: a new one is mailed, in the same words for all', async ({
  page,
  context,
  mailboxUrl,
  somebody,
}) => {
  const email = `${randomUUID()}@example.com`;
  const robin = await somebody({ consents: ['News'], account: { email } });
  for (const guid of ['00000000-0000-4000-8000-000000000000', 'nonsense', robin.account.guid]) {
    await page.goto(`${robin.url}/consent-management/${guid}`);
    await expect(page.getByText('This link no longer works'), guid).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'E-mail me a new link' }).click();
    await expect(page.getByText('If this link was yours, we have sent a new one')).toBeVisible();
  }
  const link = await findInMail(context, mailboxUrl, email, /\/consent-management\/[0-9a-f-]{36}/);
  await page.goto(robin.url + link);
  await expect(page.getByRole('switch', { name: 'News' })).toBeVisible();
});

test('[ACC-4] a failed save says so and keeps the choice', async ({ page, context, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  await page.goto(`${robin.url}/consent-management/${await consentKey(robin.marina.tenant, robin.account)}`);
  await page.getByRole('switch', { name: 'News' }).click();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('alert')).toContainText('Your choice could not be saved');
  await expect(page.getByRole('switch', { name: 'News' })).toBeChecked();
});

test('[ACC-4] a change of language keeps what was chosen and not saved yet', async ({ page, context, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  await context.clearCookies();
  await page.goto(`${robin.url}/consent-management/${await consentKey(robin.marina.tenant, robin.account)}`);
  await page.getByRole('switch', { name: 'News' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr-FR');
  await expect(page.getByRole('switch', { name: 'News (fr)' })).toBeChecked();
});
