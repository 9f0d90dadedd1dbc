import type { Page } from '@playwright/test';
import { makeAccount, type sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { makeOrder } from '../apps/server/src/testing/factories/orders.ts';
import { control } from '../apps/server/src/testing/payments/card-payments.ts';
import { type Debtor, test as base } from './unpaid-orders.ts';

export { expect } from './unpaid-orders.ts';

/** A customer with two orders to pay, in a marina with the sandbox's apps. */
export interface AppUser extends Debtor {
  /** An order of another customer in the same marina. */
  neighboursOrder: number;
  /** Makes apps fail, only for this marina. `app` selects one of them. */
  breakApps: (fault: { operation: string; kind: string; app?: string; status?: number }) => Promise<unknown>;
  mendApps: () => Promise<unknown>;
}

interface Fixtures {
  appUser: (settings?: Parameters<typeof sampleSettings>[0]) => Promise<AppUser>;
}

export const test = base.extend<Fixtures>({
  appUser: async ({ debtor, appsUrl, sandboxUrl }, use) => {
    await use(async (settings = {}) => {
      const robin = await debtor([{}, {}], { settings: { microAppApi: appsUrl, ...settings } });
      const { tenant } = robin.marina;
      const { id: accountId, siteId } = await makeAccount(tenant);
      const { id } = await makeOrder(tenant.db, { tenantId: tenant.id, accountId, siteId });
      const scopes = new Set<string>();
      return {
        ...robin,
        neighboursOrder: id,
        breakApps: ({ app, ...fault }) => {
          const accountId = app === undefined ? tenant.key : `${tenant.key}/${app}`;
          scopes.add(accountId);
          return control(sandboxUrl, 'POST', 'faults', { status: 503, times: 1_000, ...fault, accountId });
        },
        mendApps: () =>
          Promise.all(
            [...scopes].map((scope) => control(sandboxUrl, 'DELETE', `faults?accountId=${encodeURIComponent(scope)}`)),
          ),
      };
    });
  },
});

/** Returns the address of an app's page in the portal. */
export const appAddress = (address: unknown) =>
  `/secure/micro-app?${new URLSearchParams({ app: JSON.stringify(address) })}`;

/** Returns the content of an app's frame. */
export const inFrame = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);

/** The sidebar, in English and French. */
export const menu = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|Menu principal)$/ });
