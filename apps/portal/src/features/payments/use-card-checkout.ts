import { cancelPayment, type PaymentProvider } from '@quayside/contract/payments.ts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { readBasket, repriceBasket, startAfresh } from './basket.ts';
import { type CardPaymentEnd, type PaymentStep, payBasketByCard, type TypedOrKeptCard } from './card-payment.ts';
import { useBankPage } from './use-bank-page.ts';
import { type CheckoutProblem, problemOf } from './checkout-problem.ts';
import type { CardDriver } from './drivers/card-driver.ts';

interface Options {
  accountGuid: string;
  provider: PaymentProvider;
  driver: CardDriver | undefined;
  /** The attempt came to something, or only the server can say to what. */
  onEnd: (end: PaymentEnd) => void;
}

export type PaymentEnd = Exclude<CardPaymentEnd, { end: 'notAuthenticated' }>;

/** Runs one payment of the basket at a time and says what goes on. */
export function useCardCheckout({ accountGuid, provider, driver, onEnd }: Options) {
  const [basket, setBasket] = useState(readBasket);
  const [step, setStep] = useState<PaymentStep | null>(null);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const bank = useBankPage();
  const isHere = useIsMounted();

  const showBankPage = provider.config.force3dsV1 ? bank.show : undefined;

  /** Pays with what `makeCard` makes of the form: its token is made before anything is reserved. */
  async function pay(makeCard: () => Promise<TypedOrKeptCard>): Promise<void> {
    const current = readBasket();
    if (!driver || !current) return;
    setProblem(null);
    setStep('card');
    try {
      const card = await makeCard();
      const end = await payBasketByCard(current, card, { accountGuid, driver, showBankPage, onStep: setStep });
      if (!isHere.current) return;
      if (end.end !== 'notAuthenticated') {
        onEnd(end);
        return;
      }
      setProblem({ kind: 'notAuthenticated' });
    } catch (error) {
      if (isHere.current) explain(problemOf(error));
    }
    setStep(null);
  }

  function explain(next: CheckoutProblem): void {
    const current = readBasket();
    if (next.kind === 'amountChanged' && current) setBasket(repriceBasket(current, next.amount));
    setProblem(next);
  }

  /** Gives up another attempt that holds these orders, which may turn out to have been paid. */
  async function cancelOther(ref: string): Promise<void> {
    const payment = await api(cancelPayment, { params: { ref } });
    const current = readBasket();
    if (current) setBasket(startAfresh(current));
    if (payment.paymentStatus === 'Cancelled' || payment.paymentStatus === 'Declined') setProblem(null);
    else onEnd({ end: 'settled', payment });
  }

  return {
    /** Undefined once it was emptied. */
    basket,
    /** Null while nothing is being paid. */
    step,
    /** The bank's page of 3-D Secure 1, where it is to be shown. */
    bankPage: bank.open,
    problem,
    clearProblem: () => setProblem(null),
    pay,
    cancelOther,
  };
}

function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
