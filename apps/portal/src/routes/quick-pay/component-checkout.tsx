import { canBePaid } from '@quayside/contract/orders/orders.ts';
import { addressCountries } from '../../features/cards/billing-address.ts';
import { useKeptCardsOf } from '../../features/cards/use-kept-cards.ts';
import { useCountries } from '../../lib/queries/countries.ts';
import { useLastKnown } from '../../lib/queries/use-last-known.ts';
import { useTranslation } from '../../lib/texts/texts.ts';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { ComponentCheckout, ComponentPlaces } from '../checkout/component-checkout.tsx';
import type { ComponentCheckoutQuery } from '../checkout/use-component-data.ts';
import { billedOrder, useLinkAccount, useLinkProvider } from './link-data.ts';
import { useQuickPay } from './quick-pay.ts';
import { RequireBasket } from './require-basket.tsx';

/** The second step with the second card provider. It pays the order's outstanding amount. */
export function QuickPayComponentCheckoutPage() {
  const { t } = useTranslation();
  const query = useLinkComponentData();
  return (
    <RequireBasket>
      <ComponentPlaces>
        <PageHeading title={t('payments.payNow')} />
        <ComponentCheckout query={query} />
      </ComponentPlaces>
    </RequireBasket>
  );
}

/** Returns the same data for a provider's own fields, with the order's outstanding amount. */
function useLinkComponentData(): ComponentCheckoutQuery {
  const quickPay = useQuickPay();
  const { order, owner } = quickPay;
  // A payment that is running may just have paid it.
  const payable = useLastKnown(canBePaid(order) ? order : undefined);
  const countryList = useCountries();
  const countries = countryList.data?.countries;
  const { provider, ...offered } = useLinkProvider(quickPay, 'components');
  const { account, isPending } = useLinkAccount(quickPay);
  const kept = useKeptCardsOf(order.account.guid, owner !== null && order.siteId === order.account.siteId);
  const isLoaded = countries && !offered.isPending && !isPending && (kept.isFetched || !kept.isLoading);
  return {
    data:
      isLoaded && provider && payable
        ? {
            account,
            provider,
            orders: billedOrder(payable),
            countries: addressCountries(countries, provider.config.supportedCountries),
            keptCards: provider.config.allowVaultPortal ? (kept.data?.cards ?? []) : [],
          }
        : undefined,
    isMissing: Boolean(isLoaded) && !(provider && payable),
    keptError: kept.error,
    retryKept: kept.refetch,
    error: offered.error ?? countryList.error,
    retry: () => (offered.error ? offered.retry() : countryList.refetch()),
  };
}
