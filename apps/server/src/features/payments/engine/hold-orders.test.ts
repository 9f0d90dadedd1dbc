import { listOutstandingOrders } from '@quayside/contract/orders/orders.ts';
import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import {
  authenticated,
  chargesOf,
  create,
  giveProvider,
  makeFault,
  pay,
} from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  type ComponentMerchant,
  confirm,
  giveComponents,
  open,
  readComponentBooks,
  registerComponentMerchant,
  typeCard,
} from '../../../testing/payments/component-payments.ts';
import {
  approveAtPaypal,
  confirmPaypal,
  givePageProvider,
  type PageMerchant,
  registerPaypal,
  registerRedirect,
  startOnPage,
  startPaypal,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import { chooseAtApple, payByApple, withWallets } from '../../../testing/payments/wallet-payments.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let paypal: PageMerchant;
let redirect: PageMerchant;
let components: ComponentMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  const { db, id } = fixture.tenant;
  [paypal, redirect, components] = await Promise.all([
    registerPaypal(sandbox),
    registerRedirect(sandbox),
    registerComponentMerchant(sandbox),
  ]);
  await giveProvider(db, id, await withWallets(fixture.sandbox.url, fixture.merchant));
  for (const merchant of [paypal, redirect]) await givePageProvider(db, id, merchant);
  await giveComponents(db, id, components);
});
afterAll(() => fixture.close());

const show = ({ client }: Customer, ref: string) => client.call(getPayment, { params: { merchantRefNum: ref } });
const statusOf = async ({ client, accountGuid }: Customer) =>
  (await client.call(listOutstandingOrders, { params: { guid: accountGuid } })).body.orders.map(
    ({ paymentStatus }) => paymentStatus,
  );

/** Sends a card payment whose answer is lost, so that its orders stay held. */
async function sendAndLose(customer: Customer): Promise<string> {
  const { payment, token } = await authenticated(customer);
  await makeFault(fixture.sandbox.url, fixture.merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
  expect((await pay(customer, payment.merchantRefNumber, token)).body.paymentStatus).toBe('Incomplete');
  return payment.merchantRefNumber;
}

/** The ways up to the charge. Each has the charge itself and the amount that its provider has taken. */
const ways: Record<string, (customer: Customer) => Promise<Ready>> = {
  'a challenge that ends late': async (customer) => {
    const { payment, token } = await authenticated(customer);
    const { merchantRefNumber: reference } = payment;
    return {
      reference,
      charge: () => pay(customer, reference, token),
      countCharges: async () => (await chargesOf(fixture, reference)).length,
    };
  },
  'an agreed PayPal order': async (customer) => {
    const { body } = await startPaypal(customer);
    await approveAtPaypal(sandbox, body.token);
    const reference = body.payment.merchantRefNumber;
    return {
      reference,
      charge: () => confirmPaypal(customer, body.token),
      countCharges: async () => (await pageCharges(sandbox, paypal, reference)).length,
    };
  },
  'a card typed into the second provider’s fields': async (customer) => {
    const { body } = await open(customer);
    const token = await typeCard(sandbox, body.fieldToken, '4000000000001000');
    const reference = body.payment.merchantRefNumber;
    return {
      reference,
      charge: () => confirm(customer, reference, token),
      countCharges: async () =>
        (await readComponentBooks(sandbox.url, components)).paid.filter(
          ({ transactionReference }) => transactionReference === reference,
        ).length,
    };
  },
};

interface Ready {
  reference: string;
  charge: () => Promise<{ status: number; body: unknown }>;
  countCharges: () => Promise<number>;
}

describe.each(Object.entries(ways))('[MONEY-1] %s', (_way, prepare) => {
  test('holds nothing until it is sent', async () => {
    const customer = await fixture.customer({});
    await prepare(customer);
    expect(await statusOf(customer)).not.toContain('Processing');
    expect((await create(customer)).status).toBe(200);
  });

  test('finds that another payment was sent: it is cancelled, nothing is charged, the other one goes on', async () => {
    const customer = await fixture.customer({});
    const late = await prepare(customer);
    const first = await sendAndLose(customer);
    const refused = await late.charge();
    expect(codeOf(refused as Parameters<typeof codeOf>[0])).toBe('409 PAYMENT_IN_PROGRESS');
    expect((await show(customer, late.reference)).body).toMatchObject({
      paymentStatus: 'Cancelled',
      errorCode: 'PAYMENT_IN_PROGRESS',
      saysUncharged: true,
    });
    expect(await late.countCharges()).toBe(0);
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    expect((await show(customer, first)).body.paymentStatus).toBe('Completed');
  });

  test('finds that its order is paid already, and answers so', async () => {
    const customer = await fixture.customer({});
    const late = await prepare(customer);
    const { payment, token } = await authenticated(customer);
    await pay(customer, payment.merchantRefNumber, token);
    const refused = (await late.charge()) as Awaited<ReturnType<typeof pay>>;
    expect(codeOf(refused)).toBe('409 ORDER_NOT_PAYABLE');
    expect(refused.body.responseStatus?.message).toMatch(/has already been paid/);
    expect((await show(customer, late.reference)).body).toMatchObject({
      paymentStatus: 'Cancelled',
      errorCode: 'ORDER_PAID',
    });
    expect(await late.countCharges()).toBe(0);
  });
});

test('[CARD-7][MONEY-1] a wallet’s sheet that closes second charges nothing', async () => {
  const customer = await fixture.customer({});
  const token = await chooseAtApple(customer);
  const first = await sendAndLose(customer);
  expect(codeOf(await payByApple(customer, token))).toBe('409 PAYMENT_IN_PROGRESS');
  expect(await chargesOf(fixture, first)).toHaveLength(1);
});

test('[MONEY-1] one of many attempts that are sent at once is charged, and each of the others is over', async () => {
  const customer = await fixture.customer({}, {});
  const ready = await Promise.all(Array.from({ length: 8 }, () => authenticated(customer)));
  const answers = await Promise.all(ready.map(({ payment, token }) => pay(customer, payment.merchantRefNumber, token)));
  expect(answers.filter(({ body }) => body.paymentStatus === 'Completed')).toHaveLength(1);
  const shown = await Promise.all(ready.map(({ payment }) => show(customer, payment.merchantRefNumber)));
  const ends = shown.map(({ body }) => body.paymentStatus).toSorted();
  expect(ends).toEqual([...Array.from({ length: 7 }, () => 'Cancelled'), 'Completed']);
  const charges = await Promise.all(ready.map(({ payment }) => chargesOf(fixture, payment.merchantRefNumber)));
  expect(charges.flat()).toHaveLength(1);
});

test('[PROV-3][MONEY-1] a page that the customer pays on holds its order, and a second one doesn’t', async () => {
  const customer = await fixture.customer({});
  const { payment, token } = await authenticated(customer);
  const opened = await startOnPage(customer);
  expect(await statusOf(customer)).toEqual(['Processing']);
  expect(codeOf(await startOnPage(customer))).toBe('409 PAYMENT_IN_PROGRESS');
  expect(codeOf(await pay(customer, payment.merchantRefNumber, token))).toBe('409 PAYMENT_IN_PROGRESS');
  await customer.client.call(cancelPayment, { params: { ref: opened.body.merchantRefNumber } });
  expect(await statusOf(customer)).not.toContain('Processing');
});

test('[PROV-2][MONEY-1] a customer who agreed at PayPal and left is charged only if the order is free', async () => {
  const customer = await fixture.customer({});
  const { body } = await startPaypal(customer);
  await approveAtPaypal(sandbox, body.token);
  await startOnPage(customer);
  fixture.app.clock.advance({ seconds: 30 });
  await reconcile(fixture);
  expect((await show(customer, body.payment.merchantRefNumber)).body.errorCode).toBe('PAYMENT_IN_PROGRESS');
  expect(await pageCharges(sandbox, paypal, body.payment.merchantRefNumber)).toEqual([]);
});

test('[PROV-2] if PayPal gives no page, the attempt is over, the order is free, and pressing again works', async () => {
  const customer = await fixture.customer({});
  for (const kind of ['drop-after-commit', 'drop-before', 'status']) {
    await makeFault(
      fixture.sandbox.url,
      { ...fixture.merchant, accountId: paypal.accountId },
      {
        operation: 'paypal.create',
        kind,
        status: 503,
      },
    );
    expect(codeOf(await startPaypal(customer))).toBe('503 PAYMENT_PAGE_UNAVAILABLE');
  }
  const ends = await fixture.tenant.db
    .selectFrom('payments')
    .select(['state', 'error_code'])
    .where('account_id', '=', customer.account.id)
    .execute();
  expect(ends).toEqual(Array.from({ length: 3 }, () => ({ state: 'declined', error_code: 'PAGE_UNAVAILABLE' })));
  expect((await startPaypal(customer)).body.token).not.toBeNull();
});
