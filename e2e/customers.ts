import type { Page } from '@playwright/test';
import { makeConsentGroup } from '../apps/server/src/testing/factories/consents.ts';
import { type makeAccount, sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import type { Owner } from '../apps/server/src/testing/factories/orders.ts';
import { type Customer, expect, type Marina, signIn, test as base } from './marina.ts';

export { expect };

type Settings = NonNullable<Parameters<typeof sampleSettings>[0]>;

interface Circumstances {
  settings?: Settings;
  permissions?: Partial<ReturnType<typeof sampleSettings>['permissions']>;
  account?: Parameters<typeof makeAccount>[1];
  /** The marina's consent questions, in English and French. */
  consents?: readonly string[];
}

/** A signed-in customer in a marina of their own, with all details of the account form. */
export interface Somebody extends Customer {
  url: string;
  marina: Marina;
  /** Ids of the consent groups. */
  consentIds: number[];
  /** Returns the account's row in the database. */
  stored: () => Promise<object>;
}

/** Returns the customer as the owner that factories take. */
export const ownerOf = ({ marina, account }: Pick<Somebody, 'marina' | 'account'>): Owner => ({
  tenantId: marina.tenant.id,
  accountId: account.id,
  siteId: account.siteId,
});

export interface Fixtures {
  person: (circumstances?: Circumstances) => Promise<Somebody>;
  /** A customer as `person` makes them, signed in on the page. */
  somebody: (circumstances?: Circumstances) => Promise<Somebody>;
}

const details = {
  title: 'Mrs',
  firstname: 'Robin',
  lastname: 'Test',
  email: 'robin.test@example.com',
  mobile: '+447700900417',
  address1: '4 Ferry Lane',
  town: 'Emsworth',
  county: 'Hampshire',
  postcode: 'PO10 7AA',
  country_code: 'GB',
};

export const test = base.extend<Fixtures>({
  somebody: async ({ page, person }, use) => {
    await use(async (circumstances) => {
      const robin = await person(circumstances);
      await signIn(page, robin.url, robin);
      return robin;
    });
  },
  person: async ({ openMarina }, use) => {
    await use(async ({ settings = {}, permissions = {}, account = {}, consents = [] } = {}) => {
      const sample = sampleSettings(settings);
      const marina = await openMarina({ ...settings, permissions: { ...sample.permissions, ...permissions } });
      const { db, id: tenantId } = marina.tenant;
      const consentIds: number[] = [];
      for (const text of consents) {
        consentIds.push(await makeConsentGroup(marina.tenant, { 'en-GB': text, 'fr-FR': `${text} (fr)` }));
      }
      const customer = await marina.addCustomer();
      await db
        .updateTable('accounts')
        .set({ ...details, ...account })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', customer.account.id)
        .execute();
      const stored = () =>
        db
          .selectFrom('accounts')
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('id', '=', customer.account.id)
          .executeTakeFirstOrThrow();
      return { ...customer, url: marina.url, marina, consentIds, stored };
    });
  },
});

/** The dashboard's heading for the customer that `person` makes. */
export const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: 'Hello Robin' });

/** The dashboard's list of unpaid orders. */
export const ordersWidget = (page: Page) => page.getByRole('region', { name: 'Unpaid orders' });

/** Opens the dashboard of a customer that `person` made. */
export async function openDashboard(page: Page, { url }: Somebody): Promise<void> {
  await page.goto(`${url}/secure/dashboard`);
  await expect(greeting(page)).toBeVisible();
}
