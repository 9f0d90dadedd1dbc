import { exchangeGooglePayToken, openApplePaySession, payByApplePay } from '@quayside/contract/cards/wallets.ts';
import { sandboxOrigin } from '../../demo/sandbox-origin.ts';
import { walletSettings } from '../../demo/wallets.ts';
import type { Checkout, TestMerchant } from './card-payments.ts';

/** Adds both wallets to a merchant's settings, as the sandbox knows them. */
export async function withWallets(sandboxUrl: string, merchant: TestMerchant): Promise<TestMerchant> {
  const { settings, accountId } = merchant;
  const wallets = await walletSettings(accountId, String(settings['tokenKey']), { sandboxUrl, now: new Date() });
  return { ...merchant, settings: { ...settings, ...wallets } };
}

/** The cards in the sandbox's wallets. */
export const walletCards = {
  asks: 'visa-asks',
  passes: 'visa',
  refused: 'visa-refused',
  onDevice: 'visa-device',
} as const;

async function ask(sandboxUrl: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(path, sandboxOrigin(sandboxUrl, 'wallets')), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`sandbox: ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Chooses a card in Google's sheet. Returns what the page gets. */
export function chooseAtGoogle(
  { sandboxUrl, amount, merchant }: Pick<Checkout, 'sandboxUrl' | 'amount' | 'merchant'>,
  cardId: string = walletCards.asks,
  gatewayMerchantId = String(merchant.settings['tokenKey']),
): Promise<Record<string, unknown>> {
  const parameters = {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['MASTERCARD', 'VISA'],
    billingAddressRequired: true,
    billingAddressParameters: { format: 'FULL', phoneNumberRequired: true },
  };
  const tokenizationSpecification = {
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway: 'paysafe', gatewayMerchantId },
  };
  const request = {
    apiVersion: 2,
    apiVersionMinor: 0,
    merchantInfo: { merchantName: 'Test Haven' },
    allowedPaymentMethods: [{ type: 'CARD', parameters, tokenizationSpecification }],
    transactionInfo: {
      countryCode: 'GB',
      currencyCode: 'GBP',
      totalPriceStatus: 'FINAL',
      totalPrice: amount.toFixed(2),
    },
  };
  return ask(sandboxUrl, '/google-pay/payment-data', { request, cardId });
}

/** Sends Google's token to our server. */
export const exchange = (
  { client, accountGuid, orderIds, amount }: Checkout,
  googlePayPaymentToken: object,
  { headers = {}, siteId = 1 }: { headers?: Record<string, string>; siteId?: number } = {},
) =>
  client.call(
    exchangeGooglePayToken,
    {
      body: {
        accountGuid,
        orderIds,
        amount,
        paymentChannel: 'GooglePay' as const,
        paymentMethod: 'Visa',
        siteId,
        // Sent as it is, even if it is not what the call takes.
        googlePayPaymentToken: googlePayPaymentToken as never,
      },
    },
    headers,
  );

/** Makes our server ask the sandbox's Apple for a session. */
export const openSession = (
  { client, accountGuid, sandboxUrl }: Checkout,
  validationUrl = appleUrl(sandboxUrl),
  siteId = 1,
) => client.call(openApplePaySession, { body: { accountGuid, siteId, validationUrl } });

/** Returns the sandbox's address, as Apple's script would name it. */
export const appleUrl = (sandboxUrl: string, path = '/paymentservices/paymentSession'): string =>
  new URL(path, sandboxOrigin(sandboxUrl, 'appleGateway')).href;

/**
 * Chooses a card in Apple's sheet. Returns what the page gets.
 * @param amount the amount with which the sheet was opened
 */
export async function chooseAtApple(checkout: Checkout, amount = checkout.amount): Promise<Record<string, unknown>> {
  const session = (await openSession(checkout)).body.merchantSession;
  const request = {
    countryCode: 'US',
    currencyCode: 'USD',
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    requiredBillingContactFields: ['postalAddress'],
    total: { label: 'Test Haven', amount: amount.toFixed(2), type: 'final' },
  };
  const cardId = walletCards.onDevice;
  return (await ask(checkout.sandboxUrl, '/apple-pay/payment', { request, session, cardId }))['token'] as Record<
    string,
    unknown
  >;
}

/** Sends Apple's token to our server. */
export const payByApple = (
  { client, accountGuid, orderIds, amount }: Checkout,
  token: object,
  { headers = {}, siteId = 1 }: { headers?: Record<string, string>; siteId?: number } = {},
) => client.call(payByApplePay, { body: { accountGuid, orderIds, amount, siteId, token: token as never } }, headers);
