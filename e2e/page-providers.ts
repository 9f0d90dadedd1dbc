import {
  givePageProvider,
  type PageMerchant,
  registerPaypal,
  registerRedirect,
  takenAt,
} from '../apps/server/src/testing/page-payments.ts';
import { type Debtor, test as base } from './debts.ts';

interface Fixtures {
  /** Where the sandbox's providers with pages of their own are. */
  hosts: { url: string; paypalUrl: string; redirectUrl: string };
  /** Gives the debtor's marina one of them. */
  offer: (debtor: Debtor, key: PageMerchant['key'], settings?: Record<string, unknown>) => Promise<PageMerchant>;
  /** What it has taken, in minor units. */
  taken: (merchant: PageMerchant) => Promise<number[]>;
}

export const test = base.extend<Fixtures>({
  hosts: async ({ sandboxUrl: url, paypalUrl, redirectUrl }, use) => {
    await use({ url, paypalUrl, redirectUrl });
  },
  offer: async ({ hosts }, use) => {
    await use(async ({ marina: { tenant } }, key, settings) => {
      const register = key === 'paypal' ? registerPaypal : registerRedirect;
      const merchant = await register(hosts);
      await givePageProvider(tenant.db, tenant.id, merchant, settings);
      return merchant;
    });
  },
  taken: async ({ hosts }, use) => {
    await use((merchant) => takenAt(hosts, merchant));
  },
});
