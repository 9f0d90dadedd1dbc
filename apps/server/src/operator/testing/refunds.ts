import { sql } from 'kysely';
import { expect } from 'vitest';
import { reconcileRefunds } from '../../features/payments/refunds/reconcile-refunds.service.ts';
import { loadTenant } from '../../http/tenant.ts';
import { refundAtPaypal, refundCard, refundOnPage } from '../../testing/after-payment.ts';
import { authenticated, control, makeFault, pay } from '../../testing/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  refundComponents,
  typeCard,
} from '../../testing/component-payments.ts';
import {
  actOnPage,
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  type PageMerchant,
  registerPaypal,
  registerRedirect,
  startOnPage,
  startPaypal,
} from '../../testing/page-payments.ts';
import { reconcile } from '../../testing/reconcile.ts';
import type { SandboxProcess } from '../../testing/sandbox-process.ts';
import { runOperator } from './operator.ts';

/** One provider, as the tests of refunds use it. */
export interface Way {
  /** Pays the customer's orders. @returns the reference */
  pay: (customer: Customer) => Promise<string>;
  /** Adds up what the provider has refunded, in minor units, by its own books. */
  refundedThere: () => Promise<number>;
  accountId: () => string;
  /** The operation of the sandbox that refunds. */
  operation: string;
  /** Refunds a part at the provider, as the marina does there. */
  elsewhere: (reference: string, minor: number) => Promise<unknown>;
}

const sumOf = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

/** All providers that can refund. */
export const refundingProviders = [
  'the card provider',
  'PayPal',
  'the redirect provider',
  'the second card provider',
] as const;

interface Merchants {
  paypal: PageMerchant;
  redirect: PageMerchant;
  components: ComponentMerchant;
}

type Sandbox = Pick<SandboxProcess, 'url' | 'bankUrl' | 'clearAcceptUrl'>;

/** Moves the card provider's clock this many days ahead. */
const moveClockOf =
  (sandbox: Sandbox, { merchant }: CheckoutFixture) =>
  (days: number) =>
    control(sandbox.url, 'POST', 'clock', { offsetMs: days * 86_400_000, accountId: merchant.accountId });

interface PaypalOrder {
  id: string;
  reference: string;
  capture: { refunds?: { value: string }[] } | null;
}

function waysOf(
  sandbox: Sandbox,
  fixture: CheckoutFixture,
  { paypal, redirect, components }: Merchants,
): Record<(typeof refundingProviders)[number], Way> {
  const moveClock = moveClockOf(sandbox, fixture);
  const paypalOrders = async () => {
    const books = await control(sandbox.url, 'GET', `paypal/books?clientId=${paypal.accountId}`);
    return (books as { orders: PaypalOrder[] }).orders;
  };
  return {
    'the card provider': {
      pay: async (customer) => {
        const { payment, token } = await authenticated(customer);
        // A settlement is batched after a day. Before, nothing of it can be refunded.
        await moveClock(0);
        expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Completed');
        await moveClock(2);
        return payment.merchantRefNumber;
      },
      refundedThere: async () => {
        const books = (await control(sandbox.url, 'GET', `books?accountId=${fixture.merchant.accountId}`)) as {
          refunds: { amount: number; status: string }[];
        };
        return sumOf(books.refunds.map(({ amount }) => amount));
      },
      accountId: () => fixture.merchant.accountId,
      operation: 'refunds.create',
      elsewhere: (reference, minor) => refundCard(sandbox, fixture.merchant, reference, minor),
    },
    PayPal: {
      pay: async (customer) => {
        const { body } = await startPaypal(customer);
        await approveAtPaypal(sandbox, body.token);
        await confirmPaypal(customer, body.token);
        return body.payment.merchantRefNumber;
      },
      refundedThere: async () => {
        const refunds = (await paypalOrders()).flatMap(({ capture }) => capture?.refunds ?? []);
        return sumOf(refunds.map(({ value }) => Math.round(Number(value) * 100)));
      },
      accountId: () => paypal.accountId,
      operation: 'paypal.refund',
      elsewhere: async (reference, minor) => {
        const order = (await paypalOrders()).find((each) => each.reference === reference);
        return refundAtPaypal(sandbox, order?.id ?? null, (minor / 100).toFixed(2));
      },
    },
    'the redirect provider': {
      pay: async (customer) => {
        const { body } = await startOnPage(customer);
        await actOnPage(body.redirectUrl, 'pay');
        fixture.app.clock.advance({ seconds: 5 });
        await reconcile(fixture);
        return body.merchantRefNumber;
      },
      refundedThere: async () => {
        const books = (await control(sandbox.url, 'GET', `redirect/books?merchantId=${redirect.accountId}`)) as {
          charged: number;
          payments: { status: string; amount: number }[];
        };
        const paid = books.payments.filter(({ status }) => status === 'success');
        return sumOf(paid.map(({ amount }) => amount)) - books.charged;
      },
      accountId: () => redirect.accountId,
      operation: 'redirect.refund',
      elsewhere: (reference, minor) => refundOnPage(sandbox, redirect, reference, minor),
    },
    'the second card provider': {
      pay: async (customer) => {
        const { body } = await open(customer);
        const token = await typeCard(sandbox, body.fieldToken, '4000000000001000');
        const reference = body.payment.merchantRefNumber;
        expect((await confirm(customer, reference, token)).body.paymentStatus).toBe('Completed');
        return reference;
      },
      refundedThere: async () => {
        const { requests } = (await readComponentBooks(sandbox.url, components)) as unknown as {
          requests: { Transactions: { Type: string; Amount: number }[] }[];
        };
        const refunds = requests.flatMap(({ Transactions }) => Transactions).filter(({ Type }) => Type === 'Refund');
        return sumOf(refunds.map(({ Amount }) => Amount));
      },
      accountId: () => components.merchantAccountId,
      operation: 'payment-requests.refund',
      elsewhere: (reference, minor) => refundComponents(sandbox, components, reference, minor),
    },
  };
}

/** Starts a marina with all providers that can refund, and all that the tests ask about its refunds. */
export async function startRefunds(sandbox: Sandbox) {
  const fixture = await startCheckoutFixture();
  const [paypal, redirect, components] = await Promise.all([
    registerPaypal(sandbox),
    registerRedirect(sandbox, `${fixture.app.url}/harbour/api/hooks/redirect/${fixture.tenant.key}`),
    registerComponentMerchant(sandbox),
  ]);
  const { db, id: tenantId } = fixture.tenant;
  for (const merchant of [paypal, redirect]) await givePageProvider(db, tenantId, merchant);
  await giveComponents(db, tenantId, components);

  const args = (payment: string, ...more: string[]) => [
    'refund',
    '--tenant',
    fixture.tenant.key,
    '--payment',
    payment,
    ...more,
  ];
  const refund = (payment: string, ...more: string[]) =>
    runOperator(args(payment, ...more), { database: fixture.app.testDatabase });

  async function paymentOf(reference: string) {
    return fixture.tenant.db
      .selectFrom('payments')
      .select(['id', 'state', 'refunded_minor'])
      .where('merchant_ref_number', '=', reference)
      .executeTakeFirstOrThrow();
  }

  const refundsOf = (paymentId: number) =>
    fixture.tenant.db
      .selectFrom('payment_refunds')
      .select(['state', 'under_way', 'amount_minor', 'provider_refund_id', 'error_code'])
      .where('payment_id', '=', paymentId)
      .orderBy('id')
      .execute();

  /** Returns the kinds of the mails about refunds of a payment to its customer. */
  const mailsOf = async (paymentId: number) => {
    const mails = fixture.tenant.db
      .selectFrom('mails as m')
      .innerJoin('payment_refunds as r', (join) => join.on(sql<boolean>`r.id = (m.payload ->> 'paymentRefundId')::int`))
      .select('m.kind')
      .where('r.payment_id', '=', paymentId);
    return (await mails.execute()).map(({ kind }) => kind);
  };

  const alertsOf = async (paymentId: number) => {
    const alerts = fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', paymentId);
    return (await alerts.orderBy('id').execute()).map(({ kind }) => kind);
  };

  async function engine() {
    const { app, tenant } = fixture;
    const marina = await loadTenant(app.database, tenant.id);
    return { tenant: marina, db: tenant.db, clock: app.clock, log: app.app.log, visibilityMs: 1_000 };
  }

  /** Lets the server's own job look at all refunds that are due. */
  async function lookAtRefunds(): Promise<void> {
    await reconcileRefunds(await engine());
  }

  /** Lets the server's own job find out. The adapter may wait, look up and wait again. */
  async function findOut(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      fixture.app.clock.advance({ minutes: 3 });
      await lookAtRefunds();
    }
  }

  const fault = (way: Way, kinds: object) =>
    makeFault(sandbox.url, { ...fixture.merchant, accountId: way.accountId() }, kinds);

  return {
    ...{ fixture, redirect, ways: waysOf(sandbox, fixture, { paypal, redirect, components }) },
    ...{ moveClock: moveClockOf(sandbox, fixture), args, refund, engine, lookAtRefunds, findOut, fault },
    ...{ paymentOf, refundsOf, mailsOf, alertsOf },
  };
}
