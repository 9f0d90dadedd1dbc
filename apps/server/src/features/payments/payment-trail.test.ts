import { reportFailedCardPayment } from '@quayside/contract/cards/cards.ts';
import { cancelPayment, getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { signedInCustomer } from '../../testing/factories/factories.ts';
import {
  authenticated,
  chargeOutsidePortal,
  chargesOf,
  control,
  create,
  giveProvider,
  makeFault,
  pay,
} from '../../testing/payments/card-payments.ts';
import { type CheckoutFixture, type Customer, startCheckoutFixture } from '../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  givePageProvider,
  makePageFault,
  type PageMerchant,
  pagesOf,
  registerRedirect,
  startOnPage,
} from '../../testing/payments/page-payments.ts';
import { reconcile } from '../../testing/payments/reconcile.ts';

const sandbox = inject('sandbox');
let fixture: CheckoutFixture;
let redirect: PageMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  redirect = await registerRedirect(sandbox);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect);
});
afterAll(() => fixture.close());

interface Attempt {
  customer: Customer;
  paymentId: number;
  reference: string;
}

/** Sends a card attempt, for an amount with its own answer in the sandbox. */
async function sent(grossMinor = 10_000, fault?: object): Promise<Attempt> {
  const customer = await fixture.customer({ grossMinor });
  const { payment, token } = await authenticated(customer);
  if (fault) await makeFault(sandbox.url, fixture.merchant, { operation: 'auths.create', ...fault });
  await pay(customer, payment.merchantRefNumber, token);
  return { customer, paymentId: payment.paymentId, reference: payment.merchantRefNumber };
}

/** Makes a customer who is on the provider's page. */
async function onPage(): Promise<Attempt & { page: string | null }> {
  const customer = await fixture.customer({});
  const { body } = await startOnPage(customer);
  return { customer, paymentId: body.paymentId, reference: body.merchantRefNumber, page: body.redirectUrl };
}

const show = ({ customer, reference }: Attempt) =>
  customer.client.call(getPayment, { params: { merchantRefNum: reference } });
const cancel = ({ customer, reference }: Attempt) =>
  customer.client.call(cancelPayment, { params: { ref: reference } });

async function later(time: { seconds?: number; minutes?: number }): Promise<void> {
  fixture.app.clock.advance(time);
  await reconcile(fixture);
}

/** Returns the last events of an attempt, with their details. */
async function lastOf({ paymentId }: Attempt, count: number) {
  const rows = await fixture.tenant.db
    .selectFrom('payment_events')
    .select(['event', 'detail'])
    .where('payment_id', '=', paymentId)
    .orderBy('sequence')
    .execute();
  return rows.slice(-count).map(({ event, detail }) => [event, detail]);
}

const alertsOf = async ({ paymentId }: Attempt) => {
  const alerts = fixture.tenant.db.selectFrom('payment_alerts').select(['kind', 'detail']);
  return alerts.where('payment_id', '=', paymentId).orderBy('id').execute();
};

const rowOf = ({ paymentId }: Attempt) => {
  const rows = fixture.tenant.db.selectFrom('payments').select(['provider_payment_id', 'check_at']);
  return rows.where('id', '=', paymentId).executeTakeFirstOrThrow();
};

/** Lets the page's provider decide by itself. */
const decide = ({ reference }: Attempt, status: string) =>
  control(sandbox.url, 'POST', 'redirect/outcome', { merchantId: redirect.accountId, reference, status });

/** Asks as a waiting browser does: seconds later. */
function look(attempt: Attempt) {
  fixture.app.clock.advance({ seconds: 3 });
  return show(attempt);
}

const pageIdOf = async ({ reference }: Attempt) =>
  (await pagesOf(sandbox, redirect)).find((page) => page.reference === reference)?.paymentId;

const idAt = async ({ reference }: Attempt) => (await chargesOf(fixture, reference))[0]?.id;

describe('the trail of an attempt by card', () => {
  test('[MONEY-3] of a paid one: the provider’s id, and how much is on its orders', async () => {
    const paid = await sent();
    expect(await lastOf(paid, 3)).toEqual([
      ['sent', {}],
      ['approved', { providerPaymentId: await idAt(paid) }],
      ['allocated', { allocatedMinor: 10_000 }],
    ]);
  });

  test('of a declined one: the provider’s code', async () => {
    const declined = await sent(11);
    const providerPaymentId = (await idAt(declined)) ?? null;
    expect(await lastOf(declined, 1)).toEqual([['declined', { code: '3022', providerPaymentId }]]);
    expect(await alertsOf(declined)).toEqual([]);
  });

  test('of one that is held back: by which id the provider knows it', async () => {
    const held = await sent(98);
    const providerPaymentId = await idAt(held);
    expect(await lastOf(held, 1)).toEqual([['heldBack', { providerPaymentId, reason: null }]]);
    expect(await rowOf(held)).toMatchObject({ provider_payment_id: providerPaymentId });
    expect(await alertsOf(held)).toEqual([]);
  });

  test('[MONEY-2] of one that never reached the provider: a lost answer, then that it is not there', async () => {
    const lost = await sent(10_000, { kind: 'drop-before' });
    await later({ seconds: 5 });
    expect(await lastOf(lost, 2)).toEqual([
      ['answerLost', { reason: expect.stringMatching(/./) }],
      ['notFound', {}],
    ]);
  });

  test.each([
    ['9001', '9001'],
    // The server keeps forty characters of a browser's text, as plain text.
    [`<b>${'x'.repeat(50)}</b>`, 'x'.repeat(40)],
    ['<b></b>', 'REPORTED'],
  ])('of one whose browser reports %s: the code %s', async (errorCode, code) => {
    const customer = await fixture.customer({});
    const { merchantRefNumber: merchantRef, paymentId } = (await create(customer)).body;
    await customer.client.call(reportFailedCardPayment, { body: { merchantRef, errorCode, errorMessage: 'no' } });
    const attempt = { customer, paymentId, reference: merchantRef };
    expect(await lastOf(attempt, 1)).toEqual([['failureReported', { code }]]);
    expect((await show(attempt)).body.errorCode).toBe(code);
  });
});

describe('the trail of an attempt on a page', () => {
  test('[PROV-3] of a refusal on a page that stays open: the code, once however often it is told', async () => {
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect, { redirectsOnError: false });
    onTestFinished(() => givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect));
    const refused = await onPage();
    await actOnPage(refused.page, 'fail-here');
    for (let looks = 0; looks < 3; looks += 1) {
      fixture.app.clock.advance({ seconds: 3 });
      await show(refused);
    }
    const [, tryRefused] = await lastOf(refused, 2);
    expect(await lastOf(refused, 2)).toEqual([
      ['redirected', {}],
      ['tryRefused', { code: expect.stringMatching(/./) }],
    ]);
    await cancel(refused);
    expect(await lastOf(refused, 1)).toEqual([['declined', tryRefused?.[1]]]);
  });

  test('of a cancelled one nothing more, and of a refused begin the code', async () => {
    const cancelled = await onPage();
    await cancel(cancelled);
    expect(await lastOf(cancelled, 2)).toEqual([
      ['redirected', {}],
      ['cancelled', {}],
    ]);
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect, { secretKey: 'wrong' });
    onTestFinished(() => givePageProvider(fixture.tenant.db, fixture.tenant.id, redirect));
    const refused = await onPage();
    expect(await lastOf(refused, 1)).toEqual([['declined', { code: 'PROVIDER_CONFIGURATION' }]]);
  });
});

describe('the answer to a browser that waits for a page', () => {
  test('[MONEY-2] left pending by the bank, asked about repeatedly, and then cancelled by its provider', async () => {
    const pending = await onPage();
    await actOnPage(pending.page, 'leave');
    expect((await look(pending)).body.paymentStatus).toBe('Pending');
    const providerPaymentId = await pageIdOf(pending);
    expect(await lastOf(pending, 1)).toEqual([['leftPending', { providerPaymentId, reason: null }]]);
    expect(await rowOf(pending)).toMatchObject({ provider_payment_id: providerPaymentId });
    await look(pending);
    const next = new Date(fixture.app.clock.now().getTime() + 2_000);
    expect(await rowOf(pending)).toMatchObject({ check_at: next });
    await decide(pending, 'cancelled');
    expect((await look(pending)).body).toMatchObject({
      paymentStatus: 'Declined',
      errorCode: 'CANCELLED_BY_PROVIDER',
    });
  });

  test('[PROV-4] that its customer cancelled there: it is cancelled, before anybody gives it up here', async () => {
    const cancelled = await onPage();
    await actOnPage(cancelled.page, 'cancel');
    expect((await look(cancelled)).body).toMatchObject({ paymentStatus: 'Cancelled', errorCode: 'CANCELLED' });
  });

  test('that its provider closed at the end of its time: it is expired', async () => {
    const late = await onPage();
    await decide(late, 'expired');
    fixture.app.clock.advance({ minutes: 90 });
    expect((await show(late)).body).toMatchObject({ paymentStatus: 'Declined', errorCode: 'EXPIRED' });
  });

  test('[MONEY-1] an unopened page that its provider closed ends its attempt at the next look', async () => {
    const customer = await fixture.customer({});
    await makePageFault(sandbox, redirect, { operation: 'redirect.create', kind: 'drop-after-commit' });
    await makePageFault(sandbox, redirect, { operation: 'redirect.search', kind: 'status', status: 503 });
    await startOnPage(customer);
    const reference = (await startOnPage(customer)).body.responseStatus?.meta?.merchantRefNumber ?? '';
    const unseen = { customer, paymentId: 0, reference };
    expect((await show(unseen)).body.paymentStatus).toBe('Incomplete');
    await decide(unseen, 'expired');
    expect((await look(unseen)).body).toMatchObject({ paymentStatus: 'Declined', errorCode: 'PAGE_UNAVAILABLE' });
  });
});

describe('the mail to the office', () => {
  test('[MONEY-6][PAID-7] of money that its provider took and took back before we knew of it', async () => {
    const reversed = await onPage();
    await decide(reversed, 'reversed');
    expect((await look(reversed)).body.paymentStatus).toBe('Disputed');
    const providerPaymentId = await pageIdOf(reversed);
    expect(await lastOf(reversed, 3)).toMatchObject([
      ['approved', { providerPaymentId }],
      ['allocated', { allocatedMinor: 10_000 }],
      ['reversed', { reversedMinor: 10_000 }],
    ]);
    expect(await alertsOf(reversed)).toMatchObject([{ kind: 'reversed' }]);
    const { client } = await signedInCustomer(fixture.app, fixture.tenant, reversed.customer.account);
    expect((await startOnPage({ ...reversed.customer, client })).status).toBe(200);
  });

  test('[MONEY-1] a second charge under one attempt’s reference is reported with its id', async () => {
    const twice = await sent(10_000, { kind: 'drop-after-commit' });
    await chargeOutsidePortal(sandbox.url, fixture.merchant, twice.reference);
    await later({ seconds: 3 });
    const charges = (await chargesOf(fixture, twice.reference)).map(({ id }) => id);
    const [, noted] = (await lastOf(twice, 2))[0] ?? [];
    const { providerPaymentId } = noted as { providerPaymentId: string };
    const surplusIds = charges.filter((id) => id !== providerPaymentId);
    expect(surplusIds).toHaveLength(1);
    expect(noted).toEqual({ providerPaymentId, surplusIds });
    expect(await alertsOf(twice)).toEqual([{ kind: 'charged-more-than-once', detail: { surplusIds } }]);
  });

  test('[MONEY-6] of money after the end, and of what no order takes: after which end, and how much', async () => {
    const customer = await fixture.customer({});
    const { merchantRefNumber: reference, paymentId } = (await create(customer)).body;
    const late = { customer, paymentId, reference };
    await cancel(late);
    const orders = fixture.tenant.db.updateTable('orders').set({ allocated_minor: 9_000 });
    await orders.where('id', 'in', customer.orderIds).execute();
    await chargeOutsidePortal(sandbox.url, fixture.merchant, reference);
    await later({ minutes: 2 });
    expect(await alertsOf(late)).toEqual([
      { kind: 'late-success', detail: { after: 'cancelled' } },
      { kind: 'surplus', detail: { surplusMinor: 9_000 } },
    ]);
  });

  test('[MONEY-1] of a charge of another amount: it settles nothing, and no second payment starts', async () => {
    const other = await sent(10_000, { kind: 'drop-before' });
    await chargeOutsidePortal(sandbox.url, fixture.merchant, other.reference, 4_000);
    await later({ seconds: 3 });
    await later({ minutes: 30 });
    const providerPaymentId = await idAt(other);
    expect(await lastOf(other, 1)).toEqual([['heldBack', { providerPaymentId, reason: 'NOT_AS_ASKED' }]]);
    expect(await alertsOf(other)).toEqual([{ kind: 'not-as-asked', detail: { providerPaymentId } }]);
    expect((await show(other)).body.paymentStatus).toBe('Pending');
    expect((await create(other.customer)).body.responseStatus?.errorCode).toBe('PAYMENT_IN_PROGRESS');
  });

  test('of a charge that is refused for our own keys', async () => {
    const customer = await fixture.customer({});
    const { payment, token } = await authenticated(customer);
    const settings = { ...fixture.merchant.settings, serverSecret: 'wrong' };
    await giveProvider(fixture.tenant.db, fixture.tenant.id, { ...fixture.merchant, settings });
    onTestFinished(() => giveProvider(fixture.tenant.db, fixture.tenant.id, fixture.merchant));
    await pay(customer, payment.merchantRefNumber, token);
    const attempt = { customer, paymentId: payment.paymentId, reference: payment.merchantRefNumber };
    expect(await alertsOf(attempt)).toEqual([{ kind: 'provider-configuration', detail: {} }]);
  });
});
