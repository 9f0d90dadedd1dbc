import {
  confirmCardComponents,
  type CustomerInfo,
  openCardComponents,
} from '@quayside/contract/cards/card-components.ts';
import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { api } from '../../../../lib/calls/api.ts';
import { ApiError } from '../../../../lib/calls/api-error.ts';
import { withRecentSignIn } from '../../../../lib/session/recent-sign-in.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { basketFor, noteAttempt, paymentFieldsOf, prepareAttempt } from '../../basket-attempt.ts';
import { readBasket } from '../../basket.ts';
import {
  giveUpEarlierAttempt,
  type PaymentEnd,
  type PaymentStep,
  problemOf,
  untilLeft,
  reportIfOfScript,
  useCheckoutProblem,
  useDriver,
} from '../checkout.exports.ts';
import { makeCharge, isClearRefusal } from '../../make-charge.ts';
import type { FieldsDriver, HostedFields } from '../../drivers/card-driver.ts';
import { driverOf } from '../../drivers/registry.ts';
import { tokenizeCard } from '../card/card.exports.ts';

/** The card that is to pay a basket: one that the provider keeps, or a new one. */
export interface ComponentChoice {
  orders: readonly { orderId: number; amount: number }[];
  keptCardId: number | null;
  customerInfo?: z.input<typeof CustomerInfo> | undefined;
}

export interface TypedCard {
  fields: HostedFields;
  holderName: string;
  nickName: string;
  rememberCard: boolean;
}

interface Options {
  accountGuid: string;
  provider: PaymentProvider;
  onFailure: (error: unknown) => void;
  /** Opens the page of the result, or the one that waits for it, when this browser knows no more. */
  onEnd: (end: PaymentEnd) => unknown;
}

/** The payment whose fields are on the page. */
interface Opened {
  merchantRefNumber: string;
  driver: FieldsDriver;
}

const load = (provider: PaymentProvider) => driverOf(provider)?.loadFields?.(provider);

/** Opens the provider's fields for one payment of the basket at a time, and pays with the typed card. */
export function useComponentCheckout({ accountGuid, provider, onFailure, onEnd }: Options) {
  const { culture } = useTenant();
  const openFields = useDriver(provider, load, onFailure);
  const { basket, problem, clearProblem, explain, cancelOther } = useCheckoutProblem(onEnd);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [step, setStep] = useState<PaymentStep | null>(null);

  /** Starts an attempt and has the provider open its fields. */
  async function open({ orders, keptCardId, customerInfo }: ComponentChoice): Promise<unknown> {
    const current = readBasket();
    if (!openFields || !current) return;
    clearProblem();
    try {
      const earlier = await giveUpEarlierAttempt(basketFor(current, provider));
      if ('end' in earlier) return onEnd(earlier);
      const prepared = prepareAttempt(earlier.basket, keptCardId === null ? 'Card' : 'VaultedCard');
      const { orderIds: _, ...amounts } = paymentFieldsOf(prepared);
      const body = {
        accountGuid,
        ...amounts,
        channel: 'ECOM' as const,
        currency: culture.isoCurrencyCode,
        ordersToPay: [...orders],
        providerKey: prepared.providerKey,
        ...(customerInfo && { customerInfo }),
        ...(keptCardId !== null && { paymentMethod: { keptCardId } }),
      };
      const { idempotencyKey } = prepared;
      const { payment, fieldToken } = await withRecentSignIn(() =>
        api(openCardComponents, { body }, { idempotencyKey }),
      );
      noteAttempt(prepared, payment.merchantRefNumber);
      if (fieldToken === null) return onEnd({ end: 'settled', payment });
      setOpened({ merchantRefNumber: payment.merchantRefNumber, driver: openFields(fieldToken) });
    } catch (error) {
      explain(problemOf(error));
    }
    return undefined;
  }

  /** Returns to the choice of a card. The next opening cancels the open attempt. */
  const close = () => setOpened(null);

  async function pay({ fields, holderName, nickName, rememberCard }: TypedCard): Promise<void> {
    if (!opened) return;
    clearProblem();
    setStep('bank');
    let end: PaymentEnd | undefined;
    try {
      const token = await tokenizeCard(fields, { holderName });
      setStep('charge');
      end = await confirm(opened.merchantRefNumber, { token, holderName, nickName, rememberCard });
    } catch (error) {
      reportIfOfScript(provider.key, error);
      explain(problemOf(error));
      // The attempt is over, or was made for another amount.
      if (error instanceof ApiError && error.code !== 'PROVIDER_UNAVAILABLE') close();
    }
    if (end) await onEnd(end);
    else setStep(null);
  }

  return {
    /** True if the script has loaded. */
    isReady: openFields !== undefined,
    basket,
    /** The fields of this payment. Undefined while the reader chooses a card. */
    driver: opened?.driver,
    /** Null while no payment runs. */
    step,
    problem,
    open,
    close,
    pay,
    cancelOther,
  };
}

interface Confirmed {
  token: string;
  holderName: string;
  nickName: string;
  rememberCard: boolean;
}

/**
 * Money may move after this line although the answer is lost. Every answer that is not a clear refusal means "unknown".
 */
async function confirm(ref: string, body: Confirmed): Promise<PaymentEnd> {
  try {
    const payment = await makeCharge(() => api(confirmCardComponents, { params: { ref }, body }));
    return { end: 'settled', payment };
  } catch (error) {
    if (isClearRefusal(error)) throw error;
    await untilLeft();
    return { end: 'unknown', merchantRefNumber: ref };
  }
}
