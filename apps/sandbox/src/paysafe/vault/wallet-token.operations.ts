import { z } from 'zod';
import { listAccountIds } from '../merchants.ts';
import { currencyOf } from '../../cards/wallet-tokens/apple-currencies.ts';
import { ApplePaymentData, openPaymentData } from '../../cards/wallet-tokens/apple-token.ts';
import { openToken, type SignedMessage } from '../../cards/wallet-tokens/google-token.ts';
import { type Instrument, makeInstrument } from '../../cards/instrument.ts';
import { type Answer, type Call, type Operation, readBody } from '../operation.ts';
import { fieldError, ProviderError } from '../provider-error.ts';
import { createSingleUseToken, type SingleUseToken, walletTokenLifeSeconds } from './single-use-tokens.ts';

const GoogleToken = z.strictObject({
  signature: z.string().min(1),
  protocolVersion: z.string().min(1),
  signedMessage: z.string().min(1),
});

/** All data that Google's sheet gives a page. */
const PaymentData = z.strictObject({
  apiVersion: z.literal(2),
  apiVersionMinor: z.literal(0),
  email: z.string().optional(),
  paymentMethodData: z.strictObject({
    type: z.literal('CARD'),
    description: z.string().optional(),
    info: z.looseObject({}).optional(),
    tokenizationData: z.strictObject({ type: z.literal('PAYMENT_GATEWAY'), token: z.string() }),
  }),
});

/** The older form, with the token alone, and the newer one. */
const GooglePayBody = z.strictObject({ googlePayPaymentToken: z.union([GoogleToken, PaymentData]) });

const ApplePayBody = z.strictObject({
  applePayPaymentToken: z.union([
    ApplePaymentData,
    z.strictObject({
      token: z.strictObject({
        paymentData: ApplePaymentData,
        paymentMethod: z.looseObject({}),
        transactionIdentifier: z.string(),
      }),
      billingContact: z.looseObject({}).optional(),
    }),
  ]),
});

const base = '/customervault/v1';

/** The operations that change wallets' tokens into single-use tokens. */
export const walletTokenOperations: readonly Operation[] = [
  {
    name: 'googlepaytokens.create',
    method: 'POST',
    path: `${base}/googlepaysingleusetokens`,
    keys: ['token'],
    handle: createGooglePayToken,
  },
  {
    name: 'applepaytokens.create',
    method: 'POST',
    path: `${base}/applepaysingleusetokens`,
    keys: ['token'],
    handle: createApplePayToken,
  },
];

function createGooglePayToken(call: Call): Answer {
  const { message, envelope } = openGooglePayToken(call);
  if (!isGatewayMerchant(call, message.gatewayMerchantId)) throw new ProviderError('9086');
  if (Number(message.messageExpiration) <= call.now) throw fieldError('googlePayPaymentToken', 'The token has expired');
  spend(call, message.messageId, 'googlePayPaymentToken');
  const { pan, expirationMonth, expirationYear, authMethod } = message.paymentMethodDetails;
  const isOnDevice = authMethod === 'CRYPTOGRAM_3DS';
  const cardExpiry = { month: expirationMonth, year: expirationYear };
  const token = keep(
    call,
    { ...makeInstrument(call.sandbox, { cardNum: pan, cardExpiry }, call.now), wallet: {} },
    'G',
  );
  const { ephemeralPublicKey, tag } = envelope;
  const googlePayPaymentToken = {
    ephemeralPublicKey,
    tag,
    messageId: message.messageId,
    messageExpiration: message.messageExpiration,
    paymentMethod: isOnDevice ? 'TOKENIZED_CARD' : 'CARD_ON_FILE',
  };
  const { cardBin, lastDigits, cardType } = token.instrument;
  const card = { status: 'ACTIVE', cardBin, lastDigits, cardType, cardCategory: 'CREDIT' };
  return { status: 200, body: { ...presentToken(token), googlePayPaymentToken, card } };
}

function openGooglePayToken(call: Call): { message: Opened['message']; envelope: SignedMessage } {
  const walletToken = readBody(GooglePayBody, call).googlePayPaymentToken;
  const token = 'signature' in walletToken ? walletToken : parsed(walletToken.paymentMethodData.tokenizationData.token);
  const opened = token && openToken(call.sandbox.secrets, token);
  if (!opened) throw fieldError('googlePayPaymentToken', 'The token could not be decrypted');
  return opened;
}

type Opened = NonNullable<ReturnType<typeof openToken>>;

function parsed(text: string) {
  try {
    return GoogleToken.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function createApplePayToken(call: Call): Answer {
  const walletToken = readBody(ApplePayBody, call).applePayPaymentToken;
  const data = 'token' in walletToken ? walletToken.token.paymentData : walletToken;
  const message = openPaymentData(call.sandbox.secrets, data);
  if (!message) throw new ProviderError('7513');
  spend(call, data.header.transactionId, 'applePayPaymentToken');
  const { applicationPrimaryAccountNumber: cardNum, applicationExpirationDate: date, transactionAmount } = message;
  const cardExpiry = { month: Number(date.slice(2, 4)), year: 2000 + Number(date.slice(0, 2)) };
  const instrument = makeInstrument(call.sandbox, { cardNum, cardExpiry }, call.now);
  const currency = currencyOf(message.currencyCode);
  const shown = { amountMinor: transactionAmount, currency };
  const token = keep(call, { ...instrument, wallet: { shown } }, 'A');
  return {
    status: 200,
    body: {
      ...presentToken(token),
      transaction: { amount: transactionAmount, currencyCode: currency },
      applePayPaymentToken: presentApples(walletToken),
      // The vault tells less of Apple's virtual card than of Google's.
      card: { status: 'ACTIVE', lastDigits: instrument.lastDigits, cardCategory: 'CREDIT' },
    },
  };
}

/** Repeats Apple's token in the form in which it came, without what decrypts it. */
function presentApples(walletToken: z.output<typeof ApplePayBody>['applePayPaymentToken']) {
  const withoutData = ({ version, signature, header: { transactionId, publicKeyHash } }: ApplePaymentData) => ({
    version,
    signature,
    header: { transactionId, publicKeyHash },
  });
  if (!('token' in walletToken)) return withoutData(walletToken);
  const { token, billingContact } = walletToken;
  const { paymentData, paymentMethod } = token;
  return { ...(billingContact && { billingContact }), token: { paymentData: withoutData(paymentData), paymentMethod } };
}

/** Tells if an id names the merchant as Google knows its gateway: by its public key, or by an account. */
function isGatewayMerchant({ sandbox, merchant }: Call, id: string): boolean {
  return id === merchant.tokenKey || listAccountIds(sandbox.database, merchant.serverKey).includes(id);
}

/** Spends a wallet's token, which counts once. */
function spend({ sandbox, now }: Call, id: string, field: string): void {
  const insert = sandbox.database.prepare('insert into wallet_message (id, at) values (?, ?) on conflict do nothing');
  if (insert.run(id, now).changes === 0) throw fieldError(field, 'The token has already been used');
}

const keep = ({ sandbox, merchant, now }: Call, instrument: Instrument, prefix: 'G' | 'A') =>
  createSingleUseToken(sandbox.database, merchant.serverKey, instrument, now, prefix);

const presentToken = ({ id, paymentToken }: SingleUseToken) => ({
  id,
  paymentToken,
  timeToLiveSeconds: walletTokenLifeSeconds,
});
