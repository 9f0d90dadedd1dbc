import { makeAccount } from '../apps/server/src/testing/factories.ts';
import { consentsOf, makeConsentGroup } from '../apps/server/src/testing/factories-consents.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { expect, test } from './customers.ts';

test('[ACC-4] the link of a mail shows the choices and saves them with one button', async ({
  page,
  context,
  somebody,
}) => {
  const robin = await somebody({ consents: ['Storm warnings', 'News'] });
  await context.clearCookies();
  await page.goto(`${robin.url}/consent-management/${robin.account.guid}?emailId=mail-7`);
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
  await page.goto(`${robin.url}/consentManagement/4711/${robin.account.guid}?emailId=mail-7`);
  const news = page.getByRole('switch', { name: 'News' });
  await expect(news).toBeVisible();
  // What the link opens isn't in the address, where others could read it, and outlives a reload all the same.
  await expect(page).toHaveURL(`${robin.url}/consent-management`);
  await page.reload();
  await news.click();
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  expect(await consentsOf(robin.marina.tenant, robin.account)).toMatchObject([{ email_message_id: 'mail-7' }]);
});

test('[ACC-4] where nobody can sign in to the portal there is no link to it', async ({ page, openMarina }) => {
  const credentials = { key: 'credentials', displayName: 'E-mail', colour: null, icon: null, enabledInPortal: false };
  const marina = await openMarina({ authProviders: [credentials] });
  await makeConsentGroup(marina.tenant);
  const { guid } = await makeAccount(marina.tenant);
  await page.goto(`${marina.url}/consent-management/${guid}`);
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your choice is saved' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the portal' })).toHaveCount(0);
});

test('[ACC-4] a guid that is unknown, or none, gets a neutral answer', async ({ page }) => {
  for (const guid of ['00000000-0000-4000-8000-000000000000', 'nonsense']) {
    await page.goto(`/consent-management/${guid}`);
    await expect(page.getByText('This link is not valid.'), guid).toBeVisible();
  }
  await expectAccessible(page);
});

test('[ACC-4] what can’t be saved says so and keeps the choice', async ({ page, context, somebody }) => {
  const robin = await somebody({ consents: ['News'] });
  await page.goto(`${robin.url}/consent-management/${robin.account.guid}`);
  await page.getByRole('switch', { name: 'News' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByRole('alert')).toContainText('Your choice could not be saved');
  await expect(page.getByRole('switch', { name: 'News' })).toBeChecked();
});
