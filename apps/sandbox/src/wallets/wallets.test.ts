import { randomUUID } from 'node:crypto';
import { request as requestTls } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxProcess, startSandbox } from '../testing/sandbox-process.ts';
import { createMerchant, type HttpAnswer, request, type TestMerchant } from '../testing/test-merchant.ts';
import { merchantCertificates } from '../testing/merchant-certificates.ts';

let sandbox: SandboxProcess;
let merchant: TestMerchant;
beforeAll(async () => {
  sandbox = await startSandbox();
  merchant = await createMerchant(sandbox);
});
afterAll(() => sandbox.dispose());

const parameters = {
  allowedAuthMethods: ['PAN_ONLY'],
  allowedCardNetworks: ['MASTERCARD', 'VISA'],
  billingAddressRequired: true,
  billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
};
const googleRequest = (changes: object = {}) => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  merchantInfo: { merchantName: 'Test Haven' },
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters,
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'paysafe', gatewayMerchantId: merchant.tokenKey },
      },
    },
  ],
  transactionInfo: { countryCode: 'GB', currencyCode: 'GBP', totalPriceStatus: 'FINAL', totalPrice: '12.50' },
  ...changes,
});
const totalOf = (totalPrice: string, currencyCode: string) =>
  googleRequest({ transactionInfo: { countryCode: 'TN', currencyCode, totalPriceStatus: 'FINAL', totalPrice } });
const chooseAtGoogle = (cardId = 'visa-asks', asked: object = googleRequest()) =>
  request(`${sandbox.wallets}/google-pay/payment-data`, 'POST', { request: asked, cardId });
const exchangeGoogleToken = (googlePayPaymentToken: object, by: TestMerchant = merchant) =>
  by.browser('POST', '/customervault/v1/googlepaysingleusetokens', { googlePayPaymentToken });

const tokenIn = ({ body }: HttpAnswer) => JSON.parse(body.paymentMethodData.tokenizationData.token) as object;
const fieldErrorsOf = ({ body }: HttpAnswer) =>
  (body.error.fieldErrors as { field: string; error: string }[]).map(({ field, error }) => `${field}: ${error}`);

describe('Google Pay', () => {
  test('gives a page its data, and only the vault can decrypt the card', async () => {
    const { body } = await chooseAtGoogle();
    expect(body).toMatchObject({
      apiVersion: 2,
      apiVersionMinor: 0,
      paymentMethodData: {
        type: 'CARD',
        description: 'Visa •••• 1091',
        info: {
          cardNetwork: 'VISA',
          cardDetails: '1091',
          billingAddress: { name: 'Jo Sailor', countryCode: 'GB', phoneNumber: '+44 1590 670123' },
        },
        tokenizationData: { type: 'PAYMENT_GATEWAY' },
      },
    });
    expect(JSON.stringify(body)).not.toContain('4000000000001091');
    expect(tokenIn({ body } as HttpAnswer)).toMatchObject({ protocolVersion: 'ECv1' });
  });

  test('refuses a request that Google would refuse, and a card that the page does not take', async () => {
    for (const wrong of [{ apiVersion: 1 }, { transactionInfo: { currencyCode: 'GBP' } }, { surprise: true }])
      expect((await chooseAtGoogle('visa-asks', googleRequest(wrong))).status).toBe(400);
    expect((await chooseAtGoogle('amex')).status).toBe(400);
    expect((await chooseAtGoogle('visa-asks', totalOf('12.505', 'TND'))).status).toBe(400);
    for (const total of ['12.50', '12.5', '12'])
      expect((await chooseAtGoogle('visa-asks', totalOf(total, 'TND'))).status).toBe(200);
    expect((await chooseAtGoogle('visa-device')).status).toBe(400);
  });

  test('its token becomes a single-use token, as whole payment data and by itself', async () => {
    const data = await chooseAtGoogle();
    const whole = await exchangeGoogleToken(data.body);
    expect(whole.status).toBe(200);
    expect(whole.body).toMatchObject({
      timeToLiveSeconds: 899,
      googlePayPaymentToken: { paymentMethod: 'CARD_ON_FILE' },
      card: { status: 'ACTIVE', cardBin: '400000', lastDigits: '1091', cardType: 'VI' },
    });
    const alone = await exchangeGoogleToken(tokenIn(await chooseAtGoogle('mastercard')));
    expect(alone.body.card).toMatchObject({ cardType: 'MC', lastDigits: '1005' });
    const card = { paymentToken: String(alone.body.paymentToken) };
    expect((await merchant.authorise({ card })).status).toBe(200);
    expect((await merchant.authorise({ card })).status).toBe(400);
  });

  test('a token counts once, for its own merchant, as it was signed', async () => {
    const { body } = await chooseAtGoogle();
    const other = await createMerchant(sandbox);
    expect((await exchangeGoogleToken(body, other)).body.error.code).toBe('9086');
    expect((await exchangeGoogleToken(body)).status).toBe(200);
    expect(fieldErrorsOf(await exchangeGoogleToken(body))).toEqual([
      'googlePayPaymentToken: The token has already been used',
    ]);
    const forged = { ...tokenIn(await chooseAtGoogle()), signature: 'MEUC' };
    expect(fieldErrorsOf(await exchangeGoogleToken(forged))).toEqual([
      'googlePayPaymentToken: The token could not be decrypted',
    ]);
    expect((await exchangeGoogleToken({ surprise: true })).body.error.code).toBe('5068');
    expect((await merchant.server('POST', '/customervault/v1/googlepaysingleusetokens', {})).body.error.code).toBe(
      '5270',
    );
  });

  test('a card of the device comes as such, and a wallet’s card has no stored credential', async () => {
    const [method] = googleRequest().allowedPaymentMethods;
    const wide = { ...method, parameters: { ...parameters, allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'] } };
    const data = await chooseAtGoogle('visa-device', googleRequest({ allowedPaymentMethods: [wide] }));
    const { body } = await exchangeGoogleToken(data.body);
    expect(body.googlePayPaymentToken.paymentMethod).toBe('TOKENIZED_CARD');
    const card = { paymentToken: String(body.paymentToken) };
    const storedCredential = { type: 'ADHOC', occurrence: 'INITIAL' };
    expect(fieldErrorsOf(await merchant.authorise({ card, storedCredential }))).toEqual([
      'storedCredential: Not allowed with a wallet',
    ]);
  });

  test('switches: a browser without a wallet, and a vault that loses its answer', async () => {
    const host = `${randomUUID()}.localhost`;
    const ready = {
      request: { apiVersion: 2, apiVersionMinor: 0, allowedPaymentMethods: [{ type: 'CARD', parameters }] },
    };
    const isReady = async () => (await request(`${sandbox.wallets}/google-pay/ready`, 'POST', { ...ready, host })).body;
    expect(await isReady()).toEqual({ result: true });
    const fault = { accountId: host, operation: 'google-pay.ready', kind: 'status' };
    await request(`${sandbox.provider}/_sandbox/faults`, 'POST', fault);
    expect(await isReady()).toEqual({ result: false });
    await merchant.fault({ operation: 'googlepaytokens.create', kind: 'status', status: 503 });
    expect((await exchangeGoogleToken((await chooseAtGoogle()).body)).status).toBe(503);
  });
});

const name = 'merchant.localhost.test';

/** Asks Apple's gateway for a session, as a server with a certificate does. */
function askForSession(certificates: { cert: string; key: string } | null, changes: object = {}): Promise<HttpAnswer> {
  const body = {
    merchantIdentifier: name,
    displayName: 'Test Haven',
    initiative: 'web',
    initiativeContext: 'a.localhost',
  };
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const sending = requestTls(
    `${sandbox.appleGateway}/paymentservices/paymentSession`,
    { method: 'POST', rejectUnauthorized: false, headers: { 'content-type': 'application/json' }, ...certificates },
    (response) => {
      let text = '';
      response.on('data', (part) => {
        text += String(part);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), body: JSON.parse(text) }),
      );
    },
  );
  sending.on('error', reject);
  sending.end(JSON.stringify({ ...body, ...changes }));
  return promise;
}

const appleRequest = {
  countryCode: 'US',
  currencyCode: 'USD',
  supportedNetworks: ['visa', 'masterCard'],
  merchantCapabilities: ['supports3DS'],
  requiredBillingContactFields: ['postalAddress'],
  total: { label: 'Test Haven', amount: '12.50', type: 'final' },
};
const chooseAtApple = (session: object, asked: object = appleRequest) =>
  request(`${sandbox.wallets}/apple-pay/payment`, 'POST', { request: asked, session, cardId: 'visa-device' });
const exchangeApples = (applePayPaymentToken: object) =>
  merchant.browser('POST', '/customervault/v1/applepaysingleusetokens', { applePayPaymentToken });

describe('Apple Pay', () => {
  test('gives a session only to the merchant of the certificate', async () => {
    const own = await merchantCertificates(name);
    const { status, body } = await askForSession(own);
    expect(status).toBe(200);
    expect(body).toMatchObject({ displayName: 'Test Haven', domainName: 'a.localhost' });
    expect((await askForSession(null)).status).toBe(401);
    expect((await askForSession(await merchantCertificates('merchant.other'))).status).toBe(401);
    expect((await askForSession(own, { displayName: 'x'.repeat(65) })).status).toBe(400);
    expect((await askForSession(own, { initiative: 'app' })).status).toBe(400);
    const check = (host: string) => request(`${sandbox.wallets}/apple-pay/validation`, 'POST', { session: body, host });
    expect((await check('b.localhost')).status).toBe(403);
    expect((await check('a.localhost')).body).toEqual({ displayName: 'Test Haven' });
    expect((await check('a.localhost')).status).toBe(403);
  });

  test('its token becomes a single-use token, in both forms, once, and pays the amount of the sheet', async () => {
    const { body: session } = await askForSession(await merchantCertificates(name));
    const { token, billingContact } = (await chooseAtApple(session)).body;
    expect(JSON.stringify(token)).not.toContain('4000000000001000');
    expect(billingContact).toMatchObject({ locality: 'Lymington', countryCode: 'GB' });
    const { body } = await exchangeApples({ token, billingContact });
    expect(body).toEqual({
      id: expect.any(String),
      paymentToken: expect.stringMatching(/^A/),
      timeToLiveSeconds: 899,
      transaction: { amount: 1_250, currencyCode: 'USD' },
      applePayPaymentToken: {
        billingContact,
        token: {
          paymentData: {
            version: 'EC_v1',
            signature: token.paymentData.signature,
            header: { transactionId: token.paymentData.header.transactionId, publicKeyHash: expect.any(String) },
          },
          paymentMethod: token.paymentMethod,
        },
      },
      card: { status: 'ACTIVE', lastDigits: '1000', cardCategory: 'CREDIT' },
    });
    const card = { paymentToken: String(body.paymentToken) };
    expect(fieldErrorsOf(await merchant.authorise({ card, amount: 1_251 }))).toEqual([
      'amount: Not the amount that the wallet was shown',
    ]);
    expect((await merchant.authorise({ card, amount: 1_250 })).status).toBe(200);
    expect(fieldErrorsOf(await exchangeApples({ token }))).toEqual([
      'applePayPaymentToken: The token has already been used',
    ]);
    const older = (await chooseAtApple(session)).body.token.paymentData;
    expect((await exchangeApples({ ...older, data: 'AAAA' })).body.error.code).toBe('7513');
    expect((await exchangeApples(older)).status).toBe(200);
  });

  test('refuses a sheet that Apple would refuse', async () => {
    const { body: session } = await askForSession(await merchantCertificates(name));
    for (const wrong of [{ countryCode: 'gb' }, { merchantCapabilities: [] }, { supportedNetworks: ['VISA'] }])
      expect((await chooseAtApple(session, { ...appleRequest, ...wrong })).status).toBe(400);
    expect((await chooseAtApple({ ...session, domainName: 'evil.example' })).status).toBe(400);
  });
});
