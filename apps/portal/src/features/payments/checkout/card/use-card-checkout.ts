import type { PaymentProvider } from '@quayside/contract/payments/payments.ts';
import { useState } from 'react';
import { useMounted } from '../../../../lib/actions/action-lock.ts';
import { readBasket } from '../../basket.ts';
import { basketFor } from '../../basket-attempt.ts';
import type { CardDriver } from '../../drivers/card-driver.ts';
import {
  type PaymentEnd,
  type PaymentStep,
  problemOf,
  reportIfOfScript,
  useBankPage,
  useCheckoutProblem,
} from '../checkout.exports.ts';
import { type CardPaymentEnd, payBasketByCard, type TypedOrStoredCard } from './card-payment.ts';

interface Options {
  accountGuid: string;
  provider: PaymentProvider;
  driver: CardDriver | undefined;
  /** Opens the page of the result, or the one that waits for it, when this browser knows no more. */
  onEnd: (end: PaymentEnd) => unknown;
}

/** Runs one payment of the basket at a time and reports its progress. */
export function useCardCheckout({ accountGuid, provider, driver, onEnd }: Options) {
  const { basket, problem, clearProblem, explain, cancelOther } = useCheckoutProblem(onEnd);
  const [step, setStep] = useState<PaymentStep | null>(null);
  const bank = useBankPage();
  const isHere = useMounted();

  const showBankPage = provider.config.force3dsV1 ? bank.show : undefined;

  /**
   * Pays with the card that `makeCard` returns. A typed card's token is made before the attempt starts.
   * @returns true if the attempt has ended, so that another page follows: what shows the progress stays until then
   */
  async function pay(makeCard: () => Promise<TypedOrStoredCard>): Promise<boolean> {
    const current = readBasket();
    if (!driver || !current) return false;
    clearProblem();
    setStep('card');
    let end: CardPaymentEnd | undefined;
    try {
      const card = await makeCard();
      const context = { accountGuid, driver, showBankPage, onStep: setStep };
      end = await payBasketByCard(basketFor(current, provider), card, context);
    } catch (error) {
      reportIfOfScript(provider.key, error);
      if (isHere.current) explain(problemOf(error));
    }
    if (!isHere.current) return true;
    if (end && end.end !== 'notAuthenticated') {
      await onEnd(end);
      return true;
    }
    if (end) explain({ kind: 'notAuthenticated', reason: end.reason });
    setStep(null);
    return false;
  }

  return {
    basket,
    /** Null while no payment runs. */
    step,
    /** The bank's page of 3-D Secure 1, if it is open. */
    bankPage: bank.open,
    problem,
    pay,
    cancelOther,
  };
}
