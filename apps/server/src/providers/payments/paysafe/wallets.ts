import type { z } from 'zod';
import type { PaymentProvider } from '../payment-provider.ts';
import type { GoogleCard, WalletCard, WalletExchange, Wallets } from '../wallets.ts';
import { isTransient } from '../wire-call.ts';
import { openMerchantSession } from './apple-session.ts';
import { callPaysafe } from './http-client.ts';
import type { PaysafeSettings } from './settings.ts';
import { googleScript } from './wallet-settings.ts';
import { AppleToken, GoogleToken, readRefusal } from './wire.ts';

const deadlineMs = 15_000;

/** Opens the wallets that the settings turn on; undefined: none. */
export function openWallets(settings: PaysafeSettings): Wallets | undefined {
  const { googlePay, applePay } = settings;
  if (!googlePay && !applePay) return undefined;
  const isGooglesOwn = googlePay?.scriptUrl === googleScript;
  const scripts = [googlePay?.scriptUrl, applePay?.scriptUrl].filter((url) => typeof url === 'string');
  return {
    ...(googlePay && {
      googlePay: {
        exchange: (token) => exchange(settings, 'googlepay', { googlePayPaymentToken: token }, googleCard),
      },
    }),
    ...(applePay && {
      applePay: {
        exchange: (token) => exchange(settings, 'applepay', { applePayPaymentToken: { token } }, appleCard),
        openSession: (request) => openMerchantSession(applePay, settings.inTestMode, request),
        domainAssociation: applePay.domainAssociation,
      },
    }),
    browserOrigins: [
      ...new Set([...scripts.map((url) => new URL(url).origin), ...(isGooglesOwn ? ['https://google.com'] : [])]),
    ],
    imageOrigins: isGooglesOwn ? ['https://www.gstatic.com'] : [],
  };
}

/** Returns the details with which browsers open the wallets' sheets. */
export function publicWalletConfig({
  googlePay,
  applePay,
}: PaysafeSettings): NonNullable<PaymentProvider['publicConfig']['config']['wallets']> {
  return {
    scripts: {
      ...(googlePay && { googlePay: googlePay.scriptUrl }),
      ...(applePay?.scriptUrl && { applePay: applePay.scriptUrl }),
    },
    googlePayGateway: 'paysafe',
    googlePayAuthMethods: googlePay?.takesDeviceCards ? ['PAN_ONLY', 'CRYPTOGRAM_3DS'] : ['PAN_ONLY'],
  };
}

const googleCard = GoogleToken.transform(
  ({ paymentToken, card: { cardBin, lastDigits, cardType }, googlePayPaymentToken }): GoogleCard => ({
    paymentToken,
    cardBin,
    lastDigits,
    cardType,
    asksBank: googlePayPaymentToken?.paymentMethod !== 'TOKENIZED_CARD',
  }),
);

/** Apple's tokens are always proven on the device. */
const appleCard = AppleToken.transform(({ paymentToken }): WalletCard => ({ paymentToken, asksBank: false }));

/** Exchanges a wallet's token. It is in the body, and the key is the one that makes tokens and nothing else. */
async function exchange<Card extends WalletCard>(
  settings: PaysafeSettings,
  wallet: 'googlepay' | 'applepay',
  body: Record<string, unknown>,
  schema: z.ZodType<Card>,
): Promise<WalletExchange<Card>> {
  const path = `/customervault/v1/${wallet}singleusetokens`;
  const answer = await callPaysafe(settings, { method: 'POST', path, body, deadlineMs, key: 'token' });
  if (answer.kind !== 'answered') return { kind: 'unavailable', reason: answer.reason };
  const { status } = answer;
  if (isTransient(status)) return { kind: 'unavailable', reason: `HTTP ${status}` };
  if (status >= 400) return { kind: 'declined', refusal: readRefusal(status, answer.body) };
  const parsed = schema.safeParse(answer.body);
  return parsed.success
    ? { kind: 'card', card: parsed.data }
    : { kind: 'unavailable', reason: 'an answer of another shape' };
}
