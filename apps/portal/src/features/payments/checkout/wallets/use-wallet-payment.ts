import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { exchangeGooglePayToken } from '@quayside/contract/cards/wallets.ts';
import { useState } from 'react';
import { api } from '../../../../lib/calls/api.ts';
import { hasCode } from '../../../../lib/calls/api-error.ts';
import { withRecentSignIn } from '../../../../lib/session/recent-sign-in.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { type Basket, type Contents, fillBasket, readBasket } from '../../basket.ts';
import { noteAttempt, paymentFieldsOf, prepareAttempt, repriceBasket } from '../../basket-attempt.ts';
import type { ApplePayDriver } from '../../drivers/apple-pay.ts';
import { type CardDriver, ProviderScriptError, WalletSheetError } from '../../drivers/card-driver.ts';
import type { GooglePayDriver, GooglePaymentData } from '../../drivers/google-pay.ts';
import { driverOf } from '../../drivers/registry.ts';
import { addressFromGoogle } from '../../drivers/wallet-address.ts';
import type { WalletSale } from '../../drivers/wallet-sale.ts';
import { refreshAfterPayment } from '../../refresh-after-payment.ts';
import { whilePaying } from '../../under-way.ts';
import { type CardPaymentEnd, type CheckoutContext, payAttempt } from '../card/card.exports.ts';
import {
  type AuthenticationProfile,
  type CheckoutProblem,
  giveUpEarlierAttempt,
  type PaymentEnd,
  type PaymentStep,
  problemOf,
  reportScriptFailure,
  useBankPage,
} from '../checkout.exports.ts';
import { PaymentInDoubt, payByApple } from './apple-payment.ts';

export type WalletName = 'Google Pay' | 'Apple Pay';

/** The payer. */
export interface WalletPayer {
  accountGuid: string;
  name: string;
  /** The payer's contact data for the bank. Null if only the wallet knows it. */
  contact: AuthenticationProfile | null;
}

export interface WalletOptions {
  provider: PaymentProvider;
  /** The orders to pay. */
  contents: Omit<Contents, 'providerKey' | 'providerKind'>;
  payer: WalletPayer;
  onEnd: (end: PaymentEnd) => void;
  /** Gets the reason why nothing was paid. Null when another try starts. */
  onProblem: (problem: ShownProblem | null) => void;
  /** Gets true when a payment starts, and false at its end. */
  onPaying: (isPaying: boolean) => void;
}

export type ShownProblem = Exclude<CheckoutProblem, { kind: 'broken' }>;

/** Pays by one wallet at a time. */
export function useWalletPayment({ provider, contents, payer, onEnd, onProblem, onPaying }: WalletOptions) {
  const { culture, name } = useTenant();
  const [step, setStep] = useState<PaymentStep | null>(null);
  const bank = useBankPage();

  const sale = (): WalletSale => ({
    amount: contents.amount,
    currencyCode: culture.isoCurrencyCode,
    decimalPlaces: culture.currencyDecimalPlaces,
    countryCode: culture.twoDigitCountryCode || 'GB',
    merchantName: name,
  });

  /** Runs one payment. At its end, with any result, the step is cleared. */
  async function run(wallet: WalletName, pay: () => Promise<CardPaymentEnd | null>): Promise<void> {
    onProblem(null);
    onPaying(true);
    try {
      const end = await whilePaying(pay);
      if (end?.end === 'notAuthenticated') onProblem({ kind: 'notAuthenticated', reason: end.reason });
      else if (end) onEnd(end);
    } catch (error) {
      await explain(wallet, error);
    } finally {
      setStep(null);
      onPaying(false);
    }
  }

  async function explain(wallet: WalletName, error: unknown): Promise<void> {
    if (hasCode(error, 'AUTHENTICATION_TOO_OLD')) return proveIdentity(error);
    if (error instanceof PaymentInDoubt) return onProblem({ kind: 'inDoubt' });
    const problem = problemOf(error);
    const basket = readBasket();
    if (problem.kind === 'amountChanged' && basket) repriceBasket(basket, problem.amount);
    if (problem.kind === 'amountChanged' || problem.kind === 'inProgress') await refreshAfterPayment();
    if (error instanceof ProviderScriptError) {
      const reference = reportScriptFailure(provider.key, error);
      if (error instanceof WalletSheetError) onProblem({ kind: 'wallet', wallet, reference });
      else onProblem({ kind: error.isOfChallenge ? 'challenge' : 'start', reason: error.reason, reference });
    } else if (problem.kind !== 'broken') onProblem(problem);
    return undefined;
  }

  const payByGooglePay = (driver: GooglePayDriver) =>
    run('Google Pay', async () => {
      const basket = fillBasket({ ...contents, providerKey: provider.key, providerKind: provider.kind });
      const data = await driver.pay(sale());
      if (data === null) return null;
      const showBankPage = provider.config.force3dsV1 ? bank.show : undefined;
      const { accountGuid } = payer;
      const context = { accountGuid, driver: bankDriver(provider, culture.isoCurrencyCode), showBankPage };
      return payByGoogle(basket, data, payer, { ...context, onStep: setStep });
    });

  const payByApplePay = (driver: ApplePayDriver) =>
    run('Apple Pay', () => {
      const basket = fillBasket({ ...contents, providerKey: provider.key, providerKind: provider.kind });
      return payByApple(driver, basket, sale(), payer.accountGuid);
    });

  return {
    /** Null while no payment runs. Apple's sheet shows its own progress. */
    step,
    bankPage: bank.open,
    payByGooglePay,
    payByApplePay,
  };
}

/** Asks for proof of identity. The sheet is closed by then, so the reader opens it again. */
async function proveIdentity(tooOld: unknown): Promise<void> {
  let isAsked = false;
  await withRecentSignIn(async () => {
    if (isAsked) return;
    isAsked = true;
    throw tooOld;
  }).catch(() => undefined);
}

/** The provider's own script, which shows the bank's challenge. Loaded when it is needed. */
function bankDriver(provider: PaymentProvider, currencyCode: string): CardDriver {
  const load = () => {
    const loaded = driverOf(provider)?.load?.(provider, currencyCode);
    if (!loaded) throw new Error(`The provider ${provider.key} has no driver.`);
    return loaded;
  };
  return {
    setUpFields: async (fields) => (await load()).setUpFields(fields),
    startAuthentication: async (card) => (await load()).startAuthentication(card),
    challenge: async (payload) => (await load()).challenge(payload),
  };
}

interface Payer {
  /** The payer's contact data for the bank. Null if only the sheet knows it. */
  contact: AuthenticationProfile | null;
  /** The card holder's name if the sheet gives none. */
  name: string;
}

/**
 * Pays a basket with the answer of Google's sheet. It stores the attempt, exchanges the token, lets the bank
 * authenticate a card on file, and charges. Every error that it throws happened before charging.
 */
async function payByGoogle(
  given: Basket,
  data: GooglePaymentData,
  { contact, name }: Payer,
  context: CheckoutContext,
): Promise<CardPaymentEnd> {
  context.onStep('card');
  const earlier = await giveUpEarlierAttempt(given);
  if ('end' in earlier) return earlier;
  const basket = prepareAttempt(earlier.basket, 'GooglePay');
  const { siteId, idempotencyKey } = basket;
  const body = {
    accountGuid: context.accountGuid,
    ...paymentFieldsOf(basket),
    siteId,
    paymentChannel: 'GooglePay' as const,
    paymentMethod: data.paymentMethodData.description ?? '',
    googlePayPaymentToken: data,
  };
  const exchanged = await withRecentSignIn(() => api(exchangeGooglePayToken, { body }, { idempotencyKey }));
  const { payment, googlePayTokenResponse: token, outcome } = exchanged;
  noteAttempt(basket, payment.merchantRefNumber);
  if (!token) return { end: 'settled', payment };
  const billing = data.paymentMethodData.info?.billingAddress;
  const card = {
    channel: 'GooglePay' as const,
    token: token.paymentToken,
    nickName: '',
    rememberCard: false,
    holderName: billing?.name?.trim().slice(0, 100) || name || 'Google Pay',
    address: addressFromGoogle(billing),
    cardType: token.card.cardType,
    authenticateBy: { cardBin: token.card.cardBin },
    profile: contact ?? contactInSheet(data),
  };
  return payAttempt(payment, card, { ...context, isProven: outcome === 'proceed' });
}

function contactInSheet({ email, paymentMethodData }: GooglePaymentData): AuthenticationProfile {
  const phone = paymentMethodData.info?.billingAddress?.phoneNumber;
  return { ...(email && { email }), ...(phone && { phone: phone.slice(0, 40) }) };
}
