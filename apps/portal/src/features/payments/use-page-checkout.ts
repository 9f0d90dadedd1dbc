import type { CustomerDetails } from '@quayside/contract/payment-pages.ts';
import { cancelPayment, getPayment, type PaymentProvider, type ProcessedPayment } from '@quayside/contract/payments.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/session.ts';
import { useTenant } from '../../lib/tenant.ts';
import { showToast } from '../../lib/toasts.ts';
import { readBasket, repriceBasket } from './basket.ts';
import { type CheckoutProblem, problemOf } from './checkout-problem.ts';
import { isPaypal } from './drivers/registry.ts';
import { fetchMissingFields, startOnPage, startPaypal } from './page-payment.ts';
import { openPaymentWindow, type PaymentWindow } from './payment-window.ts';
import { refreshAfterPayment } from './refresh-after-payment.ts';

export interface Details {
  account: CustomerDetails;
  saveToAccount: boolean;
}

/** Where a payment on a provider's page stands, as far as this page shows it. */
export type PageStage =
  | { at: 'idle' }
  | { at: 'details'; provider: PaymentProvider; missing: readonly string[] }
  | { at: 'blocked' }
  /** `payment`: null as long as it is being started. */
  | { at: 'window'; provider: PaymentProvider; window: PaymentWindow; payment: ProcessedPayment | null }
  | { at: 'leaving'; to: 'paypal' | 'page' };

const noDetails: Details = { account: {}, saveToAccount: false };

/** Pays the basket on a page of the provider's own. @param onEnd is told what a payment has come to */
export function usePageCheckout(onEnd: (payment: ProcessedPayment) => void) {
  const { t } = useTranslation();
  const { accountGuid } = useSession();
  const currencyCode = useTenant().culture.isoCurrencyCode;
  const [stage, setStage] = useState<PageStage>({ at: 'idle' });
  const [problem, setProblem] = useState<Exclude<CheckoutProblem, { kind: 'broken' }> | null>(null);

  async function fail(error: unknown, isPaypalToken = false): Promise<void> {
    setStage({ at: 'idle' });
    const known = problemOf(error);
    const basket = readBasket();
    if (known.kind === 'amountChanged' && basket) repriceBasket(basket, known.amount);
    if (known.kind === 'amountChanged' || known.kind === 'inProgress') await refreshAfterPayment();
    if (isPaypalToken && known.kind === 'failed' && error instanceof ApiError) {
      showToast({ kind: 'error', message: t('financial.paypalError') });
    } else if (known.kind !== 'broken') setProblem(known);
  }

  async function payByPaypal(): Promise<void> {
    const basket = readBasket();
    if (!basket) return;
    setStage({ at: 'leaving', to: 'paypal' });
    try {
      const payment = await startPaypal({ basket, accountGuid });
      if (payment.redirectUrl === null) onEnd(payment);
      else location.assign(payment.redirectUrl);
    } catch (error) {
      await fail(error, true);
    }
  }

  async function payOnPage(provider: PaymentProvider, details: Details): Promise<void> {
    const basket = readBasket();
    if (!basket) return;
    const inWindow = provider.config.page?.flow !== 'redirect';
    const opened = inWindow ? openPaymentWindow() : null;
    if (inWindow && !opened) return setStage({ at: 'blocked' });
    setStage(opened ? { at: 'window', provider, window: opened, payment: null } : { at: 'leaving', to: 'page' });
    try {
      const payment = await startOnPage({ basket, provider, accountGuid, currencyCode, details });
      if (payment.redirectUrl === null) {
        opened?.close();
        onEnd(payment);
      } else if (opened) {
        opened.show(payment.redirectUrl);
        setStage({ at: 'window', provider, window: opened, payment });
      } else location.assign(payment.redirectUrl);
    } catch (error) {
      opened?.close();
      await fail(error);
    }
  }

  async function start(provider: PaymentProvider): Promise<void> {
    setProblem(null);
    if (isPaypal(provider)) return payByPaypal();
    try {
      const missing = await fetchMissingFields(provider, accountGuid);
      if (missing.length > 0) return setStage({ at: 'details', provider, missing });
    } catch (error) {
      return fail(error);
    }
    return payOnPage(provider, noDetails);
  }

  return {
    stage,
    problem,
    start,
    goOn: payOnPage,
    close: () => setStage({ at: 'idle' }),
    /** Another attempt of the reader's own, as in another tab: on to its page, or to what it has come to. */
    continueOther: async (reference: string) => {
      const payment = await api(getPayment, { params: { merchantRefNum: reference } });
      if (payment.redirectUrl === null) onEnd(payment);
      else location.assign(payment.redirectUrl);
    },
    cancelOther: async (reference: string) => {
      const payment = await api(cancelPayment, { params: { ref: reference } });
      await refreshAfterPayment();
      setProblem(null);
      if (payment.paymentStatus === 'Completed') onEnd(payment);
    },
  };
}
