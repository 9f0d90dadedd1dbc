import {
  authenticateCard,
  type BillingAddressInput,
  createCardPayment,
  lookUpCardAuthentication,
  payByCard,
  reportFailedCardPayment,
  type StoredCardTokens,
  type ThreeDSecureAnswer,
} from '@quayside/contract/cards.ts';
import { cancelPayment, type ProcessedPayment } from '@quayside/contract/payments.ts';
import type { z } from 'zod';
import { type BankForm, enrollCard } from '@quayside/contract/three-d-secure-1.ts';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { withRecentSignIn } from '../../lib/prove-identity.ts';
import { type Basket, forgetLeftBehind, noteAttempt, prepareAttempt, startAfresh } from './basket.ts';
import { readBrowserDetails } from './browser-details.ts';
import type { AuthenticationProfile } from './contact-details.ts';
import { CardRefused } from './checkout-problem.ts';
import { type CardDriver, type CardToAuthenticate, ProviderScriptError } from './drivers/card-driver.ts';

/** What a customer pays with, once the provider has made a token of it. */
export interface CardToPayWith {
  channel: 'Card' | 'VaultedCard' | 'GooglePay';
  /** Single use. */
  token: string;
  holderName: string;
  nickName: string;
  address?: BillingAddressInput | undefined;
  billingAddressId?: string | undefined;
  rememberCard: boolean;
  cardType?: string | undefined;
  /** By what the bank is found: the stored card's first digits, else the token. */
  authenticateBy: CardToAuthenticate;
  profile: AuthenticationProfile;
}

/** A card that the provider keeps: a token is made of it once its payment has begun. */
export interface KeptCard extends Omit<CardToPayWith, 'token'> {
  channel: 'VaultedCard';
  cardId: string;
  tokenize: (tokens: StoredCardTokens) => Promise<string>;
}

/** A card that was typed, or that the provider keeps. */
export type TypedOrKeptCard = (CardToPayWith & { channel: 'Card' }) | KeptCard;

interface SettledEnd {
  end: 'settled';
  payment: ProcessedPayment;
}

interface NotAuthenticated {
  end: 'notAuthenticated';
  /** The server's words where the bank has a reason of its own; null: the usual ones. */
  reason: string | null;
}

/** How an attempt ended, as far as this browser knows. `unknown`: money may have moved, only the server can say. */
export type CardPaymentEnd = PaymentEnd | NotAuthenticated;

/** The attempt came to something, or only the server can say to what. */
export type PaymentEnd = SettledEnd | { end: 'unknown'; merchantRefNumber: string };

/** What the reader waits for: the card is read, the bank recognises its customer, the money moves. */
export type PaymentStep = 'card' | 'bank' | 'charge';

export interface Surroundings {
  accountGuid: string;
  driver: CardDriver;
  /** Shows the bank's page of 3-D Secure 1; absent where the provider is on version 2. */
  showBankPage?: ((form: BankForm) => Promise<'answered' | 'cancelled'>) | undefined;
  /** Is told what goes on, for the reader who waits. */
  onStep: (step: PaymentStep) => void;
}

/**
 * Pays a basket: store the attempt, let the bank recognise its customer, charge.
 * Whatever it throws happened before anything was charged, and the attempt was given up.
 * @throws {ApiError} what the server refused; {ProviderScriptError} what the provider's script could not do
 */
export async function payBasketByCard(
  basket: Basket,
  card: TypedOrKeptCard,
  surroundings: Surroundings,
): Promise<CardPaymentEnd> {
  const earlier = await giveUpEarlierAttempt(basket);
  if ('end' in earlier) return earlier;
  const attempt = await startAttempt(prepareAttempt(earlier.basket, card.channel), card, surroundings.accountGuid);
  if (attempt.paymentStatus !== 'Incomplete') return { end: 'settled', payment: attempt };
  const { channel } = card;
  const whole = channel === 'Card' ? card : { ...card, token: await tokenOf(attempt, card) };
  return payAttempt(attempt, earlier.basket, whole, surroundings);
}

/** Of a kept card. Where its code can't be taken, the attempt is given up. */
async function tokenOf({ merchantRefNumber, storedCard }: StartedPayment, card: KeptCard): Promise<string> {
  try {
    if (!storedCard) throw new Error('a stored card without its tokens');
    return await card.tokenize(storedCard);
  } catch (error) {
    await report(merchantRefNumber, codeOf(error), error instanceof Error ? error.message : '');
    throw error;
  }
}

/**
 * Takes a stored attempt to its end: the bank recognises its customer, where that is not proven already, then it is
 * charged. Whatever it throws happened before anything was charged, and the attempt was given up.
 */
export async function payAttempt(
  attempt: ProcessedPayment,
  basket: Basket,
  card: CardToPayWith,
  surroundings: Surroundings & { isProven?: boolean },
): Promise<CardPaymentEnd> {
  const { merchantRefNumber } = attempt;
  surroundings.onStep('bank');
  try {
    const outcome = surroundings.isProven ? 'proceed' : await authenticate(attempt, card, surroundings);
    if (outcome !== 'proceed') {
      await report(merchantRefNumber, 'NOT_AUTHENTICATED', 'authentication failed');
      return { end: 'notAuthenticated', reason: outcome.reason };
    }
  } catch (error) {
    await report(merchantRefNumber, codeOf(error), error instanceof Error ? error.message : '');
    throw error;
  }
  surroundings.onStep('charge');
  return charge(attempt, basket, card, surroundings.accountGuid);
}

/**
 * An attempt of this basket that was left unfinished, as by a reload, is cancelled before another one starts.
 * The server asks the provider first, so one that was paid is not lost but found (decision P4.6).
 * Answers the basket, free for a new attempt, or what the earlier one has come to.
 */
export async function giveUpEarlierAttempt(given: Basket): Promise<{ basket: Basket } | SettledEnd> {
  const basket = await giveUpLeftBehind(given);
  if (basket.merchantRefNumber === null) return { basket };
  const payment = await api(cancelPayment, { params: { ref: basket.merchantRefNumber } });
  const tookNothing = payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined';
  return tookNothing ? { basket: startAfresh(basket) } : { end: 'settled', payment };
}

/** What came of an attempt of another basket is for its own page to tell. While it goes on, the server keeps its orders. */
async function giveUpLeftBehind(basket: Basket): Promise<Basket> {
  if (basket.leftBehind === null) return basket;
  await api(cancelPayment, { params: { ref: basket.leftBehind } }).catch(() => undefined);
  return forgetLeftBehind(basket);
}

async function startAttempt(basket: Basket, card: TypedOrKeptCard, accountGuid: string): Promise<StartedPayment> {
  const { orderIds, amount, idempotencyKey } = basket;
  const kept = card.channel === 'VaultedCard' ? { cardId: card.cardId } : {};
  const body = { accountGuid, orderIds, amount, paymentChannel: card.channel, ...kept };
  const attempt = await withRecentSignIn(() => api(createCardPayment, { body }, { idempotencyKey }));
  noteAttempt(basket, attempt.merchantRefNumber);
  return attempt;
}

type StartedPayment = z.output<typeof createCardPayment.answer>;

type Outcome = 'proceed' | { reason: string | null };

const failed: Outcome = { reason: null };

/** What follows from the server's answer; a bank that asks elsewhere is said to (decision P4.12). */
function outcomeOf({ outcome, payment }: ThreeDSecureAnswer): Outcome {
  if (outcome === 'proceed') return 'proceed';
  return payment.errorCode === 'AUTHENTICATION_DECOUPLED' ? { reason: payment.errorDescription } : failed;
}

const authenticate = (attempt: ProcessedPayment, card: CardToPayWith, { driver, showBankPage }: Surroundings) =>
  showBankPage ? authenticateByForm(attempt, card, showBankPage) : authenticateByScript(attempt, card, driver);

/** Version 1: the bank's page is reached by a form, and its answer goes to our server by itself. */
async function authenticateByForm(
  { merchantRefNumber, amount }: ProcessedPayment,
  card: CardToPayWith,
  showBankPage: NonNullable<Surroundings['showBankPage']>,
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

/** From here on the answer may be lost while the money moves: whatever is no clear refusal is unknown. */
async function charge(
  { merchantRefNumber, amount }: ProcessedPayment,
  { orderIds }: Basket,
  card: CardToPayWith,
  accountGuid: string,
): Promise<CardPaymentEnd> {
  try {
    const payment = await api(payByCard, {
      body: {
        accountGuid,
        orderIds,
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
      },
    });
    return { end: 'settled', payment };
  } catch (error) {
    if (error instanceof ApiError && isClearRefusal(error)) throw error;
    return { end: 'unknown', merchantRefNumber };
  }
}

const clearRefusals: ReadonlySet<string | undefined> = new Set([
  'AMOUNT_CHANGED',
  'ORDER_NOT_PAYABLE',
  // Another payment of these orders was sent first: this one is over, and charged nothing.
  'PAYMENT_IN_PROGRESS',
  'INVALID_REQUEST',
  'NOT_SIGNED_IN',
]);
const isClearRefusal = ({ code }: ApiError) => clearRefusals.has(code);

const codeOf = (error: unknown): string =>
  error instanceof CardRefused
    ? codeOf(error.cause)
    : error instanceof ProviderScriptError
      ? error.code
      : error instanceof ApiError
        ? (error.code ?? '0')
        : 'unknown';

/** A hint for the marina's log and an end for the attempt. Where it fails, the next attempt gives this one up. */
async function report(merchantRef: string, errorCode: string, errorMessage: string): Promise<void> {
  try {
    await api(reportFailedCardPayment, {
      body: { merchantRef, errorCode, errorMessage: errorMessage.slice(0, 1000), transactionRef: '' },
    });
  } catch {
    // The customer's own failure is what counts and is on the screen; this one changes nothing.
  }
}
