import { createHmac, randomUUID } from 'node:crypto';
import { cancelPayment, getPayment, listPaymentProviders } from '@quayside/contract/payments/payments.ts';
import { receiveProviderEvent } from '@quayside/contract/payments/payment-pages.ts';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { codeOf } from '../../../testing/http-client.ts';
import { startMailWorker } from '../../../testing/mail-worker.ts';
import { TestMailbox } from '../../../testing/mailbox.ts';
import { control } from '../../../testing/payments/card-payments.ts';
import {
  type CheckoutFixture,
  type Customer,
  startCheckoutFixture,
} from '../../../testing/payments/checkout-fixture.ts';
import {
  actOnPage,
  disownedEvents,
  givePageProvider,
  makePageFault,
  pagesOf,
  type PageMerchant,
  patient,
  registerRedirect,
  startOnPage,
  pageCharges,
} from '../../../testing/payments/page-payments.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';

let fixture: CheckoutFixture;
let merchant: PageMerchant;
const sandbox = inject('sandbox');

beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await registerRedirect(sandbox, `${fixture.app.url}/harbour/api/hooks/redirect/${fixture.tenant.key}`);
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

const show = ({ client }: Customer, ref: string) => client.call(getPayment, { params: { merchantRefNum: ref } });
const cancel = ({ client }: Customer, ref: string) => client.call(cancelPayment, { params: { ref } });
const disowned = () => disownedEvents(fixture.app);

/** Makes a customer who is on the provider's page. */
async function onItsWay() {
  const customer = await fixture.customer({});
  const { body } = await startOnPage(customer);
  return { customer, reference: body.merchantRefNumber, paymentId: body.paymentId, page: body.redirectUrl };
}

const alertsOf = (paymentId: number) =>
  fixture.tenant.db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', paymentId).execute();

describe('paying on the provider’s page', () => {
  test('[PROV-6] the browser gets how the page is shown, and no secret', async () => {
    const { client } = await fixture.customer({});
    const { body, text } = await client.call(listPaymentProviders, { params: { siteId: 1 } });
    expect(body.providers.at(-1)).toMatchObject({
      key: 'redirect',
      paymentImplementation: 'Api',
      publicApiKey: null,
      config: { page: { flow: 'window', redirectsOnError: true } },
    });
    for (const name of ['secretKey', 'webhookSecret']) expect(text).not.toContain(String(merchant.settings[name]));
  });

  test('[PROV-3][MONEY-4] starts, waits while the customer is there, and is on its order once they paid', async () => {
    const customer = await fixture.customer({ grossMinor: 12_345 });
    expect(codeOf(await startOnPage({ ...customer, amount: 1 }))).toBe('409 AMOUNT_CHANGED');
    const key = { 'idempotency-key': 'basket' };
    const { body } = await startOnPage(customer, {}, key);
    expect(body).toMatchObject({ paymentStatus: 'Incomplete', amount: 123.45, paymentChannel: 'Redirect' });
    expect(body.redirectUrl).toMatch(new RegExp(`^${String(merchant.settings.apiBaseUrl)}/pay/`));
    expect((await startOnPage(customer, {}, key)).body.redirectUrl).toBe(body.redirectUrl);
    expect((await show(customer, body.merchantRefNumber)).body.paymentStatus).toBe('Incomplete');
    const back = await actOnPage(body.redirectUrl, 'pay');
    expect(back).toBe(`${fixture.app.url}/payment-processed/${body.merchantRefNumber}`);
    fixture.app.clock.advance({ seconds: 3 });
    expect((await show(customer, body.merchantRefNumber)).body).toMatchObject({
      paymentStatus: 'Completed',
      paymentMethod: 'Online payment',
      orders: [{ orderId: customer.orderIds[0], amount: 123.45 }],
      redirectUrl: null,
    });
    expect(await pageCharges(sandbox, merchant, body.merchantRefNumber)).toEqual([12_345]);
  });

  test('[PROV-8] [PROV-7] a payment that the bank refuses is Declined in our words, and can be repeated', async () => {
    const { customer, reference, page } = await onItsWay();
    await actOnPage(page, 'fail');
    fixture.app.clock.advance({ seconds: 3 });
    expect((await show(customer, reference)).body).toMatchObject({
      paymentStatus: 'Declined',
      errorDescription: expect.stringMatching(/^The payment was declined\. Nothing was charged/),
    });
    expect((await startOnPage(customer)).status).toBe(200);
  });

  test.each([
    ['drop-after-commit', 'cancelled'],
    ['drop-before', undefined],
    ['status', undefined],
  ])('[MONEY-1] the attempt is over at once if no page comes (%s), and pressing again works', async (kind, left) => {
    const customer = await fixture.customer({});
    await makePageFault(sandbox, merchant, { operation: 'redirect.create', kind, status: 503 });
    const key = { 'idempotency-key': 'again' };
    expect(codeOf(await startOnPage(customer, {}, key))).toBe('503 PAYMENT_PAGE_UNAVAILABLE');
    const { body: over } = await startOnPage(customer, {}, key);
    expect(over).toMatchObject({ paymentStatus: 'Declined', errorCode: 'PAGE_UNAVAILABLE', saysUncharged: true });
    const pages = (await pagesOf(sandbox, merchant)).filter(({ reference }) => reference === over.merchantRefNumber);
    expect(pages[0]?.status).toBe(left);
    expect((await startOnPage(customer)).body.redirectUrl).not.toBeNull();
  });

  test('[MONEY-1] if the provider can’t say if there is a page, it is asked again, also after a crash', async () => {
    const customer = await fixture.customer({});
    await makePageFault(sandbox, merchant, { operation: 'redirect.create', kind: 'drop-after-commit' });
    await makePageFault(sandbox, merchant, { operation: 'redirect.search', kind: 'status', status: 503 });
    expect(codeOf(await startOnPage(customer))).toBe('503 PAYMENT_PAGE_UNAVAILABLE');
    const held = await startOnPage(customer);
    expect(codeOf(held)).toBe('409 PAYMENT_IN_PROGRESS');
    const reference = held.body.responseStatus?.meta?.merchantRefNumber ?? '';
    expect((await show(customer, reference)).body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 61 });
    await reconcile(fixture);
    expect((await show(customer, reference)).body.errorCode).toBe('PAGE_UNAVAILABLE');
    expect((await startOnPage(customer)).status).toBe(200);
  });

  test('a payment that the provider refuses to start is Declined; wrong keys send the office an alert', async () => {
    const customer = await fixture.customer({});
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant, { secretKey: 'wrong' });
    const { body } = await startOnPage(customer);
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant);
    expect(body).toMatchObject({ paymentStatus: 'Declined', errorCode: 'PROVIDER_CONFIGURATION', redirectUrl: null });
    expect(await alertsOf(body.paymentId)).toEqual([{ kind: 'provider-configuration' }]);
  });

  test('another currency, mode or provider than the marina’s starts nothing', async () => {
    const { client, accountGuid, orderIds, amount } = await fixture.customer({});
    const basket = { accountGuid, orderIds, amount };
    const start = (more: object) =>
      client.request('POST', '/harbour/api/payment', { body: { ...basket, providerKey: 'redirect', ...more } });
    expect((await start({ currencyCode: 'EUR' })).status).toBe(400);
    expect((await start({ testMode: false })).status).toBe(400);
    for (const providerKey of ['paysafe', 'nobody'])
      expect(codeOf(await start({ providerKey }))).toBe('409 ORDER_NOT_PAYABLE');
  });
});

describe('a page that stays open after a refusal', () => {
  async function refused() {
    await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant, { redirectsOnError: false });
    onTestFinished(() => givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant));
    const on = await onItsWay();
    await actOnPage(on.page, 'fail-here');
    fixture.app.clock.advance({ seconds: 3 });
    return on;
  }

  test('[PROV-3][MONEY-1] keeps the attempt: its order is held, and no text says nothing was charged', async () => {
    const { customer, reference, paymentId, page } = await refused();
    expect((await show(customer, reference)).body).toMatchObject({
      paymentStatus: 'Incomplete',
      errorDescription: 'The payment was declined. You can try again in the payment window.',
      saysUncharged: false,
      redirectUrl: page,
    });
    expect(codeOf(await startOnPage(customer))).toBe('409 PAYMENT_IN_PROGRESS');
    await actOnPage(page, 'pay-here');
    fixture.app.clock.advance({ seconds: 3 });
    expect((await show(customer, reference)).body).toMatchObject({ paymentStatus: 'Completed', errorCode: null });
    // It was on time.
    expect(await alertsOf(paymentId)).toEqual([]);
  });

  test('[PROV-3][MONEY-1] is over once it is closed and the provider was asked', async () => {
    const { customer, reference, page } = await refused();
    expect((await cancel(customer, reference)).body).toMatchObject({
      paymentStatus: 'Declined',
      errorDescription: expect.stringMatching(/^The payment was declined\. Nothing was charged/),
    });
    await actOnPage(page, 'pay-here');
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
    expect((await startOnPage(customer)).status).toBe(200);
  });
});

test('[MONEY-1] a page that sends its refused customer back is closed at once, and takes no payment', async () => {
  const { customer, reference, page } = await onItsWay();
  await actOnPage(page, 'fail');
  fixture.app.clock.advance({ seconds: 3 });
  expect((await show(customer, reference)).body.paymentStatus).toBe('Declined');
  await actOnPage(page, 'pay-here');
  expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
});

test('[MONEY-1] a page that its provider can’t close holds its order until its short life is over', async () => {
  await givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant, {
    closesPages: false,
    shortestPageMinutes: 5,
  });
  onTestFinished(() => givePageProvider(fixture.tenant.db, fixture.tenant.id, merchant));
  const { customer, reference } = await onItsWay();
  expect((await cancel(customer, reference)).body.paymentStatus).toBe('Incomplete');
  expect(codeOf(await startOnPage(customer))).toBe('409 PAYMENT_IN_PROGRESS');
  const [asked] = (await pagesOf(sandbox, merchant)).filter((page) => page.reference === reference);
  const { expires_at } = await fixture.tenant.db
    .selectFrom('payments')
    .select('expires_at')
    .where('merchant_ref_number', '=', reference)
    .executeTakeFirstOrThrow();
  expect(asked?.expiresAt).toBe(expires_at.toISOString());
  expect(expires_at.getTime() - fixture.app.clock.now().getTime()).toBeLessThanOrEqual(5 * 60_000);
  await control(sandbox.url, 'POST', 'redirect/outcome', {
    merchantId: merchant.accountId,
    reference,
    status: 'expired',
  });
  expect((await cancel(customer, reference)).body.paymentStatus).toBe('Cancelled');
});

describe('giving up', () => {
  test('[PROV-3][MONEY-1] closes the provider’s page, so that it takes no payment any more', async () => {
    const { customer, reference, page } = await onItsWay();
    expect((await cancel(customer, reference)).body).toMatchObject({ paymentStatus: 'Cancelled', redirectUrl: null });
    await actOnPage(page, 'pay');
    expect(await pageCharges(sandbox, merchant, reference)).toEqual([]);
    expect((await startOnPage(customer)).status).toBe(200);
  });

  test('[PROV-3] asks the provider first: a payment that was just made counts', async () => {
    const { customer, reference, page } = await onItsWay();
    await actOnPage(page, 'pay-here');
    expect((await cancel(customer, reference)).body.paymentStatus).toBe('Completed');
  });

  test('[PROV-4] a customer who cancels there returns to a cancelled payment', async () => {
    const { customer, reference, page } = await onItsWay();
    expect(await actOnPage(page, 'cancel')).toMatch(/\?cancelled=true$/);
    expect((await cancel(customer, reference)).body).toMatchObject({
      paymentStatus: 'Cancelled',
      errorCode: 'CANCELLED',
    });
  });

  test.each(['redirect.search', 'redirect.cancel'])(
    '[MONEY-1] while %s is not answered, a page that may be paid on stays as it is',
    async (operation) => {
      const { customer, reference } = await onItsWay();
      await makePageFault(sandbox, merchant, { operation, kind: 'status', status: 503 });
      expect((await cancel(customer, reference)).body.paymentStatus).toBe('Incomplete');
      expect((await cancel(customer, reference)).body.paymentStatus).toBe('Cancelled');
    },
  );
});

describe('the provider’s events', () => {
  const outcome = (reference: string, status: string) =>
    control(sandbox.url, 'POST', 'redirect/outcome', { merchantId: merchant.accountId, reference, status });
  const eventsOf = (reference: string) =>
    fixture.tenant.db
      .selectFrom('provider_events')
      .select(['kind', 'handled_at'])
      .where('merchant_ref_number', '=', reference)
      .execute();

  test('[MONEY-1][MONEY-6] a repeated one is stored once; the provider is asked, also after a give-up', async () => {
    const worker = await startMailWorker(fixture.app, new TestMailbox());
    onTestFinished(() => worker.stop());
    const paid = await onItsWay();
    await makePageFault(sandbox, merchant, { operation: 'redirect.event', kind: 'duplicate' });
    await actOnPage(paid.page, 'pay-here');
    await expect
      .poll(() => eventsOf(paid.reference), patient)
      .toEqual([{ kind: 'payment.updated', handled_at: expect.any(Date) }]);
    expect((await show(paid.customer, paid.reference)).body.paymentStatus).toBe('Completed');

    const late = await onItsWay();
    await cancel(late.customer, late.reference);
    await outcome(late.reference, 'success');
    await expect
      .poll(async () => (await show(late.customer, late.reference)).body, patient)
      .toMatchObject({ paymentStatus: 'Completed', availableAmount: 0 });
    expect(await alertsOf(late.paymentId)).toEqual([{ kind: 'late-success' }]);
  });

  test.each(['application/x-www-form-urlencoded', 'text/xml; charset=utf-8', undefined])(
    'an event counts in the format of its provider (%s): only the adapter reads it',
    async (type) => {
      const { reference } = await onItsWay();
      const body = JSON.stringify({ eventId: randomUUID(), type: 'payment.updated', reference });
      const seconds = Math.floor(fixture.app.clock.now().getTime() / 1000);
      const mark = createHmac('sha256', String(merchant.settings.webhookSecret)).update(`${seconds}.${body}`);
      const { status } = await fetch(`${fixture.app.url}/harbour/api/hooks/redirect/${fixture.tenant.key}`, {
        method: 'POST',
        headers: { 'x-signature': `t=${seconds},v1=${mark.digest('hex')}`, ...(type && { 'content-type': type }) },
        body: Buffer.from(body), // Fetch adds a type to a text.
      });
      expect([status, await eventsOf(reference)]).toMatchObject([200, [{ kind: 'payment.updated' }]]);
    },
  );

  test('[SAFE-1] an event the provider did not sign is refused and not stored; an unknown hook is 404', async () => {
    const visitor = fixture.app.client(fixture.tenant.key);
    const hook = (provider: string, tenant: string, headers: Record<string, string> = {}) =>
      visitor.call(
        receiveProviderEvent,
        { params: { provider, tenant } },
        { ...headers, 'content-type': 'application/json' },
      );
    const forged = { 'x-signature': `t=${Math.floor(fixture.app.clock.now().getTime() / 1000)},v1=${'0'.repeat(64)}` };
    expect(codeOf(await hook('redirect', fixture.tenant.key, forged))).toBe('400 SIGNATURE_INVALID');
    expect(codeOf(await hook('redirect', fixture.tenant.key))).toBe('400 SIGNATURE_INVALID');
    expect(codeOf(await hook('paysafe', fixture.tenant.key))).toBe('404 NOT_FOUND');
    expect(codeOf(await hook('redirect', 'nobody'))).toBe('404 TENANT_UNKNOWN');
    const { reference, page } = await onItsWay();
    const before = disowned();
    await makePageFault(sandbox, merchant, { operation: 'redirect.event', kind: 'wrong-signature' });
    await actOnPage(page, 'pay-here');
    await expect.poll(disowned, patient).toBeGreaterThan(before);
    expect(await eventsOf(reference)).toEqual([]);
  });

  test('[MONEY-6] if the orders were paid in another way, the whole amount stays available with an alert', async () => {
    const { customer, reference, paymentId } = await onItsWay();
    await cancel(customer, reference);
    const again = await startOnPage(customer);
    await actOnPage(again.body.redirectUrl, 'pay');
    fixture.app.clock.advance({ minutes: 2 });
    await reconcile(fixture);
    await outcome(reference, 'success');
    // An attempt that was given up is checked less and less often. This test is last, because everything signed now
    // is old by then.
    fixture.app.clock.advance({ minutes: 10 });
    await reconcile(fixture);
    expect((await show(customer, reference)).body).toMatchObject({ paymentStatus: 'Completed', availableAmount: 100 });
    expect((await alertsOf(paymentId)).map(({ kind }) => kind).toSorted()).toEqual(['late-success', 'surplus']);
  });
});

// Runs last: the provider's clock does not move with ours, so it considers our signatures old.
test('[MONEY-2] a customer who never returns is found paid, or expired after 90 minutes and closed', async () => {
  const gone = await onItsWay();
  await actOnPage(gone.page, 'pay-here');
  const never = await onItsWay();
  fixture.app.clock.advance({ minutes: 1 });
  await reconcile(fixture);
  expect((await show(gone.customer, gone.reference)).body.paymentStatus).toBe('Completed');
  fixture.app.clock.advance({ minutes: 90 });
  await reconcile(fixture);
  expect((await show(never.customer, never.reference)).body.errorCode).toBe('EXPIRED');
  await actOnPage(never.page, 'pay');
  expect(await pageCharges(sandbox, merchant, never.reference)).toEqual([]);
});
