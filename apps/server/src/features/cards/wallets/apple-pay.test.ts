import { getPayment } from '@quayside/contract/payments/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTenant } from '../../../testing/factories/factories.ts';
import {
  control,
  giveProvider,
  makeFault,
  readBooks,
  type TestMerchant,
} from '../../../testing/payments/card-payments.ts';
import { type CheckoutFixture, startCheckoutFixture } from '../../../testing/payments/checkout-fixture.ts';
import { reconcile } from '../../../testing/payments/reconcile.ts';
import {
  appleUrl,
  chooseAtApple,
  openSession,
  payByApple,
  withWallets,
} from '../../../testing/payments/wallet-payments.ts';

let fixture: CheckoutFixture;
let merchant: TestMerchant;
beforeAll(async () => {
  fixture = await startCheckoutFixture();
  merchant = await withWallets(fixture.sandbox.url, fixture.merchant);
  await giveProvider(fixture.tenant.db, fixture.tenant.id, merchant);
});
afterAll(() => fixture.close());

const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { responseStatus?: { errorCode: string } }).responseStatus?.errorCode ?? ''}`;
const customerOf = async (grossMinor = 10_000) => ({ ...(await fixture.customer({ grossMinor })), merchant });
const chargesOf = async (reference: string) =>
  (await readBooks(fixture.sandbox.url, merchant)).auths.filter(({ merchantRefNum }) => merchantRefNum === reference);

describe('a merchant session', () => {
  test('[CARD-7] is asked for by the server alone, with the marina’s certificate', async () => {
    const customer = await customerOf();
    const { body } = await openSession(customer);
    expect(body.merchantSession).toMatchObject({
      displayName: `Marina ${fixture.tenant.key}`,
      domainName: '127.0.0.1',
    });
    const impostor = await withWallets(fixture.sandbox.url, { ...fixture.merchant, accountId: '404' });
    const applePay = impostor.settings['applePay'] as object;
    const own = merchant.settings['applePay'] as { merchantIdentifier: string };
    const { merchantIdentifier } = own;
    const settings = { ...merchant.settings, applePay: { ...applePay, merchantIdentifier } };
    await giveProvider(fixture.tenant.db, fixture.tenant.id, { ...merchant, settings });
    expect(codeOf(await openSession(customer))).toBe('503 PROVIDER_UNAVAILABLE');
    await giveProvider(fixture.tenant.db, fixture.tenant.id, merchant);
  });

  test('[CARD-7] a host that does not belong to Apple is never asked', async () => {
    const customer = await customerOf();
    const good = new URL(appleUrl(fixture.sandbox.url));
    for (const address of [
      fixture.sandbox.url,
      `https://127.0.0.1:${good.port}1/paymentservices/paymentSession`,
      `https://localhost:${good.port}/paymentservices/paymentSession`,
      `https://user@${good.host}/paymentservices/paymentSession`,
      `https://${good.host}/elsewhere`,
      'https://apple-pay-gateway.apple.com.evil.example/paymentservices/paymentSession',
      'https://169.254.169.254/paymentservices/paymentSession',
    ])
      expect(codeOf(await openSession(customer, address)), address).toBe('400 INVALID_REQUEST');
    expect(codeOf(await openSession(customer, good.href, 2))).toBe('404 NOT_FOUND');
  });

  test('[CARD-7] a session that Apple refuses is reported as such', async () => {
    const customer = await customerOf();
    const { merchantIdentifier } = merchant.settings['applePay'] as { merchantIdentifier: string };
    for (const kind of ['status', 'drop-after-commit', 'invalid-json']) {
      const fault = { operation: 'apple-pay.session', accountId: merchantIdentifier, kind };
      await control(fixture.sandbox.url, 'POST', 'faults', fault);
      expect(codeOf(await openSession(customer)), kind).toBe('503 PROVIDER_UNAVAILABLE');
    }
  });
});

describe('a payment by Apple Pay', () => {
  test('[CARD-7] [MONEY-5] is stored, exchanged and charged in minor units, once even if sent often', async () => {
    const customer = await customerOf(12_550);
    const token = await chooseAtApple(customer);
    const headers = { 'idempotency-key': 'sheet-1' };
    const paid = await payByApple(customer, token, { headers });
    expect(paid.body).toMatchObject({
      paymentStatus: 'Completed',
      paymentChannel: 'ApplePay',
      paymentMethod: 'Apple Pay',
      amount: 125.5,
      maskedCardNumber: '**** 1000',
    });
    expect((await payByApple(customer, token, { headers })).body).toEqual(paid.body);
    expect(await chargesOf(paid.body.merchantRefNumber)).toMatchObject([
      { amount: 12_550, authenticationCheck: 'none', sentCredential: null },
    ]);
  });

  test('[CARD-7] a refusal is an answer, in the provider’s words, and leaves the orders free', async () => {
    const customer = await customerOf(11);
    const { body } = await payByApple(customer, await chooseAtApple(customer));
    expect(body).toMatchObject({ paymentStatus: 'Declined', errorCode: '3022' });
    expect((await payByApple(customer, await chooseAtApple(customer))).status).toBe(200);
  });

  test('[CARD-7] an account that the provider doesn’t know is a refusal, and is told to the office', async () => {
    const customer = await customerOf();
    const { db, id } = fixture.tenant;
    await giveProvider(db, id, { ...merchant, settings: { ...merchant.settings, accountId: '404' } });
    const { body } = await payByApple(customer, await chooseAtApple(customer));
    await giveProvider(db, id, merchant);
    expect(body).toMatchObject({ paymentStatus: 'Declined', errorCode: 'PROVIDER_CONFIGURATION' });
    const alerts = db.selectFrom('payment_alerts').select('kind').where('payment_id', '=', body.paymentId);
    expect(await alerts.execute()).toEqual([{ kind: 'provider-configuration' }]);
    expect((await payByApple(customer, await chooseAtApple(customer))).body.paymentStatus).toBe('Completed');
  });

  test('[CARD-7] a token counts once, and for the amount that the sheet showed', async () => {
    const customer = await customerOf();
    const token = await chooseAtApple(customer, 1);
    const { body } = await payByApple(customer, token);
    expect(body).toMatchObject({ paymentStatus: 'Declined', errorCode: '5068' });
    expect((await payByApple(customer, token)).body).toMatchObject({ paymentStatus: 'Declined', errorCode: '5068' });
    const forged = { ...token, paymentData: { ...(token['paymentData'] as object), data: 'AAAA' } };
    expect((await payByApple(customer, forged)).body.paymentStatus).toBe('Declined');
    expect((await readBooks(fixture.sandbox.url, merchant)).auths.filter(({ amount }) => amount === 100)).toEqual([]);
  });

  test('[CARD-7] [MONEY-4] the server prices; [MONEY-1] two at once are one attempt', async () => {
    const customer = await customerOf();
    const token = await chooseAtApple(customer);
    expect(codeOf(await payByApple({ ...customer, amount: 1 }, token))).toBe('409 AMOUNT_CHANGED');
    const headers = { 'idempotency-key': 'sheet-2' };
    const answers = await Promise.all([1, 2, 3].map(() => payByApple(customer, token, { headers })));
    const again = await payByApple(customer, token, { headers });
    expect(answers.map(codeOf)).toContain('200 ');
    expect(again.body.paymentStatus).toBe('Completed');
    expect(await chargesOf(again.body.merchantRefNumber)).toHaveLength(1);
  });

  test('[CARD-7] [MONEY-1] a lost answer is never declined: the provider is asked', async () => {
    const customer = await customerOf();
    const token = await chooseAtApple(customer);
    await makeFault(fixture.sandbox.url, merchant, { operation: 'auths.create', kind: 'drop-after-commit' });
    const { body } = await payByApple(customer, token);
    expect(body.paymentStatus).toBe('Incomplete');
    fixture.app.clock.advance({ seconds: 5 });
    await reconcile(fixture);
    const found = await customer.client.call(getPayment, { params: { merchantRefNum: body.merchantRefNumber } });
    expect(found.body.paymentStatus).toBe('Completed');
    expect(await chargesOf(body.merchantRefNumber)).toHaveLength(1);
  });
});

test('[CARD-7] Apple finds its file at the host of the marina that takes Apple Pay, and at no other', async () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association';
  const at = (tenantKey: string) => fetch(fixture.app.url + path, { headers: { tenantKey } });
  const { domainAssociation } = merchant.settings['applePay'] as { domainAssociation: string };
  expect(await (await at(fixture.tenant.key)).text()).toBe(domainAssociation);
  const other = await makeTenant(fixture.app);
  expect((await at(other.key)).status).toBe(404);
});
