import type { Page } from '@playwright/test';
import { letSignOn, makePerson, offeredProviders, type Person } from '../apps/server/src/testing/sign-on-fixture.ts';
import type { AuthProvider } from '@quayside/contract/tenant/tenant.ts';
import { expectAccessible, expectAccessibleOnDeskAndPhone } from './accessible.ts';
import { test as customers } from './customers.ts';
import {
  cards,
  type Debtor,
  expect,
  expectReceived,
  goOn,
  linkTo,
  openCheckout,
  openOrders,
  pay,
  test,
  typeAddress,
  typeCard,
} from './unpaid-orders.ts';
import type { Marina } from './marina.ts';
import { signInAtProvider } from './single-sign-on.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });

/** Makes the sessions look as if the password was typed thirteen hours ago. */
async function age({ tenant }: Marina): Promise<void> {
  const authenticated_at = new Date(Date.now() - 13 * 60 * 60_000);
  await tenant.db.updateTable('sessions').set({ authenticated_at }).execute();
}

/** Links the marina's only login to this identity. */
async function linkPerson({ id, db }: Marina['tenant'], identity: { issuer: string; subject: string }): Promise<void> {
  const login = await db.selectFrom('logins').select('id').executeTakeFirstOrThrow();
  const row = { tenant_id: id, ...identity, login_id: login.id, linked_at: new Date() };
  await db.insertInto('login_identities').values(row).execute();
}

async function answer(page: Page, password: string) {
  await dialog(page).getByLabel('Password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
}

test('[CARD-2] a payment that needs the password again asks and continues; the reader types nothing twice', async ({
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
  await expect(dialog(page).locator(':focus')).toContainText('There is a problem');
  await expectAccessible(page);
  expect((await books()).charged).toBe(0);
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeVisible();
  await answer(page, password);
  await expectReceived(page);
  expect((await books()).charged).toBe(4_850);
});

test('[CARD-2] a customer who cancels reads that nothing was charged, and keeps the basket', async ({
  page,
  debtor,
}) => {
  const { url, marina, books } = await debtor([{ grossMinor: 4_850 }]);
  await age(marina);
  await openCheckout(page, url);
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter your password to continue');
  await expect(goOn(page)).toBeVisible();
  expect((await books()).charged).toBe(0);
});

/** A debtor at the checkout, where a payment asks for proof, and a person whom the providers know. */
const atProof = test.extend<{ atProof: (authProviders?: AuthProvider[]) => Promise<Debtor & { person: Person }> }>({
  atProof: async ({ page, debtor, sandboxUrl, ssoUrl }, use) => {
    await use(async (authProviders = offeredProviders()) => {
      const sandbox = { url: sandboxUrl, ssoUrl };
      const robin = await debtor([{ grossMinor: 4_850 }, { grossMinor: 1_200 }], { settings: { authProviders } });
      const person = await makePerson(sandbox, { email: robin.email });
      await letSignOn(robin.marina.tenant, sandbox, `client-of-${robin.marina.tenant.key}`);
      await age(robin.marina);
      await openOrders(page, robin.url);
      await page.getByRole('checkbox', { name: '£12.00' }).uncheck();
      await page.getByRole('button', { name: 'Checkout' }).click();
      await payByCard(page);
      await expect(dialog(page)).toBeVisible();
      return { ...robin, person };
    });
  },
});

async function payByCard(page: Page) {
  await typeCard(page, cards.frictionless);
  await typeAddress(page);
  await pay(page);
}

const goToHarbourId = (page: Page) => dialog(page).getByRole('link', { name: 'Sign in again with Harbour ID' }).click();

async function expectCheckout(page: Page, url: string) {
  await expect(page).toHaveURL(`${url}/secure/paysafe/checkout`);
  await expect(goOn(page)).toBeVisible();
}

atProof(
  'a customer who proves who they are at a provider returns to page and basket, and pays',
  async ({ page, ssoUrl, atProof: open }) => {
    const { url, marina, account, books, person } = await open();
    await linkPerson(marina.tenant, { issuer: `${ssoUrl}/harbour-id`, subject: person.sub });
    await expectAccessible(page);
    await goToHarbourId(page);
    await signInAtProvider(page, person);

    await expectCheckout(page, url);
    const sessions = await marina.tenant.db.selectFrom('sessions').select(['account_id', 'authenticated_at']).execute();
    expect(sessions.map(({ account_id }) => account_id)).toEqual([account.id]);
    expect(Date.now() - (sessions[0]?.authenticated_at.getTime() ?? 0)).toBeLessThan(60 * 60_000);
    await payByCard(page);
    await expectReceived(page);
    expect((await books()).charged).toBe(4_850);
  },
);

atProof(
  '[LOGIN-16] a provider that is not connected yet asks for the password, and leads back to the basket',
  async ({ page, atProof: open }) => {
    const { url, books, person, password } = await open();
    await goToHarbourId(page);
    await signInAtProvider(page, person);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Harbour ID');
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await expectCheckout(page, url);
    await payByCard(page);
    await expectReceived(page);
    expect((await books()).charged).toBe(4_850);
  },
);

atProof('[LOGIN-16] a customer who connects no provider goes back to the basket', async ({ page, atProof: open }) => {
  const { url, person } = await open();
  await goToHarbourId(page);
  await signInAtProvider(page, person);
  await page.getByRole('button', { name: 'Go back' }).click();
  await expectCheckout(page, url);
});

atProof(
  '[LOGIN-16] a visit that proves nothing leads back to the basket, and says why',
  async ({ page, sandboxUrl, ssoUrl, atProof: open }) => {
    const { url } = await open();
    const stranger = await makePerson({ url: sandboxUrl, ssoUrl });
    await goToHarbourId(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectCheckout(page, url);
    await expect(page.getByText('You cancelled the sign-in')).toBeVisible();
    await expectAccessible(page);
    await payByCard(page);
    await goToHarbourId(page);
    await signInAtProvider(page, stranger);
    await expectCheckout(page, url);
    await expect(page.getByText('You cannot log into the Portal using this login')).toBeVisible();

    await page.getByRole('link', { name: 'Contact us' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
    await expect(page.getByText('You cannot log into the Portal using this login')).toHaveCount(0);
  },
);

atProof(
  '[LOGIN-16] the owner at a pay link returns to it, and reads that the visit was cancelled',
  async ({ page, atProof: open }) => {
    const robin = await open();
    await page.goto(await linkTo(robin, robin.orderIds[0]));
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.getByLabel('Name on card').fill('Robin Test');
    await payByCard(page);
    await goToHarbourId(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(/\/quick-pay\/[-\w]+\/checkout$/);
    await expect(page.getByText('You cancelled the sign-in')).toBeVisible();
    await expectAccessible(page);
  },
);

atProof('[LOGIN-16] only providers are offered that serve signing in', async ({ page, atProof: open }) => {
  await open(
    offeredProviders().map((each) => (each.key === 'harbour-id' ? { ...each, authTypes: ['register'] } : each)),
  );
  await expect(dialog(page).getByRole('link')).toHaveText(['Sign in again with Blue Flag Club']);
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
