import type { PaymentProvider, ProcessedPayment } from '@quayside/contract/payments/payments.ts';
import type { QuickPayOrder } from '@quayside/contract/orders/quick-pay.ts';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { type Amounts, fillBasket } from '../../features/payments/basket.ts';
import { driverOf } from '../../features/payments/drivers/registry.ts';
import { PayPanel, usePayPanelFold } from '../../features/payments/pay-panel/pay-panel.exports.ts';
import { usePaymentPlaces } from '../../features/payments/payment-places.ts';
import { usePageCheckout } from '../../features/payments/checkout/page/page.exports.ts';
import { useQuickPayProviders } from '../../features/payments/use-quick-pay-providers.ts';
import type { ShownProblem } from '../../features/payments/checkout/wallets/wallets.exports.ts';
import { waitToLeave } from '../../lib/browser/wait-to-leave.ts';
import { useTenant } from '../../lib/tenant.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { Alert } from '../../ui/message/alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { LoadingSkeleton } from '../../ui/loading/loading-skeleton.tsx';
import { usePaymentResult } from '../checkout/use-payment-result.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useQuickPay } from './quick-pay.ts';

/** Only for a payment on the provider's own page. */
const PageCheckout = lazyPart(async () => (await import('../checkout/page-checkout.tsx')).PageCheckout);

/** Only for a payment by a wallet. */
const LinkWallets = lazyPart(async () => (await import('./link-wallets.tsx')).LinkWallets);

interface Props {
  order: QuickPayOrder;
  /** Gets true when a payment starts over this page, and false at its end. Until then this must stay on the page. */
  onPaying: (isPaying: boolean) => void;
}

/** The choice of a payment provider, and the way to the checkout. */
export function PayOrder({ order, onPaying }: Props) {
  const { t } = useTranslation();
  const { culture, contact } = useTenant();
  const { providers, isPending, error, retry } = useQuickPayProviders(order);
  const { layout } = usePayPanelFold(true, null);
  if (error) return <ErrorState title={t('payments.providersNotLoaded')} error={error} onRetry={retry} />;
  // The bar of a phone takes no room of the page.
  if (isPending) return <LoadingSkeleton heights={layout === 'fixed-horizontal' ? [] : [160]} />;
  if (providers.length === 0 || order.isoCurrencyCode !== culture.isoCurrencyCode)
    return <Alert kind="info">{t('quickPay.notOnline', { telephone: contact.telephone })}</Alert>;
  return <Panel order={order} providers={providers} onPaying={onPaying} />;
}

interface PanelProps extends Props {
  providers: readonly PaymentProvider[];
}

function Panel({ order, providers, onPaying }: PanelProps) {
  const navigate = useNavigate();
  const { owner } = useQuickPay();
  const places = usePaymentPlaces();
  const { toEnd } = usePaymentResult('anyProvider');
  const end = (payment: ProcessedPayment) => toEnd({ end: 'settled', payment });
  const { id, siteId, outstandingAmount, account } = order;
  const page = usePageCheckout({ accountGuid: account.guid, siteId, isOwner: owner !== null, onEnd: end });
  const [walletProblem, setWalletProblem] = useState<ShownProblem | null>(null);
  const problem = page.problem ?? walletProblem;
  const isOnPage = page.stage.at !== 'idle';
  useEffect(() => onPaying(isOnPage), [onPaying, isOnPage]);
  const fold = usePayPanelFold(true, problem);
  const [chosen, onChoose] = useState<Amounts | null>(null);
  const amounts = chosen ?? { amount: outstandingAmount, part: null };
  const checkout = (provider: PaymentProvider) => {
    setWalletProblem(null);
    const { key: providerKey, kind: providerKind } = provider;
    fillBasket({ orderIds: [id], siteId, ...amounts, providerKey, providerKind });
    const driver = driverOf(provider);
    if (!driver) return page.start(provider);
    // Only a checkout's document may load the provider's scripts.
    return navigate({ ...places[driver.place], reloadDocument: true }).then(waitToLeave);
  };
  return (
    <>
      {(problem || isOnPage) && (
        <Suspense>
          <PageCheckout
            checkout={page}
            orders={[order]}
            problem={problem}
            onCancelled={() => setWalletProblem(null)}
            onEnd={end}
          />
        </Suspense>
      )}
      <PayPanel
        fold={fold}
        total={outstandingAmount}
        part={{ orders: [order], chosen, onChoose }}
        selectedCount={1}
        orderCount={1}
        prompt={null}
        providers={providers}
        isAccountUser={owner?.isAccountUser ?? true}
        onCheckout={checkout}
        onChosen={page.prepare}
      >
        {providers.some(({ config }) => config.wallets) && (
          <Suspense>
            <LinkWallets
              order={order}
              amounts={amounts}
              providers={providers}
              onProblem={setWalletProblem}
              onPaying={(isPaying) => {
                fold.setPaying(isPaying);
                onPaying(isPaying);
              }}
            />
          </Suspense>
        )}
      </PayPanel>
    </>
  );
}
