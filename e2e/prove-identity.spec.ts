import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { test as customers } from './customers.ts';
import { cards, expect, expectReceived, openCheckout, pay, test, typeAddress, typeCard } from './debts.ts';
import type { Marina } from './marina.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Is it still you?' });

/** As if whoever is signed in had given their password thirteen hours ago. */
async function age({ tenant }: Marina): Promise<void> {
  const authenticated_at = new Date(Date.now() - 13 * 60 * 60_000);
  await tenant.db.updateTable('sessions').set({ authenticated_at }).execute();
}

async function answer(page: Page, password: string) {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
}

test('[CARD-2] a payment that needs the password again asks for it and goes on; nothing is typed twice', async ({
  page,
  debtor,
}) => {
  const { url, marina, password, books } = await debtor([{ grossMinor: 4_850 }]);
  await age(marina);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await answer(page, 'Wrong#2026');
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password',
  );
  expect((await books()).charged).toBe(0);
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeVisible();
  await answer(page, password);
  await expectReceived(page);
  expect((await books()).charged).toBe(4_850);
});

test('[CARD-2] who would rather not is told that nothing was taken, and keeps the basket', async ({ page, debtor }) => {
  const { url, marina, books } = await debtor([{ grossMinor: 4_850 }]);
  await age(marina);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your password to go on');
  await expect(page.getByRole('button', { name: 'Pay £48.50' })).toBeVisible();
  expect((await books()).charged).toBe(0);
});

test('[LOGIN-8] who signs in at a provider proves it there, and finds page and basket again', async ({
  page,
  debtor,
}) => {
  const providers = [{ key: 'harbour-id', displayName: 'Harbour ID', colour: null, icon: null, enabledInPortal: true }];
  const { url, marina } = await debtor([{ grossMinor: 4_850 }], { settings: { authProviders: providers } });
  await age(marina);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await expect(dialog(page)).toBeVisible();
  await expectAccessible(page);
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveCount(0);
  const link = dialog(page).getByRole('link', { name: 'Sign in again with Harbour ID' });
  await expect(link).toHaveAttribute('href', '/harbour/api/auth/harbour-id?portal=true');
  const basket = await page.evaluate(() => sessionStorage.getItem('quayside.paysafe'));
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await link.click();
  const kept = (slice: string) => page.evaluate((key) => sessionStorage.getItem(key), `quayside.${slice}`);
  expect(await kept('paysafe')).toBe(basket);
  expect(await kept('auth')).toContain('/secure/paysafe/checkout');
});

customers(
  'another e-mail address on the account asks for the password, the rest doesn’t',
  async ({ page, somebody }) => {
    const robin = await somebody();
    await age(robin.marina);
    await page.goto(`${robin.url}/secure/account/edit`);
    await page.getByLabel('E-mail address', { exact: true }).fill('elsewhere@example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog(page)).toBeVisible();
    await answer(page, robin.password);
    await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
    expect(await robin.stored()).toMatchObject({ email: 'elsewhere@example.com' });
    await age(robin.marina);
    await page.goto(`${robin.url}/secure/account/edit`);
    await page.getByLabel('Town or city').fill('Cowes');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(`${robin.url}/secure/dashboard`);
    expect(await robin.stored()).toMatchObject({ town: 'Cowes' });
  },
);

customers('the question is accessible', async ({ page, somebody }) => {
  const robin = await somebody();
  await age(robin.marina);
  await page.goto(`${robin.url}/secure/account/edit`);
  await page.getByLabel('E-mail address', { exact: true }).fill('elsewhere@example.com');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleOnDeskAndPhone(page);
});
