import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments.ts';
import { useState } from 'react';
import { useTenant } from '../../lib/tenant.ts';
import { driverOf } from './drivers/registry.ts';
import type { Details, PageProblem, PageStage } from './page-checkout-flow.ts';
import { usePaymentPlaces } from './payment-places.ts';

interface Options {
  accountGuid: string;
  /** Somebody is signed in to the account. Whoever has only an order's link saves nothing to it. */
  isOwner: boolean;
  /** Is told what a payment has come to. */
  onEnd: (payment: ProcessedPayment) => void;
}

/** Whoever pays otherwise waits for none of it. */
const load = () => import('./page-checkout-flow.ts');

/** Pays the basket on a page of the provider's own. */
export function usePageCheckout({ accountGuid, isOwner, onEnd }: Options) {
  const currencyCode = useTenant().culture.isoCurrencyCode;
  const { payLink } = usePaymentPlaces();
  const [stage, show] = useState<PageStage>({ at: 'idle' });
  const [problem, explain] = useState<PageProblem | null>(null);
  const flow = { accountGuid, currencyCode, payLink, show, explain, onEnd };
  return {
    stage,
    problem,
    isOwner,
    /** For who has chosen a provider. What fails here, the click tells. */
    prepare: (provider: PaymentProvider) => {
      if (driverOf(provider)) return;
      void load()
        .then(({ prepare }) => prepare(flow, provider))
        .catch(() => undefined);
    },
    start: async (provider: PaymentProvider) => (await load()).start(flow, provider),
    goOn: async (provider: PaymentProvider, details: Details) => (await load()).payOnPage(flow, provider, details),
    close: () => show({ at: 'idle' }),
    continueOther: async (reference: string) => (await load()).continueOther(flow, reference),
    cancelOther: async (reference: string) => (await load()).cancelOther(flow, reference),
  };
}
