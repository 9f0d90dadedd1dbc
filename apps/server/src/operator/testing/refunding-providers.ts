import { expect } from 'vitest';
import {
  cancelRefund,
  failRefundAtPaypal,
  refundAtPaypal,
  refundCard,
  refundOnPage,
} from '../../testing/payments/after-payment.ts';
import { authenticated, control, pay } from '../../testing/payments/card-payments.ts';
import type { CheckoutFixture, Customer } from '../../testing/payments/checkout-fixture.ts';
import {
  confirm,
  declineComponentRefund,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  refundComponents,
  typeCard,
} from '../../testing/payments/component-payments.ts';
import {
  actOnPage,
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  registerPaypal,
  registerRedirect,
  startOnPage,
  startPaypal,
} from '../../testing/payments/page-payments.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';
import type { SandboxProcess } from '../../testing/processes/sandbox-process.ts';

export type Sandbox = Pick<SandboxProcess, 'url' | 'bankUrl' | 'clearAcceptUrl'>;

/** One provider of a marina, as the tests of refunds use it. */
export interface Way {
  /** Pays the customer's orders. @returns the reference */
  pay: (customer: Customer) => Promise<string>;
  /** Adds up what the provider has refunded by its own books, in minor units of ISO 4217. */
  refundedThere: () => Promise<number>;
  /** The marina's name at the provider, for faults. */
  accountId: string;
  /** The operation of the sandbox that refunds. */
  operation: string;
  /** Refunds a part at the provider, as the marina does there, in the same units. */
  elsewhere: (reference: string, minor: number) => Promise<unknown>;
  /** Fails the refund of this amount after it was made. Null: refunds of this provider are final. */
  fail: ((reference: string, minor: number) => Promise<unknown>) | null;
}

/** Registers the marina at a provider, and gives it the provider. */
type GiveProvider = (sandbox: Sandbox, fixture: CheckoutFixture) => Promise<Way>;

/** All providers that can refund. A new one is one entry here. */
const refundingProviders = {
  'the card provider': giveCards,
  PayPal: givePaypal,
  'the redirect provider': giveRedirect,
  'the second card provider': giveComponentCards,
} satisfies Record<string, GiveProvider>;

type RefundingProvider = keyof typeof refundingProviders;

export const refundingProviderNames = Object.keys(refundingProviders) as RefundingProvider[];

/** Gives the marina of a fixture all providers that can refund. */
export async function giveRefundingProviders(sandbox: Sandbox, fixture: CheckoutFixture) {
  const ways: Record<string, Way> = {};
  for (const [name, give] of Object.entries(refundingProviders)) ways[name] = await give(sandbox, fixture);
  return ways as Record<RefundingProvider, Way>;
}

/** Moves the card provider's clock this many days ahead. */
export const moveClockOf =
  (sandbox: Sandbox, { merchant }: CheckoutFixture) =>
  (days: number) =>
    control(sandbox.url, 'POST', 'clock', { offsetMs: days * 86_400_000, accountId: merchant.accountId });

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/** The fixture's marina has this provider already. */
async function giveCards(sandbox: Sandbox, fixture: CheckoutFixture): Promise<Way> {
  const { merchant } = fixture;
  const moveClock = moveClockOf(sandbox, fixture);
  const refundsThere = async () => {
    const books = await control(sandbox.url, 'GET', `books?accountId=${merchant.accountId}`);
    return (books as { refunds: { id: string; amount: number }[] }).refunds;
  };
  return {
    pay: async (customer) => {
      const { payment, token } = await authenticated(customer);
      // A settlement is batched after a day. Before, nothing of it can be refunded.
      await moveClock(0);
      expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
      await moveClock(2);
      return payment.merchantRefNumber;
    },
    refundedThere: async () => sumOf((await refundsThere()).map(({ amount }) => amount)),
    accountId: merchant.accountId,
    operation: 'refunds.create',
    elsewhere: async (reference, minor) => {
      await refundCard(sandbox, merchant, reference, minor);
      await moveClock(2);
    },
    // The books don't tell the payment of a refund, so it is the newest one of the amount.
    fail: async (_reference, minor) => {
      const refund = (await refundsThere()).findLast(({ amount }) => amount === minor);
      await cancelRefund(sandbox, merchant, refund?.id ?? '');
    },
  };
}

interface PaypalOrder {
  id: string;
  reference: string;
  capture: { refunds?: { id: string; value: string }[] } | null;
}

async function givePaypal(sandbox: Sandbox, { tenant }: CheckoutFixture): Promise<Way> {
  const merchant = await registerPaypal(sandbox);
  await givePageProvider(tenant.db, tenant.id, merchant);
  const orders = async () => {
    const books = await control(sandbox.url, 'GET', `paypal/books?clientId=${merchant.accountId}`);
    return (books as { orders: PaypalOrder[] }).orders;
  };
  return {
    pay: async (customer) => {
      const { body } = await startPaypal(customer);
      await approveAtPaypal(sandbox, body.token);
      await confirmPaypal(customer, body.token);
      return body.payment.merchantRefNumber;
    },
    refundedThere: async () => {
      const refunds = (await orders()).flatMap(({ capture }) => capture?.refunds ?? []);
      return sumOf(refunds.map(({ value }) => Math.round(Number(value) * 100)));
    },
    accountId: merchant.accountId,
    operation: 'paypal.refund',
    elsewhere: async (reference, minor) => {
      const order = (await orders()).find((each) => each.reference === reference);
      // Some currencies take no decimals.
      const value = (minor / 100).toFixed(minor % 100 === 0 ? 0 : 2);
      return refundAtPaypal(sandbox, order?.id ?? null, value);
    },
    fail: async (reference, minor) => {
      const order = (await orders()).find((each) => each.reference === reference);
      const refund = order?.capture?.refunds?.find(({ value }) => Math.round(Number(value) * 100) === minor);
      return failRefundAtPaypal(sandbox, order?.id ?? null, refund?.id ?? null);
    },
  };
}

async function giveRedirect(sandbox: Sandbox, fixture: CheckoutFixture): Promise<Way> {
  const { app, tenant } = fixture;
  const merchant = await registerRedirect(sandbox, `${app.url}/harbour/api/hooks/redirect/${tenant.key}`);
  await givePageProvider(tenant.db, tenant.id, merchant);
  return {
    pay: async (customer) => {
      const { body } = await startOnPage(customer);
      await actOnPage(body.redirectUrl, 'pay');
      app.clock.advance({ seconds: 5 });
      await reconcile(fixture);
      return body.merchantRefNumber;
    },
    refundedThere: async () => {
      const books = (await control(sandbox.url, 'GET', `redirect/books?merchantId=${merchant.accountId}`)) as {
        charged: number;
        payments: { status: string; amount: number }[];
      };
      const paid = books.payments.filter(({ status }) => status === 'success');
      return sumOf(paid.map(({ amount }) => amount)) - books.charged;
    },
    accountId: merchant.accountId,
    operation: 'redirect.refund',
    elsewhere: (reference, minor) => refundOnPage(sandbox, merchant, reference, minor),
    fail: null,
  };
}

async function giveComponentCards(sandbox: Sandbox, { tenant, merchant: { currency } }: CheckoutFixture): Promise<Way> {
  const merchant = await registerComponentMerchant(sandbox, currency);
  await giveComponents(tenant.db, tenant.id, merchant);
  return {
    pay: async (customer) => {
      const { body } = await open(customer, { currency });
      const token = await typeCard(sandbox, body.fieldToken, '4000000000001000');
      const reference = body.payment.merchantRefNumber;
      expect((await confirm(customer, reference, token)).body.paymentStatus).toBe('Completed');
      return reference;
    },
    refundedThere: async () => {
      const { requests } = await readComponentBooks(sandbox.url, merchant);
      const refunds = requests.flatMap(({ Transactions }) => Transactions).filter(({ Type }) => Type === 'Refund');
      return sumOf(refunds.map(({ Amount }) => Amount));
    },
    accountId: merchant.merchantAccountId,
    operation: 'payment-requests.refund',
    elsewhere: (reference, minor) => refundComponents(sandbox, merchant, reference, minor),
    fail: (reference, minor) => declineComponentRefund(sandbox, merchant, reference, minor),
  };
}
