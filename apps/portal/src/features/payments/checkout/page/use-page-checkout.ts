import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import { useState } from 'react';
import { reloadIfOutdated } from '../../../../lib/errors/outdated-document.ts';
import { withTexts } from '../../../../lib/texts/i18n.ts';
import { useTenant } from '../../../../lib/tenant.ts';
import { driverOf } from '../../drivers/registry.ts';
import type { Details, PageProblem, PageStage } from './page-checkout-flow.ts';
import { usePaymentPlaces } from '../../payment-places.ts';
import { whilePaying } from '../../under-way.ts';

interface Options {
  accountGuid: string;
  /** The site of the orders. */
  siteId: number;
  /** True if the reader is signed in to the account. A payer who only has an order's link saves nothing to it. */
  isOwner: boolean;
  /** Gets the payment's state at the end. */
  onEnd: (payment: ProcessedPayment) => void;
}

/** Loaded late, because other payers don't need it. */
const load = () => withTexts(import('./page-checkout-flow.ts'));

/** Pays the basket on the provider's own page. */
export function usePageCheckout({ accountGuid, siteId, isOwner, onEnd }: Options) {
  const currencyCode = useTenant().culture.isoCurrencyCode;
  const { payLink } = usePaymentPlaces();
  const [stage, show] = useState<PageStage>({ at: 'idle' });
  const [problem, explain] = useState<PageProblem | null>(null);
  const flow = { accountGuid, siteId, currencyCode, payLink, show, explain, onEnd };
  return {
    stage,
    problem,
    isOwner,
    /** Called when a provider is chosen. A failure here is silent, because the click shows it. */
    prepare: (provider: PaymentProvider) => {
      if (driverOf(provider)) return;
      void load()
        .then(({ preparePageCheckout: prepare }) => prepare(flow, provider))
        .catch(() => undefined);
    },
    start: (provider: PaymentProvider) =>
      whilePaying(async () => (await load().catch(reloadIfOutdated)).startPageCheckout(flow, provider)),
    goOn: (provider: PaymentProvider, details: Details) =>
      whilePaying(async () => (await load()).payOnPage(flow, provider, details)),
    close: () => show({ at: 'idle' }),
    continueOther: async (reference: string) => (await load()).continueOther(flow, reference),
    cancelOther: async (reference: string) => (await load()).cancelOther(flow, reference),
  };
}
