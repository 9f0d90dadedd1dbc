import { openApplePaySession, payByApplePay } from '@quayside/contract/wallets.ts';
import type { ProcessedPayment } from '@quayside/contract/payments.ts';
import { api } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type Basket, noteAttempt, prepareAttempt } from '../basket.ts';
import { type CardPaymentEnd, giveUpEarlierAttempt } from '../card-payment.ts';
import type { ApplePayDriver, ApplePayment } from '../drivers/apple-pay.ts';
import { addressFromApple } from './wallet-address.ts';
import type { WalletSale } from './wallet-sale.ts';

/** Nobody answered what came of a payment, however often it was asked: money may have moved. */
export class PaymentInDoubt extends Error {
  override name = 'PaymentInDoubt';
}

type End = Exclude<CardPaymentEnd, { end: 'notAuthenticated' }>;

/**
 * Pays a basket by Apple's sheet, which tells what came of it; null where its reader closed it. To be called right after
 * the click. @throws {PaymentInDoubt}; whatever else it throws happened before anything was charged
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
  const { orderIds, amount, siteId, idempotencyKey } = basket;
  const body = { accountGuid, orderIds, amount, siteId, token, address: addressFromApple(billingContact) };
  const settled = await untilAnswered(() => api(payByApplePay, { body }, { idempotencyKey }));
  if ('reference' in settled) {
    noteAttempt(basket, settled.reference);
    return { end: 'unknown', merchantRefNumber: settled.reference };
  }
  noteAttempt(basket, settled.payment.merchantRefNumber);
  return { end: 'settled', payment: settled.payment };
}

const mostTries = 3;

/**
 * Asks again where the answer was lost: under its key the server charges once, and answers what came of it, or the name
 * of the attempt that it is still busy with.
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
