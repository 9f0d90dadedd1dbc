import {
  authenticateCard,
  type BillingAddressInput,
  createCardPayment,
  lookUpCardAuthentication,
  payByCard,
  reportFailedCardPayment,
  type StoredCardTokens,
  type ThreeDSecureAnswer,
  type BrowserDetails,
} from '@quayside/contract/cards/cards.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { z } from 'zod';
import { type BankForm, enrollCard } from '@quayside/contract/cards/three-d-secure-1.ts';
import { api } from '../../../../lib/calls/api.ts';
import { ApiError } from '../../../../lib/calls/api-error.ts';
import { withRecentSignIn } from '../../../../lib/session/recent-sign-in.ts';
import { noteAttempt, paymentFieldsOf, prepareAttempt } from '../../basket-attempt.ts';
import type { Basket } from '../../basket.ts';
import {
  giveUpEarlierAttempt,
  type PaymentEnd,
  type PaymentStep,
  type AuthenticationProfile,
  CardRefused,
  untilLeft,
} from '../checkout.exports.ts';
import { makeCharge, isClearRefusal } from '../../make-charge.ts';
import { type CardDriver, type CardToAuthenticate, ProviderScriptError } from '../../drivers/card-driver.ts';

/** The card that pays, after the provider has made a token of it. */
export interface CardToPayWith {
  channel: 'Card' | 'VaultedCard' | 'GooglePay';
  /** Valid for one use. */
  token: string;
  holderName: string;
  nickName: string;
  address?: BillingAddressInput | undefined;
  billingAddressId?: string | undefined;
  rememberCard: boolean;
  cardType?: string | undefined;
  /** The data that finds the bank: the stored card's first digits, else the token. */
  authenticateBy: CardToAuthenticate;
  profile: AuthenticationProfile;
}

/** A card that the provider stores. Its token is made after its payment has started. */
export interface StoredCardToPayWith extends Omit<CardToPayWith, 'token'> {
  channel: 'VaultedCard';
  cardId: string;
  tokenize: (tokens: StoredCardTokens) => Promise<string>;
}

/** A typed card, or one that the provider stores. */
export type TypedOrStoredCard = (CardToPayWith & { channel: 'Card' }) | StoredCardToPayWith;

interface NotAuthenticated {
  end: 'notAuthenticated';
  /** The server's message if the bank gave a reason. Null: the usual message. */
  reason: string | null;
}

/** The end of an attempt as this browser knows it. `unknown`: money may have moved, and only the server knows. */
export type CardPaymentEnd = PaymentEnd | NotAuthenticated;

export interface CheckoutContext {
  accountGuid: string;
  driver: CardDriver;
  /** Shows the bank's page of 3-D Secure 1. Undefined if the provider uses version 2. */
  showBankPage?: ((form: BankForm) => Promise<'answered' | 'cancelled'>) | undefined;
  /** Gets the current step, for the reader who waits. */
  onStep: (step: PaymentStep) => void;
}

/**
 * Pays a basket: stores the attempt, lets the bank authenticate its customer, and charges. Every error that it
 * throws happened before charging, and the attempt was cancelled.
 * @throws {ApiError} the server's refusal
 * @throws {ProviderScriptError} the failure of the provider's script
 */
export async function payBasketByCard(
  basket: Basket,
  card: TypedOrStoredCard,
  context: CheckoutContext,
): Promise<CardPaymentEnd> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier;
  const attempt = await startAttempt(prepareAttempt(earlier.basket, card.channel), card, context.accountGuid);
  if (attempt.paymentStatus !== 'Incomplete') return { end: 'settled', payment: attempt };
  const { channel } = card;
  const whole = channel === 'Card' ? card : { ...card, token: await tokenOf(attempt, card) };
  return payAttempt(attempt, whole, context);
}

/** Makes the token of a stored card. If its security code can't be read, the attempt is cancelled. */
async function tokenOf({ merchantRefNumber, storedCard }: StartedPayment, card: StoredCardToPayWith): Promise<string> {
  try {
    if (!storedCard) throw new Error('The server sent no tokens for the stored card');
    return await card.tokenize(storedCard);
  } catch (error) {
    await report(merchantRefNumber, codeOf(error), error instanceof Error ? error.message : '');
    throw error;
  }
}

/**
 * Completes a stored attempt: the bank authenticates its customer, unless that is proven already, and then it
 * charges. Every error that it throws happened before charging, and the attempt was cancelled.
 */
export async function payAttempt(
  attempt: ProcessedPayment,
  card: CardToPayWith,
  context: CheckoutContext & { isProven?: boolean },
): Promise<CardPaymentEnd> {
  const { merchantRefNumber } = attempt;
  context.onStep('bank');
  try {
    const outcome = context.isProven ? 'proceed' : await authenticate(attempt, card, context);
    if (outcome !== 'proceed') {
      await report(merchantRefNumber, 'NOT_AUTHENTICATED', 'authentication failed');
      return { end: 'notAuthenticated', reason: outcome.reason };
    }
  } catch (error) {
    await report(merchantRefNumber, codeOf(error), error instanceof Error ? error.message : '');
    throw error;
  }
  context.onStep('charge');
  return charge(attempt, card, context.accountGuid);
}

async function startAttempt(basket: Basket, card: TypedOrStoredCard, accountGuid: string): Promise<StartedPayment> {
  const { providerKey, idempotencyKey } = basket;
  const kept = card.channel === 'VaultedCard' ? { cardId: card.cardId } : {};
  const body = { accountGuid, ...paymentFieldsOf(basket), providerKey, paymentChannel: card.channel, ...kept };
  const attempt = await withRecentSignIn(() => api(createCardPayment, { body }, { idempotencyKey }));
  noteAttempt(basket, attempt.merchantRefNumber);
  return attempt;
}

type StartedPayment = z.output<typeof createCardPayment.answer>;

type Outcome = 'proceed' | { reason: string | null };

const failed: Outcome = { reason: null };

/**
 * Returns the outcome of the server's answer. A bank that authenticates elsewhere gets its own message (decision
 * P4.12).
 */
function outcomeOf({ outcome, payment }: ThreeDSecureAnswer): Outcome {
  if (outcome === 'proceed') return 'proceed';
  return payment.errorCode === 'AUTHENTICATION_DECOUPLED' ? { reason: payment.errorDescription } : failed;
}

const authenticate = (attempt: ProcessedPayment, card: CardToPayWith, { driver, showBankPage }: CheckoutContext) =>
  showBankPage ? authenticateByForm(attempt, card, showBankPage) : authenticateByScript(attempt, card, driver);

/** Version 1: a form opens the bank's page, which sends its answer to our server itself. */
async function authenticateByForm(
  { merchantRefNumber, amount }: ProcessedPayment,
  card: CardToPayWith,
  showBankPage: NonNullable<CheckoutContext['showBankPage']>,
): Promise<Outcome> {
  const body = { merchantRefNum: merchantRefNumber, amount, paymentToken: card.token };
  const first = await api(enrollCard, { body });
  if (first.outcome !== 'challenge') return outcomeOf(first);
  if (first.bankForm === null || (await showBankPage(first.bankForm)) === 'cancelled') return failed;
  return lookUp(first.id, merchantRefNumber, card);
}

async function authenticateByScript(
  { merchantRefNumber, amount }: ProcessedPayment,
  card: CardToPayWith,
  driver: CardDriver,
): Promise<Outcome> {
  const deviceFingerprintingId = await driver.startAuthentication(card.authenticateBy);
  const first = await api(authenticateCard, {
    body: {
      deviceFingerprintingId,
      merchantRefNum: merchantRefNumber,
      amount,
      paymentToken: card.token,
      profile: card.profile,
      browserDetails: readBrowserDetails(),
    },
  });
  if (first.outcome !== 'challenge') return outcomeOf(first);
  if (first.sdkChallengePayload === null) return failed;
  return lookUp(await driver.challenge(first.sdkChallengePayload), merchantRefNumber, card);
}

async function lookUp(authenticationId: string, merchantRefNumber: string, card: CardToPayWith): Promise<Outcome> {
  const second = await api(lookUpCardAuthentication, {
    body: {
      authenticationId,
      paymentRequest: { merchantRefNumber },
      ...(card.cardType !== undefined && { cardType: card.cardType }),
    },
  });
  return outcomeOf(second);
}

/**
 * Charges the card. DANGER: from here on money may move although the answer is lost. Every answer that is not a clear
 * refusal means "unknown".
 */
async function charge(
  { merchantRefNumber, amount, orders }: ProcessedPayment,
  card: CardToPayWith,
  accountGuid: string,
): Promise<CardPaymentEnd> {
  try {
    const body = {
      accountGuid,
      orderIds: orders.map(({ orderId }) => orderId),
      amount,
      merchantRefNumber,
      token: card.token,
      holderName: card.holderName,
      nickName: card.nickName,
      address: card.address,
      billingAddressId: card.billingAddressId,
      paymentChannel: card.channel,
      isVaultCard: card.channel === 'VaultedCard',
      rememberCard: card.rememberCard,
    };
    return { end: 'settled', payment: await makeCharge(() => api(payByCard, { body })) };
  } catch (error) {
    if (isClearRefusal(error)) throw error;
    await untilLeft();
    return { end: 'unknown', merchantRefNumber };
  }
}

const codeOf = (error: unknown): string =>
  error instanceof CardRefused
    ? codeOf(error.cause)
    : error instanceof ProviderScriptError
      ? error.code
      : error instanceof ApiError
        ? (error.code ?? '0')
        : 'unknown';

/**
 * Reports a failure for the marina's log and ends the attempt. If the report fails, the next attempt cancels this
 * one.
 */
async function report(merchantRef: string, errorCode: string, errorMessage: string): Promise<void> {
  try {
    await api(reportFailedCardPayment, {
      body: { merchantRef, errorCode, errorMessage: errorMessage.slice(0, 1000), transactionRef: '' },
    });
  } catch {
    // The customer sees their own failure on the screen. A failed report changes nothing for them.
  }
}

const depths = ['48', '32', '24', '16', '15', '8', '4', '1'] as const;

/** Returns the facts about this browser that the issuing bank uses to decide. */
function readBrowserDetails(): z.input<typeof BrowserDetails> {
  return {
    javaEnabled: false,
    javascriptEnabled: true,
    language: navigator.language,
    // The wire allows only these depths. A depth of 30 bits becomes the next lower one, 24.
    colorDepthBits: depths.find((depth) => Number(depth) <= screen.colorDepth) ?? '24',
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezoneOffset: new Date().getTimezoneOffset(),
  };
}
