import { type Checkout, registerMerchant, type TestMerchant, giveProvider } from './card-payments.ts';
import { startTestApp, type TestApp } from '../app.ts';
import {
  makeTenant,
  sampleSettings,
  signedInCustomer,
  type TestAccount,
  type TestTenant,
} from '../factories/factories.ts';
import { makeOrder, type OrderInput, type Owner } from '../factories/orders.ts';
import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import { inject } from 'vitest';
import type { SandboxProcess } from '../processes/sandbox-process.ts';

/** A customer with orders to pay. */
export type Customer = Checkout & { account: TestAccount; owner: Owner };

/** The application and a marina that takes cards, with a merchant of its own in the run's sandbox. */
export interface CheckoutFixture {
  app: TestApp;
  sandbox: Pick<SandboxProcess, 'url' | 'bankUrl'>;
  tenant: TestTenant;
  merchant: TestMerchant;
  /** Makes a customer of the marina, signed in, with one order for each description. The basket has all of them. */
  customer(...orders: OrderInput[]): Promise<Customer>;
  close(): Promise<void>;
}

/**
 * Starts the application and the marina.
 * @param culture the marina's; default: pounds
 * @param more other settings of the marina
 * @param connect opens the application's database in another way
 */
export async function startCheckoutFixture(
  culture: Partial<Culture> = {},
  more: Parameters<typeof sampleSettings>[0] = {},
  connect?: Parameters<typeof startTestApp>[1],
): Promise<CheckoutFixture> {
  const app = await startTestApp({}, connect);
  const sandbox = inject('sandbox');
  // The sandbox has its own clock. Ours must not be ahead of it, or a charge looks older than its attempt.
  app.clock.set(new Date().toISOString());
  const settings = sampleSettings(more);
  const tenant = await makeTenant(app, { settings: { ...settings, culture: { ...settings.culture, ...culture } } });
  const currency = culture.isoCurrencyCode ?? 'GBP';
  const merchant = await registerMerchant(sandbox.url, currency);
  await giveProvider(tenant.db, tenant.id, merchant);
  const places = culture.currencyDecimalPlaces ?? 2;
  return {
    app,
    sandbox,
    tenant,
    merchant,
    customer: async (...inputs) => {
      const { client, account } = await signedInCustomer(app, tenant);
      const owner = { tenantId: tenant.id, accountId: account.id, siteId: account.siteId };
      const orderIds: number[] = [];
      let minor = 0;
      for (const input of inputs) {
        orderIds.push((await makeOrder(tenant.db, owner, { currency, ...input })).id);
        minor += (input.grossMinor ?? 10_000) - (input.allocatedMinor ?? 0);
      }
      const basket = { accountGuid: account.guid, orderIds, amount: minor / 10 ** places };
      return { client, account, owner, ...basket, sandboxUrl: sandbox.url, merchant };
    },
    close: app.close,
  };
}
