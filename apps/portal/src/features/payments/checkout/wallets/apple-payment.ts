import { openApplePaySession, payByApplePay } from '@quayside/contract/cards/wallets.ts';
import type { ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { api } from '../../../../lib/calls/api.ts';
import { ApiError } from '../../../../lib/calls/api-error.ts';
import { noteAttempt, paymentFieldsOf, prepareAttempt } from '../../basket-attempt.ts';
import type { Basket } from '../../basket.ts';
import { makeCharge } from '../../make-charge.ts';
import { giveUpEarlierAttempt } from '../checkout.exports.ts';
import type { CardPaymentEnd } from '../card/card.exports.ts';
import type { ApplePayDriver, ApplePayment } from '../../drivers/apple-pay.ts';
import { addressFromApple } from '../../drivers/wallet-address.ts';
import type { WalletSale } from '../../drivers/wallet-sale.ts';

/** No request got an answer about a payment, so money may have moved. */
export class PaymentInDoubt extends Error {
  override name = 'PaymentInDoubt';
}

type End = Exclude<CardPaymentEnd, { end: 'notAuthenticated' }>;

/**
 * Pays a basket by Apple's sheet, which shows the result. Returns null if the reader closed it. Call it right after
 * the click.
 * @throws {PaymentInDoubt}; every other error that it throws happened before charging
 */
export function payByApple(
  driver: ApplePayDriver,
  basket: Basket,
  sale: WalletSale,
  accountGuid: string,
): Promise<End | null> {
  return driver.pay<End>(sale, {
    validate: async (validationUrl) => {
      const body = { accountGuid, siteId: basket.siteId, validationUrl };
      return (await api(openApplePaySession, { body })).merchantSession;
    },
    pay: async (payment) => {
      const end = await pay(basket, payment, accountGuid);
      return { result: end, isPaid: end.end === 'settled' && end.payment.paymentStatus === 'Completed' };
    },
  });
}

async function pay(given: Basket, { token, billingContact }: ApplePayment, accountGuid: string): Promise<End> {
  const earlier = await giveUpEarlierAttempt(given);
  if ('end' in earlier) return earlier;
  const basket = prepareAttempt(earlier.basket, 'ApplePay');
  const { siteId, idempotencyKey } = basket;
  const body = { accountGuid, ...paymentFieldsOf(basket), siteId, token, address: addressFromApple(billingContact) };
  const settled = await untilAnswered(() => makeCharge(() => api(payByApplePay, { body }, { idempotencyKey })));
  if ('reference' in settled) {
    noteAttempt(basket, settled.reference);
    return { end: 'unknown', merchantRefNumber: settled.reference };
  }
  noteAttempt(basket, settled.payment.merchantRefNumber);
  return { end: 'settled', payment: settled.payment };
}

const mostTries = 3;

/**
 * Repeats a request whose answer was lost. With the same key the server charges once. It answers the result, or the
 * reference of the attempt that is still running.
 */
async function untilAnswered(
  ask: () => Promise<ProcessedPayment>,
): Promise<{ payment: ProcessedPayment } | { reference: string }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { payment: await ask() };
    } catch (error) {
      const reference = error instanceof ApiError ? error.meta['merchantRefNumber'] : undefined;
      if (tries > 1 && reference !== undefined) return { reference };
      if (error instanceof ApiError && error.code !== undefined && error.code !== 'INTERNAL_ERROR') throw error;
      if (tries === mostTries) throw new PaymentInDoubt('no answer', { cause: error });
    }
  }
}
