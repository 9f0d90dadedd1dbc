import type { Culture } from '@quayside/contract/tenant/tenant.ts';
import { type Page } from '@playwright/test';
import { sampleSettings } from '../apps/server/src/testing/factories/factories.ts';
import { type OrderInput, makeAgreement, makeOrder, type Owner } from '../apps/server/src/testing/factories/orders.ts';
import { makePaidPayment } from '../apps/server/src/testing/factories/receipts.ts';
import {
  type Books,
  control,
  makeFault,
  readBooks,
  registerMerchant,
  type TestMerchant,
  giveProvider,
} from '../apps/server/src/testing/payments/card-payments.ts';
import { type Customer, expect, type Marina, signIn, test as base } from './marina.ts';

export { expect } from './marina.ts';
export { cards } from '../apps/server/src/testing/payments/card-payments.ts';

type UnpaidOrderInput = OrderInput & {
  /** Due in this number of days from today. Default: long past. */
  dueInDays?: number;
  /** True if it waits for a signature. */
  unsigned?: boolean;
};

interface Circumstances {
  culture?: Partial<Culture>;
  settings?: Parameters<typeof sampleSettings>[0];
  /** Settings of the card provider, such as `rememberNewCardDefault`. */
  provider?: Record<string, unknown>;
  /** The marina's sites, numbered from 1, each with the card provider. Default: a single site. */
  sites?: string[];
  /** True if the marina takes no cards. */
  withoutProvider?: boolean;
  account?: Record<string, unknown>;
}

/** `signedOut`: the page belongs to a visitor, as for a reader who comes by a link. */
interface Visit {
  signedOut?: boolean;
}

/** A customer with orders to pay, in a marina of their own, with the provider's records. */
export interface Debtor extends Customer {
  url: string;
  marina: Marina;
  owner: Owner;
  orderIds: number[];
  merchant: TestMerchant;
  addOrder: (order: UnpaidOrderInput) => Promise<number>;
  changeProvider: (settings: Record<string, unknown>) => Promise<void>;
  /** Makes the provider fail, only for this marina. */
  fault: (fault: object) => Promise<unknown>;
  clearFaults: () => Promise<unknown>;
  books: () => Promise<Books>;
}

export interface Fixtures {
  /** A customer who owes these orders. */
  indebted: (orders: UnpaidOrderInput[], circumstances?: Circumstances) => Promise<Debtor>;
  /** Such a customer, signed in on the page. */
  debtor: (orders: UnpaidOrderInput[], circumstances?: Circumstances & Visit) => Promise<Debtor>;
}

/** Returns the pay link of an order. */
export async function linkTo({ url, marina: { tenant } }: Debtor, orderId: number | undefined): Promise<string> {
  const order = tenant.db.selectFrom('orders').select('guid').where('tenant_id', '=', tenant.id);
  const { guid } = await order.where('id', '=', orderId ?? 0).executeTakeFirstOrThrow();
  return `${url}/quick-pay/${guid}`;
}

export const test = base.extend<Fixtures>({
  debtor: async ({ page, indebted }, use) => {
    await use(async (orders, { signedOut, ...circumstances } = {}) => {
      const robin = await indebted(orders, circumstances);
      if (!signedOut) await signIn(page, robin.url, robin);
      return robin;
    });
  },
  indebted: async ({ openMarina, sandboxUrl }, use) => {
    await use(async (orders, circumstances = {}) => {
      const { culture = {}, settings = {}, provider = {}, sites, withoutProvider, account } = circumstances;
      const sample = sampleSettings();
      const marina = await openMarina({ ...settings, culture: { ...sample.culture, ...culture } }, sites);
      const { tenant, url } = marina;
      const currency = culture.isoCurrencyCode ?? 'GBP';
      const registered = await registerMerchant(sandboxUrl, currency);
      const merchant = { ...registered, settings: { ...registered.settings, ...provider } };
      const taking = withoutProvider ? [] : (sites ?? ['the only one']);
      for (const siteId of taking.keys()) await giveProvider(tenant.db, tenant.id, merchant, siteId + 1);

      const customer = await marina.addCustomer();
      if (account) {
        await tenant.db
          .updateTable('accounts')
          .set(account)
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', customer.account.id)
          .execute();
      }
      const owner = { tenantId: tenant.id, accountId: customer.account.id, siteId: customer.account.siteId };
      const addOrder = async ({ dueInDays, unsigned, ...order }: UnpaidOrderInput) => {
        const agreement = unsigned ? await makeAgreement(tenant.db, owner) : undefined;
        const due = dueInDays === undefined ? {} : { taxPointDate: dayFromToday(dueInDays) };
        const wanted = { currency, taxPointDate: '2025-06-01', ...due, ...order };
        return (await makeOrder(tenant.db, owner, agreement ? { ...wanted, agreementId: agreement.id } : wanted)).id;
      };
      const orderIds: number[] = [];
      for (const order of orders) orderIds.push(await addOrder(order));
      return {
        ...customer,
        url,
        marina,
        owner,
        orderIds,
        merchant,
        addOrder,
        changeProvider: (changes) =>
          giveProvider(tenant.db, tenant.id, { ...merchant, settings: { ...merchant.settings, ...changes } }),
        fault: (fault) => makeFault(sandboxUrl, merchant, fault),
        clearFaults: () => control(sandboxUrl, 'DELETE', `faults?accountId=${merchant.accountId}`),
        books: () => readBooks(sandboxUrl, merchant),
      };
    });
  },
});

function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The checkbox of an unpaid order. */
export const orderBox = (page: Page, id: number | undefined) =>
  page.getByRole('checkbox', { name: new RegExp(`Order ${id}\\b`) });

/** Opens the unpaid orders of the signed-in customer. */
export async function openOrders(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/secure/orders/outstanding${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid orders' })).toBeVisible();
}

/** Goes from the orders to the checkout and waits for its frames. */
export async function openCheckout(page: Page, url: string): Promise<void> {
  await openOrders(page, url);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

/** Returns a field in the provider's frame. */
const fieldIn = (page: Page, container: string) =>
  page.frameLocator(`#hosted-${container} iframe`).getByRole('textbox');

/** Types a card with its expiry date and security code into the provider’s frames. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await fieldIn(page, 'cardNumber').fill(number);
  await fieldIn(page, 'expiryDate').fill('12/31');
  await typeSecurityCode(page, '123');
}

/** Types a security code into the provider’s frame. */
export const typeSecurityCode = (page: Page, code: string) => fieldIn(page, 'cvv').fill(code);

/** Waits for the field of the security code. The provider gives its frame 15 seconds, also of a clock that is moved. */
export const expectSecurityCode = (page: Page) => expect(fieldIn(page, 'cvv')).toBeEditable();

/** Fills in a new card's billing address, if the account has none. */
export async function typeAddress(page: Page): Promise<void> {
  await page.getByLabel('Country').selectOption('GB');
  await page.getByLabel('Address line 1').fill('1 Quay Road');
  await page.getByLabel('Town or city').fill('Saltmarsh');
  await page.getByLabel('Postcode').fill('SM1 1AA');
}

/** The button under the card's form. It leads to the security code, or to the question that pays (CARD-32). */
export const goOn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Continue', exact: true });

/** Leaves the card's form, then confirms. */
export async function pay(page: Page): Promise<void> {
  await goOn(page).click();
  await page.getByRole('dialog', { name: 'Confirm payment' }).getByRole('button', { name: /^Pay / }).click();
}

/**
 * Waits out the lock of a button that was just pressed (SHELL-9). Needs `page.clock.install()` before the page is
 * opened.
 */
export const passButtonLock = (page: Page) => page.clock.fastForward(2_000);

/** Makes a whole payment with a new card, with any result. */
export async function payWithNewCard(page: Page, url: string, number: string): Promise<void> {
  await openCheckout(page, url);
  await typeCard(page, number);
  await typeAddress(page);
  await pay(page);
}

/** Answers the bank's challenge in its own frames. */
export async function answerBank(page: Page, code: string): Promise<void> {
  const bank = page.frameLocator('iframe[title="Confirmation by your bank"]').frameLocator('iframe');
  await bank.getByLabel('Code').fill(code);
  await bank.getByRole('button', { name: 'Confirm' }).click();
}

/** Waits for the confirmation. The bank, the provider and our server must all answer first. */
export async function expectReceived(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible({ timeout: 30_000 });
}

/** Opens the confirmation of an earlier payment. */
export async function openPaid(page: Page, { url, marina, owner, orderIds }: Debtor): Promise<void> {
  const { db } = marina.tenant;
  const id = await makePaidPayment(db, owner, { orders: [{ id: orderIds[0] ?? 0, minor: 10_000 }] });
  const paid = db.selectFrom('payments').select('merchant_ref_number').where('id', '=', id);
  const { merchant_ref_number: reference } = await paid
    .where('tenant_id', '=', owner.tenantId)
    .executeTakeFirstOrThrow();
  await page.goto(`${url}/secure/paysafe/checkout/confirmation?reference=${reference}`);
  await expectReceived(page);
}
